import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, kstDayOf } from '../../clock.ts';
import {
  type SearchIndex,
  type SearchRequest,
  type SearchResult,
  SearchUnavailableError,
} from '../search-index.ts';
import type { SimilarWords } from '../search-term-admin.ts';
import type { IndexUpdaterLimits } from './index-updater.ts';
import type {
  FromSearchThread,
  SearchAnswer,
  SearchCall,
  SearchThreadData,
  ToSearchThread,
} from './search-thread.ts';

export interface ThreadedSearchOptions {
  /** The file that calls runSearchThread. */
  readonly entry: URL;
  /** Its catalogue file exists and is migrated. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** The operator's, as of now. Read once for all calls of a turn of the event loop. */
  similarWords(): Promise<SimilarWords>;
  /** A problem for the operator; search continues as well as it can. */
  onProblem(problem: unknown): void;
  /** When changes are merged and built; only tests set them. */
  readonly limits?: IndexUpdaterLimits;
}

type CallOfKind =
  | Pick<Extract<SearchCall, { kind: 'search' }>, 'kind' | 'request'>
  | Pick<Extract<SearchCall, { kind: 'suggest' }>, 'kind' | 'query' | 'limit'>;

/** The pause before a dead thread is replaced. */
const RESTART_MS = 1_000;

/**
 * Search on a thread of its own, which follows the catalogue file (index-updater.ts); the caller's thread never
 * waits. While the thread has no index yet, and while it is down, SearchUnavailableError is thrown at once.
 */
export function createThreadedSearch(options: ThreadedSearchOptions) {
  const { ask, ...rest } = createSearchCaller(options);
  const current = new WeakSet<SearchResult>();
  return {
    async search(request: SearchRequest): Promise<SearchResult> {
      const { result, isCurrent } = await ask({ kind: 'search', request });
      if (result === null || !('itemIds' in result))
        throw new Error('a search was answered without a result');
      if (isCurrent) current.add(result);
      return result;
    },
    isCurrent: (result: SearchResult) => current.has(result),
    async suggest(query: string, limit: number): Promise<readonly string[]> {
      const { result } = await ask({ kind: 'suggest', query, limit });
      if (result === null || 'itemIds' in result) throw new Error('a query was answered without suggestions');
      return result;
    },
    ...rest,
  } satisfies SearchIndex;
}

/** The search with its thread. */
export type ThreadedSearch = ReturnType<typeof createThreadedSearch>;

function createSearchCaller(options: ThreadedSearchOptions) {
  const waiting = new Map<number, PromiseWithResolvers<SearchAnswer>>();
  let pending: SearchCall[] = [];
  let lastId = 0;
  const similarWords = createSimilarWordsToSend(options);
  let isReady = false;
  let readiness = Promise.withResolvers<void>();
  const gathered = Promise.withResolvers<void>();
  const building = Promise.withResolvers<void>();
  const thread = createRestartingThread(options, receive, goDown);

  function goDown(): void {
    similarWords.sendAgain();
    // Callers waiting for the first index keep waiting.
    if (isReady) readiness = Promise.withResolvers<void>();
    isReady = false;
    for (const { reject } of waiting.values())
      reject(new SearchUnavailableError('The search thread has ended'));
    waiting.clear();
  }

  function receive(message: FromSearchThread): void {
    if (message.kind === 'answers') {
      for (const answer of message.answers) settle(answer, waiting);
    } else if (message.kind === 'problem') options.onProblem(message.problem);
    else if (message.kind === 'gathered') gathered.resolve();
    else if (message.kind === 'building') building.resolve();
    else {
      isReady = true;
      readiness.resolve();
    }
  }

  async function send(): Promise<void> {
    const calls = pending;
    pending = [];
    thread.post({ kind: 'calls', calls, similarWords: await similarWords.next() });
  }

  /** Throws SearchUnavailableError. */
  function ask(call: CallOfKind): Promise<SearchAnswer> {
    if (!isReady) return Promise.reject(new SearchUnavailableError('There is no search index yet'));
    const id = ++lastId;
    const today = kstDayOf(options.clock.nowMs());
    // All calls of one turn of the event loop go to the thread in one message.
    if (pending.push({ ...call, id, today }) === 1) setImmediate(send);
    const answered = Promise.withResolvers<SearchAnswer>();
    waiting.set(id, answered);
    return answered.promise;
  }

  return {
    ask,
    /** Resolves when the index is ready, or after `waitMs`. Returns which. */
    async whenReady(waitMs: number): Promise<boolean> {
      if (!isReady) await waitAtMost(waitMs, readiness.promise);
      return isReady;
    },
    /** Resolves when there are words to correct queries with, or after `waitMs`. */
    whenGathered: (waitMs: number) => waitAtMost(waitMs, gathered.promise),
    /** When queries are answered and corrected, after `waitMs` for either, or at once if a large index is being built. */
    async whenStarted(waitMs: number): Promise<void> {
      await waitAtMost(waitMs, Promise.race([readiness.promise, building.promise]));
      if (isReady) await waitAtMost(waitMs, gathered.promise);
    },
    /** Ends the thread. Later searches throw SearchUnavailableError. */
    close: thread.close,
  };
}

/** The operator's similar words for the thread: all of them when they have changed, else null. */
function createSimilarWordsToSend({ similarWords, onProblem }: ThreadedSearchOptions) {
  let sentRevision: number | null = null;
  return {
    async next(): Promise<SimilarWords['groups'] | null> {
      try {
        const { revision, groups } = await similarWords();
        if (revision === sentRevision) return null;
        sentRevision = revision;
        return groups;
      } catch (error) {
        // The thread's present ones are better than none.
        onProblem(error);
        return null;
      }
    },
    /** A new thread has none. */
    sendAgain(): void {
      sentRevision = null;
    },
  };
}

/** The search thread; another one replaces it when it dies. */
function createRestartingThread(
  options: ThreadedSearchOptions,
  onMessage: (message: FromSearchThread) => void,
  onEnd: () => void,
) {
  let isClosed = false;
  let worker = start();

  function start(): Worker {
    const data: SearchThreadData = {
      dataDir: options.dataDir,
      limits: options.limits ?? { mergeAt: null, buildAt: null },
    };
    const thread = new Worker(options.entry, { workerData: data });
    thread.on('message', onMessage);
    thread.on('error', (error) => options.onProblem(error));
    thread.on('exit', () => {
      onEnd();
      if (isClosed) return;
      setTimeout(() => {
        if (!isClosed) worker = start();
      }, RESTART_MS).unref();
    });
    return thread;
  }

  return {
    post: (message: ToSearchThread) => worker.postMessage(message),
    async close(): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      const thread = worker;
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      const message: ToSearchThread = { kind: 'stop' };
      thread.postMessage(message);
      // Between a dead thread and the next one there is none to wait for.
      if (thread.threadId !== -1) await ended;
    },
  };
}

function settle(answer: SearchAnswer, waiting: Map<number, PromiseWithResolvers<SearchAnswer>>): void {
  const caller = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (answer.problem === null) caller?.resolve(answer);
  else caller?.reject(new SearchUnavailableError('The search failed', { cause: answer.problem }));
}

/** Resolves when the promise does, or after the time. */
async function waitAtMost(waitMs: number, promise: Promise<void>): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([promise, wait(waitMs, null, { signal: timeout.signal }).catch(() => {})]);
  timeout.abort();
}
