import { systemClock } from '../clock.ts';
import { StoreUnavailableError } from '../sql-database.ts';
import { type Decided, decisionOf, type GateRows } from './decide.ts';
import { type Decision, STATUS_READS } from './gate.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface GateOptions {
  readonly rows: GateRows;
  /** Limits how often an account may read its own status. */
  readonly limiter: RateLimiter;
  /** The stored form of a key, as latin1; null for one that is malformed. */
  readonly hashOf: (apiKey: string) => string | null;
}

export type Gate = ReturnType<typeof createGate>;

/**
 * Decides on key, burst and daily quota at once (docs/api.md#order-of-checks), on the rows of either store. A caller is a key, or the
 * number of an account for which the service itself calls without knowing its key (docs/accounts.md#test-tool); an account without a
 * live key is unknown.
 *
 * - Once a key is revoked, its calls are refused; no cache outlives a revocation.
 * - Exactly `dailyQuota` calls pass a day and account, however many run at once and whatever key they use.
 * - A call that passes counts one, a refused call nothing.
 *
 * The calls of one tick of the event loop (two with PostgreSQL) are decided together and committed before any of them passes. Their
 * outcomes are written later (src/accounts/call-log.ts).
 */
export function createGate({ rows, limiter, hashOf }: GateOptions) {
  const decideInBatch = createBatcher(rows);

  /**
   * Throws StoreUnavailableError if the store can't be read or written; then nothing is counted, unless the connection to it was
   * lost meanwhile.
   */
  async function decide(who: string | number, isPeek: boolean): Promise<Decision> {
    const hash = typeof who === 'string' ? hashOf(who) : await rows.findHash(who);
    return hash === null ? UNKNOWN_KEY : decideInBatch(hash, isPeek);
  }

  return {
    /** Decides a call. A call that passes has been committed: its count survives a kill, and with SEOGA_SYNC=full a power cut. */
    admit: (who: string | number) => decide(who, false),
    /**
     * Reads the account's state without counting a call, even when the day's quota is used up. STATUS_READS limits these reads
     * per account.
     */
    async peek(who: string | number): Promise<Decision> {
      const seen = await decide(who, true);
      if (seen.outcome === 'unknown-key') return seen;
      const seconds = await limiter.take('peek', String(seen.caller.accountId), STATUS_READS);
      return seconds === null ? seen : { ...seen, outcome: 'burst', retryAfterMs: seconds * 1000 };
    },
  };
}

/**
 * A batch that takes longer counts as late, and another may be sent beside it. Most are done by then; until then, collecting
 * calls costs less than a batch per tick.
 */
const LATE_BATCH_MS = 20;

/** Delay before a call of a busy account is tried again: another server's commit takes some milliseconds. */
const BUSY_PAUSE_MS = 3;

/** A call, or a read of the account's state, that waits for its decision. */
interface Waiting {
  readonly hash: string;
  readonly isPeek: boolean;
  readonly sinceMs: number;
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects calls into batches. A batch holds all calls of `ticks` ticks of the event loop, or all that arrived while the previous
 * batch was being decided; calls of one key form a group. Returns a function that decides one call, or one read, by the hash of
 * its key, and throws StoreUnavailableError after `callTimeoutMs`.
 */
export function createBatcher(rows: GateRows, lateMs = LATE_BATCH_MS) {
  let collected: Waiting[] = [];
  let underWay = 0;
  let isScheduled = false;
  /** Set while the last batch is neither done nor late. */
  let lateTimer: NodeJS.Timeout | null = null;

  function schedule(): void {
    if (isScheduled || lateTimer !== null || underWay >= rows.batchesMax || collected.length === 0) return;
    isScheduled = true;
    // The second tick takes in calls that arrived during the first: with 64 calls in flight, fuller batches save a third of
    // PostgreSQL's CPU and a sixth of ours, and p50 is shorter.
    if (rows.ticks === 2) setImmediate(() => setImmediate(send));
    else setImmediate(send);
  }

  function startLateTimer(): NodeJS.Timeout | null {
    if (rows.batchesMax === 1) return null;
    return setTimeout(() => {
      lateTimer = null;
      schedule();
    }, lateMs);
  }

  async function send(): Promise<void> {
    isScheduled = false;
    const batch = collected;
    collected = [];
    underWay += 1;
    const timer = startLateTimer();
    lateTimer = timer;
    const busy = await decideBatch(rows, batch);
    if (busy.length > 0) setTimeout(retryBusy, BUSY_PAUSE_MS, busy);
    clearTimeout(timer ?? undefined);
    // A late batch must not clear the timer of a later one.
    if (lateTimer === timer) lateTimer = null;
    underWay -= 1;
    schedule();
  }

  function retryBusy(busy: readonly Waiting[]): void {
    collected.unshift(...busy);
    schedule();
  }

  return (hash: string, isPeek: boolean): Promise<Decision> =>
    new Promise((resolve, reject) => {
      collected.push({ hash, isPeek, sinceMs: systemClock.monotonicMs(), resolve, reject });
      schedule();
    });
}

/** Decides waiting calls, oldest first. Returns those whose account is busy, to be tried again. Never rejects. */
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

function groupsOf(waiting: readonly Waiting[]) {
  const groups = new Map<string, { hash: string; calls: number; waiting: Waiting[] }>();
  for (const one of waiting) {
    const { hash, isPeek } = one;
    const group = groups.get(hash);
    if (group === undefined) {
      groups.set(hash, { hash, calls: isPeek ? 0 : 1, waiting: [one] });
      continue;
    }
    group.waiting.push(one);
    if (!isPeek) group.calls += 1;
  }
  return [...groups.values()];
}

/** Resolves the calls of a group, or returns them if their account is busy. */
function resolveAll(waiting: readonly Waiting[], decided: Decided | 'busy' | null): readonly Waiting[] {
  if (decided === 'busy') return waiting;
  let calls = 0;
  for (const { isPeek, resolve } of waiting) {
    if (decided === null) resolve(UNKNOWN_KEY);
    else resolve(isPeek ? decisionOf(decided) : decisionOf(decided, ++calls));
  }
  return [];
}

const UNKNOWN_KEY: Decision = { outcome: 'unknown-key' };
