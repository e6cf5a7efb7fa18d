import { systemClock } from '../clock.ts';
import { createDelayedWork } from '../delayed-work.ts';
import { StoreUnavailableError } from '../sql-database.ts';
import { type Decided, decisionOf, type GateRows, type UsageCount } from './decide.ts';
import { type Decision, LOOKS, type SettledCall } from './gate.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface GateOptions {
  readonly rows: GateRows;
  /** Limits looks. */
  readonly limiter: RateLimiter;
  /** The stored form of a key, as latin1; null for one that is malformed. */
  readonly hashOf: (apiKey: string) => string | null;
  /** Gets every failure to write the breakdown, which is kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
}

export type Gate = ReturnType<typeof createGate>;

/**
 * Key, burst and daily quota in one decision (docs/api.md#order-of-checks), on the rows of either store. Who calls is a key, or the
 * number of an account for which the service itself calls without knowing its key (docs/accounts.md#test-tool): unknown unless it
 * holds a live one.
 *
 * - A key revoked before a call is refused; nothing is cached past a revoke.
 * - Exactly `dailyQuota` calls pass a day and account, however many run at once and whatever key they use.
 * - A call that passes counts one, a refused call nothing.
 *
 * The calls of one turn of the event loop are decided together and committed before any of them passes, so only the breakdown is
 * left to write later.
 */
export function createGate({ rows, limiter, hashOf, onWriteError }: GateOptions) {
  const inBatch = createBatches(rows);
  const split = createUsageSplit(rows, onWriteError);

  /**
   * Throws StoreUnavailableError if the store can't be read or written; then nothing is counted, unless the connection to it was
   * lost meanwhile.
   */
  async function decide(who: string | number, isLook: boolean): Promise<Decision> {
    const hash = typeof who === 'string' ? hashOf(who) : await rows.findHash(who);
    return hash === null ? UNKNOWN_KEY : inBatch(hash, isLook);
  }

  return {
    /** Decides a call. Once it has passed it is committed and survives a kill; a power cut with SEOGA_SYNC=full. */
    admit: (who: string | number) => decide(who, false),
    /**
     * Reads the account's state, counted against neither burst nor day, even if the account has used up its day. LOOKS limits
     * these reads for each account.
     */
    async identify(who: string | number): Promise<Decision> {
      const seen = await decide(who, true);
      if (seen.outcome === 'unknown-key') return seen;
      const seconds = await limiter.take('look', String(seen.caller.accountId), LOOKS);
      return seconds === null ? seen : { ...seen, outcome: 'burst', retryAfterMs: seconds * 1000 };
    },
    /**
     * Notes how a counted call ended. The breakdown by endpoint and outcome is written within half a second; a kill may lose that
     * much of it. Throws RangeError for a status that no response has.
     */
    settle: split.add,
    /** Writes the breakdown of all settled calls; rejects with the cause if that fails. */
    flush: split.flush,
  };
}

/** Most batches are done by then. Letting calls collect costs less than a batch for every turn of the event loop. */
const PATIENCE_MS = 20;

