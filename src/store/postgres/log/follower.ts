import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { systemClock } from '../../../clock.ts';
import type { DatabaseAddress } from '../../../config/database-url.ts';
import { announceCommit } from '../../sqlite/database.ts';
import { LogRefused, readPosition } from './head.ts';

/** How often a replica asks for commits of others, in ms. */
const POLL_MS = 500;
/** The same after one: an import makes many. Also while another connection of this machine writes to the replica. */
const POLL_AGAIN_MS = 100;

/** Data that the thread is started with. */
export interface FollowerThreadData {
  readonly address: DatabaseAddress;
  /** Of the replica. */
  readonly folder: string;
}

/** Messages from the thread: the replica has every commit, or following failed; then perhaps because the log was refused. */
type FollowerMessage =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'failed'; readonly message: string; readonly isRefused: boolean };

export interface FollowerOptions extends FollowerThreadData {
  /** The file that calls serveFollower. */
  readonly entry: URL;
  /** A connection to the replica, for reading. */
  readonly db: DatabaseSync;
  /** Gets the first failure after a success. */
  readonly onProblem: (error: unknown) => void;
}

/** Keeps a replica up to date on a thread of its own, so that a large commit delays no answer. */
export function createFollower(options: FollowerOptions) {
  const { entry, address, folder, db, onProblem } = options;
  const waiters = new Set<() => void>();
  let freshAtMs = systemClock.monotonicMs();
  let isFailing = false;
  let refusal: string | null = null;
  let isClosed = false;
  const start = (): Worker => {
    const workerData: FollowerThreadData = { address, folder };
    const started = new Worker(entry, { workerData });
    started.on('message', (message: FollowerMessage) => {
      if (message.kind === 'failed') {
        if (!isFailing) onProblem(new Error(message.message));
        isFailing = true;
        refusal = message.isRefused ? message.message : null;
        return;
      }
      isFailing = false;
      refusal = null;
      freshAtMs = systemClock.monotonicMs();
      // Whoever reads in this turn of the event loop sees the commit.
      announceCommit();
      for (const look of waiters) look();
    });
    started.on('error', onProblem);
    started.on('exit', () => {
      if (!isClosed) setTimeout(restart, POLL_MS).unref();
    });
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
    refusal: () => refusal,
    /** Whether the replica has a commit, at the latest after `timeoutMs`. */
    async reach(no: number, timeoutMs: number): Promise<boolean> {
      if (readPosition(db).no >= no) return true;
      thread.postMessage('now');
      return new Promise((resolve) => {
        const leave = (isThere: boolean) => {
          clearTimeout(timer);
          waiters.delete(look);
          resolve(isThere);
        };
        const look = () => {
          if (readPosition(db).no >= no) leave(true);
        };
        const timer = setTimeout(() => leave(false), timeoutMs);
        waiters.add(look);
      });
    },
    async close(): Promise<void> {
      isClosed = true;
      await thread.terminate();
    },
  };
}

/**
 * What that thread does: follows every half a second, sooner while there are commits, and at once on request. `follow` resolves with
 * the number of the replica's last commit, or null when it has to be tried again. Never ends by itself.
 */
export async function serveFollower(follow: () => Promise<number | null>): Promise<void> {
  let wake: AbortController | null = null;
  let isAsked = false;
  let known: number | null = null;
  parentPort?.on('message', () => {
    isAsked = true;
    wake?.abort();
  });
  const tell = (message: FollowerMessage) => parentPort?.postMessage(message);
  for (;;) {
    isAsked = false;
    let pauseMs = POLL_MS;
    try {
      const no = await follow();
      if (no !== known) pauseMs = POLL_AGAIN_MS;
      known = no ?? known;
      if (no !== null) tell({ kind: 'fresh' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      tell({ kind: 'failed', message, isRefused: error instanceof LogRefused });
    }
    if (isAsked) await wait(ASKED_PAUSE_MS);
    else {
      wake = new AbortController();
      await wait(pauseMs, undefined, { signal: wake.signal }).catch(() => {});
    }
  }
}

/** Between two times that somebody waits for: another connection may be writing to the replica. */
const ASKED_PAUSE_MS = 5;
