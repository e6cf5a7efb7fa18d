import { systemClock } from '../clock.ts';
import { StoreUnavailableError } from '../sql-database.ts';
import { type Decided, decisionOf, type GateRows } from './decide.ts';
import { type Decision, LOOKS } from './gate.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface GateOptions {
  readonly rows: GateRows;
  /** Limits looks. */
  readonly limiter: RateLimiter;
  /** The stored form of a key, as latin1; null for one that is malformed. */
  readonly hashOf: (apiKey: string) => string | null;
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
 * The calls of one turn of the event loop are decided together and committed before any of them passes. How they ended is written
 * later (src/accounts/call-log.ts).
 */
export function createGate({ rows, limiter, hashOf }: GateOptions) {
  const inBatch = createBatches(rows);

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
  };
}

/** Most batches are done by then. Letting calls collect costs less than a batch for every turn of the event loop. */
const PATIENCE_MS = 20;

/** After it, calls whose account was busy are decided with the next batch: a commit takes some milliseconds. */
const BUSY_PAUSE_MS = 3;

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
    const busy = await decideBatch(rows, batch);
    if (busy.length > 0) setTimeout(again, BUSY_PAUSE_MS, busy);
    clearTimeout(timer ?? undefined);
    // Of a late batch: the one that is waited for now is another one.
    if (patience === timer) patience = null;
    underWay -= 1;
    schedule();
  }

  function again(busy: readonly Waiting[]): void {
    collected.unshift(...busy);
    schedule();
  }

  return (hash: string, isLook: boolean): Promise<Decision> =>
    new Promise((resolve, reject) => {
      collected.push({ hash, isLook, sinceMs: systemClock.monotonicMs(), resolve, reject });
      schedule();
    });
}

/** Answers those whose account isn't busy, and returns the others; they came in this order. Never rejects. */
async function decideBatch(rows: GateRows, collected: Waiting[]): Promise<readonly Waiting[]> {
  const nowMs = systemClock.monotonicMs();
  const inTime = collected.findIndex(({ sinceMs }) => sinceMs >= nowMs - rows.queueMaxMs);
  for (const { reject } of collected.splice(0, inTime < 0 ? collected.length : inTime))
    reject(new StoreUnavailableError('the store is too slow to decide this call in time'));
  const [oldest] = collected;
  if (oldest === undefined) return [];
  const groups = groupsOf(collected);
  try {
    const decided = await rows.decide(groups, rows.callTimeoutMs - (nowMs - oldest.sinceMs));
    return groups.flatMap(({ waiting }, at) => resolveAll(waiting, decided[at] ?? null));
  } catch (error) {
    for (const { reject } of collected) reject(error);
    return [];
  }
}

/** By key, in the order in which they came. */
function groupsOf(waiting: readonly Waiting[]) {
  const groups = new Map<string, { hash: string; calls: number; waiting: Waiting[] }>();
  for (const one of waiting) {
    const { hash, isLook } = one;
    const group = groups.get(hash);
    if (group === undefined) {
      groups.set(hash, { hash, calls: isLook ? 0 : 1, waiting: [one] });
      continue;
    }
    group.waiting.push(one);
    if (!isLook) group.calls += 1;
  }
  return [...groups.values()];
}

/** Returns those that can't be told yet. */
function resolveAll(waiting: readonly Waiting[], decided: Decided | 'busy' | null): readonly Waiting[] {
  if (decided === 'busy') return waiting;
  let calls = 0;
  for (const { isLook, resolve } of waiting) {
    if (decided === null) resolve(UNKNOWN_KEY);
    else resolve(isLook ? decisionOf(decided) : decisionOf(decided, ++calls));
  }
  return [];
}

const UNKNOWN_KEY: Decision = { outcome: 'unknown-key' };
