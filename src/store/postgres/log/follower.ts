import { EventEmitter, once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../../clock.ts';
import type { DatabaseAddress } from '../../../config/database-url.ts';
import { announceCommit } from '../../sqlite/database.ts';
import { readPosition } from './head.ts';

/** Data that the thread is started with (follower-thread.ts). */
export interface FollowerThreadData {
  readonly address: DatabaseAddress;
  /** Of the replica. */
  readonly folder: string;
}

/** Messages from the thread: the replica has every commit (null), or why not; then perhaps because the log was refused. */
export type FollowerMessage = { readonly failure: string; readonly isRefused: boolean } | null;

export interface FollowerOptions extends FollowerThreadData {
  /** A connection to the replica, for reading. */
  readonly db: DatabaseSync;
  /** Gets the first failure after a success. */
  readonly onProblem: (error: unknown) => void;
}

/** How long after its end the thread is started again, in ms. */
const RESTART_MS = 500;

/** Keeps a replica up to date on a thread of its own, so that a large commit delays no answer. */
export function createFollower({ address, folder, db, onProblem }: FollowerOptions) {
  const told = new EventEmitter().setMaxListeners(0);
  let freshAtMs = systemClock.monotonicMs();
  let last: FollowerMessage = null;
  let isClosed = false;
  const start = (): Worker => {
    const workerData: FollowerThreadData = { address, folder };
    const started = new Worker(new URL('./follower-thread.ts', import.meta.url), { workerData });
    started.on('message', (message: FollowerMessage) => {
      if (message !== null && last === null) onProblem(new Error(message.failure));
      last = message;
      if (message !== null) return;
      freshAtMs = systemClock.monotonicMs();
      // Whoever reads in this turn of the event loop sees the commit.
      announceCommit();
      told.emit('fresh');
    });
    started.on('error', onProblem);
    started.on('exit', () => setTimeout(restart, RESTART_MS).unref());
    return started;
  };
  let thread = start();
  function restart(): void {
    if (!isClosed) thread = start();
  }
  return {
    /** When (monotonic time, ms) the replica was last known to have every commit. */
    freshAtMs: () => freshAtMs,
    /** Why the database is none that the replica may follow; null where it is. */
    refusal: () => (last?.isRefused ? last.failure : null),
    /** Whether the replica has a commit, at the latest after `timeoutMs`. */
    async reach(no: number, timeoutMs: number): Promise<boolean> {
      const isThere = () => readPosition(db).no >= no;
      if (isThere()) return true;
      const signal = AbortSignal.timeout(timeoutMs);
      while (!isThere() && !signal.aborted) {
        // Those who wait already have asked.
        if (told.listenerCount('fresh') === 0) thread.postMessage('now');
        await once(told, 'fresh', { signal }).catch(() => {});
      }
      return isThere();
    },
    async close(): Promise<void> {
      isClosed = true;
      await thread.terminate();
    },
  };
}
