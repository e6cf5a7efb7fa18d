import type { KstDay } from '../clock.ts';
import { createDelayedWork } from '../delayed-work.ts';
import { addFigures, type CallCollector, createCallCollector } from '../gate/call-collector.ts';
import {
  type CallFigures,
  RECENT_CALLS_MAX,
  type RecentCall,
  type RecentCalls,
} from '../gate/recent-calls.ts';

/** How long calls wait for their batch: what a killed process may forget. */
export const BATCH_MS = 5_000;
/** Accounts whose calls are held in memory between batches, about 30 KB each when all call. */
const ACCOUNTS_MAX = 2_000;

export interface BatchedCalls extends RecentCalls {
  /** Writes what waits; what can't be written is reported and kept. */
  flush(): Promise<void>;
}

/** Calls by account. */
export type CallBatch = ReadonlyMap<number, CallCollector>;

/** Where batches of calls are kept. */
export interface CallStore {
  /** Keeps all of a batch or, when it throws, nothing. Accounts that were closed meanwhile are left out. */
  write(batch: CallBatch): Promise<void>;
  list(accountId: number): Promise<readonly RecentCall[]>;
  listFigures(accountId: number, fromDay: KstDay): Promise<CallFigures>;
}

/** The last calls of all accounts: in memory until their batch is written. `onWriteError` hears of one that wasn't; it is retried. */
export function createBatchedCalls(store: CallStore, onWriteError: (error: unknown) => void): BatchedCalls {
  let collected = new Map<number, CallCollector>();
  /** On their way into the store, or kept after a failure. */
  let unwritten: CallBatch = new Map();
  const writing = createDelayedWork(BATCH_MS, writeBatch, onWriteError);

  async function writeBatch(): Promise<void> {
    unwritten = withLater(unwritten, collected);
    collected = new Map();
    if (unwritten.size === 0) return;
    await store.write(unwritten);
    unwritten = new Map();
  }

  return {
    record(accountId, call) {
      let calls = collected.get(accountId);
      if (calls === undefined) {
        // A store that can't be written must not fill the memory.
        if (collected.size + unwritten.size >= ACCOUNTS_MAX) return;
        calls = createCallCollector();
        collected.set(accountId, calls);
        writing.later();
      }
      calls.add(call);
    },
    async list(accountId) {
      await writing.idle();
      const stored = await store.list(accountId);
      const own = [collected, unwritten].flatMap((calls) => calls.get(accountId)?.newestFirst() ?? []);
      // The sort is stable: calls of one millisecond stay in the order in which their instance recorded them.
      const all = [...own, ...stored].sort((a, b) => b.atMs - a.atMs).slice(0, RECENT_CALLS_MAX);
      // Calls that an earlier version wrote have no query.
      return all.map((call) => ({ ...call, query: call.query ?? '' }));
    },
    async listFigures(accountId, fromDay) {
      await writing.idle();
      const stored = await store.listFigures(accountId, fromDay);
      const own = [collected, unwritten].flatMap((calls) => calls.get(accountId)?.figures() ?? []);
      return addFigures([stored, ...own], fromDay);
    },
    async flush() {
      await writing.settle();
      writing.cancel();
    },
  };
}

/** Calls of two batches as one. The collectors of `before` take in what came later. */
function withLater(before: CallBatch, later: CallBatch): CallBatch {
  const all = new Map(before);
  for (const [accountId, calls] of later) {
    const earlier = all.get(accountId);
    if (earlier === undefined) all.set(accountId, calls);
    else earlier.absorb(calls);
  }
  return all;
}
