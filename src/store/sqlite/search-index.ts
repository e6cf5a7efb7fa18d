import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, kstDayOf } from '../../clock.ts';
import type { SearchIndex, SearchRequest, SearchResult } from '../../search/search-index.ts';
import { SearchUnavailableError } from '../../search/search-index.ts';
import type { FollowerLimits } from './search-follower.ts';
import type {
  FromSearchThread,
  SearchAnswer,
  SearchCall,
  SearchThreadData,
  ToSearchThread,
} from './search-thread.ts';

export interface SqliteSearchOptions {
  /** The file that calls runSearchThread. */
  readonly entry: URL;
  /** Its catalogue file is there and migrated. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Something that the operator should know; the search goes on as it can. */
  onProblem(problem: unknown): void;
  /** When changes are merged and built; only tests need others than those that suit the catalogue. */
  readonly limits?: FollowerLimits;
}

/** The search with its thread. */
export interface SqliteSearch extends SearchIndex {
  /** Resolves when the index can be asked, or after `waitMs`. Tells which. */
  whenReady(waitMs: number): Promise<boolean>;
  /** Ends the thread. Later searches throw SearchUnavailableError. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(result: SearchResult): void;
  reject(error: Error): void;
}

/** How soon a thread that died is followed by another. */
const RESTART_MS = 1_000;

/**
 * Search on a thread of its own, which follows the catalogue file (search-follower.ts); the caller's thread never
 * waits. While the thread has no index yet, and while it is down, SearchUnavailableError is thrown at once.
 */
export function createSqliteSearchIndex(options: SqliteSearchOptions): SqliteSearch {
  const waiting = new Map<number, Waiting>();
  let pending: SearchCall[] = [];
  let lastId = 0;
  let isReady = false;
  let isClosed = false;
  let readiness = Promise.withResolvers<void>();
  let worker = start();

  function start(): Worker {
    const data: SearchThreadData = {
      dataDir: options.dataDir,
      limits: options.limits ?? { mergeAt: null, buildAt: null },
    };
    const thread = new Worker(options.entry, { workerData: data });
    thread.on('message', receive);
    thread.on('error', (error) => options.onProblem(error));
    thread.on('exit', () => {
      goDown();
      if (isClosed) return;
      setTimeout(() => {
        if (!isClosed) worker = start();
      }, RESTART_MS).unref();
    });
    return thread;
  }

  function goDown(): void {
    // Whoever waits for the first index goes on waiting for it.
    if (isReady) readiness = Promise.withResolvers<void>();
    isReady = false;
    for (const { reject } of waiting.values())
      reject(new SearchUnavailableError('The search thread has ended'));
    waiting.clear();
  }

  function receive(message: FromSearchThread): void {
    if (message.kind === 'answers') message.answers.forEach(settle);
    else if (message.kind === 'problem') options.onProblem(message.problem);
    else {
      isReady = true;
      readiness.resolve();
    }
  }

  function settle({ id, result, problem }: SearchAnswer): void {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (result !== null) caller?.resolve(result);
    else caller?.reject(new SearchUnavailableError('The search failed', { cause: problem }));
  }

  function send(): void {
    const message: ToSearchThread = { kind: 'search', calls: pending };
    pending = [];
    worker.postMessage(message);
  }

  return {
    search(request: SearchRequest): Promise<SearchResult> {
      if (!isReady) return Promise.reject(new SearchUnavailableError('There is no search index yet'));
      const id = ++lastId;
      // What one turn of the event loop asks crosses over to the thread as one message.
      if (pending.push({ id, request, today: kstDayOf(options.clock.nowMs()) }) === 1) setImmediate(send);
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    suggest: async () => [],
    async whenReady(waitMs) {
      if (isReady) return true;
      const timeout = new AbortController();
      await Promise.race([readiness.promise, wait(waitMs, null, { signal: timeout.signal }).catch(() => {})]);
      timeout.abort();
      return isReady;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      const thread = worker;
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      const message: ToSearchThread = { kind: 'stop' };
      thread.postMessage(message);
      // Between a thread that died and the next one there is none to wait for.
      if (thread.threadId !== -1) await ended;
    },
  };
}