/** A call, or a look at the account's state, by the key with a hash. */
interface Waiting {
  readonly hash: string;
  readonly isLook: boolean;
  readonly sinceMs: number;
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects calls and decides them together: those of one key as one group, all that came in `turns` turns of the event loop, or
 * while the batch before was under way, as one batch. Returns a function that decides one call, or one look, by the hash of a key.
 * It throws StoreUnavailableError when the rows' `callTimeoutMs` is over.
 */
export function createBatches(rows: GateRows, patienceMs = PATIENCE_MS) {
  let collected: Waiting[] = [];
  let underWay = 0;
  let isScheduled = false;
  /** Runs until the last batch is done, or late. */
  let patience: NodeJS.Timeout | null = null;

  function schedule(): void {
    if (isScheduled || patience !== null || underWay >= rows.batchesMax || collected.length === 0) return;
    isScheduled = true;
    // The second turn takes in what came while the first was answered: with 64 calls in flight, fuller batches save a third of
    // PostgreSQL's CPU and a sixth of ours, and p50 is shorter.
    if (rows.turns === 2) setImmediate(() => setImmediate(send));
    else setImmediate(send);
  }

  function startPatience(): NodeJS.Timeout | null {
    if (rows.batchesMax === 1) return null;
    return setTimeout(() => {
      patience = null;
      schedule();
    }, patienceMs);
  }

  async function send(): Promise<void> {
    isScheduled = false;
    const batch = collected;
    collected = [];
    underWay += 1;
    const timer = startPatience();
    patience = timer;
    await decideBatch(rows, batch);
    clearTimeout(timer ?? undefined);
    // Of a late batch: the one that is waited for now is another one.
    if (patience === timer) patience = null;
    underWay -= 1;
    schedule();
  }

  return (hash: string, isLook: boolean): Promise<Decision> =>
    new Promise((resolve, reject) => {
      collected.push({ hash, isLook, sinceMs: systemClock.monotonicMs(), resolve, reject });
      schedule();
    });
}

/** Answers all of them, who came in this order. Never rejects. */
async function decideBatch(rows: GateRows, collected: Waiting[]): Promise<void> {
  const nowMs = systemClock.monotonicMs();
  const inTime = collected.findIndex(({ sinceMs }) => sinceMs >= nowMs - rows.queueMaxMs);
  for (const { reject } of collected.splice(0, inTime < 0 ? collected.length : inTime))
    reject(new StoreUnavailableError('the store is too slow to decide this call in time'));
  const [oldest] = collected;
  if (oldest === undefined) return;
  const groups = [...Map.groupBy(collected, ({ hash }) => hash)].map(([hash, waiting]) => ({
    hash,
    waiting,
    calls: waiting.reduce((calls, { isLook }) => calls + (isLook ? 0 : 1), 0),
  }));
  try {
    const decided = await rows.decide(groups, rows.callTimeoutMs - (nowMs - oldest.sinceMs));
    for (const [at, { waiting }] of groups.entries()) resolveAll(waiting, decided[at] ?? null);
  } catch (error) {
    for (const { reject } of collected) reject(error);
  }
}

function resolveAll(waiting: readonly Waiting[], decided: Decided | null): void {
  let calls = 0;
  for (const { isLook, resolve } of waiting) {
    if (decided === null) resolve(UNKNOWN_KEY);
    else resolve(isLook ? decisionOf(decided) : decisionOf(decided, ++calls));
  }
}

const UNKNOWN_KEY: Decision = { outcome: 'unknown-key' };

/** How long counts are collected. */
const COLLECT_MS = 500;
/** Rows of a batch, which take a few milliseconds to write. */
const ROWS_MAX = 2_000;

/** Collects the breakdown of calls by endpoint and outcome, and writes it in batches. `onWriteError` gets each failure. */
function createUsageSplit({ addUsage }: Pick<GateRows, 'addUsage'>, onWriteError: (error: unknown) => void) {
  let collected = new Map<string, UsageCount>();
  /** On its way, or kept after a failure. */
  let batch: readonly UsageCount[] = [];
  let batchNo = 0;

  async function writeAll(): Promise<void> {
    while (batch.length + collected.size > 0) {
      if (batch.length === 0) {
        const entries = [...collected];
        collected = new Map(entries.slice(ROWS_MAX));
        batch = entries.slice(0, ROWS_MAX).map(([, count]) => count);
        batchNo += 1;
      }
      await addUsage(batchNo, batch);
      batch = [];
    }
  }

  const writing = createDelayedWork(COLLECT_MS, writeAll, onWriteError);

  return {
    /** Throws RangeError for a status that no response has. */
    add({ accountId, day, endpoint, statusCode }: SettledCall): void {
      const statusClass = statusClassOf(statusCode);
      const key = `${accountId} ${day} ${statusClass} ${endpoint}`;
      const count = collected.get(key);
      if (count === undefined) collected.set(key, { accountId, day, endpoint, statusClass, calls: 1 });
      else count.calls += 1;
      writing.later();
    },
    /** Writes what is collected; rejects with the cause when it cannot. */
    async flush(): Promise<void> {
      await writing.now();
      writing.cancel();
    },
  };
}

/** The first digit of a status. The table refuses another one too, but that would fail the whole batch. */
function statusClassOf(statusCode: number): number {
  const statusClass = Math.floor(statusCode / 100);
  if (statusClass >= 2 && statusClass <= 5) return statusClass;
  throw new RangeError(`no answer has status ${statusCode}`);
}
