import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createWorkQueue, QueueFullError } from '../../base/work-queue.ts';
import { type Clock, kstDayOf } from '../../clock.ts';
import {
  type FoundItems,
  type SearchIndex,
  type SearchRequest,
  SearchUnavailableError,
} from '../search-index.ts';
import type { SimilarWords } from '../search-term-admin.ts';
import type { IndexUpdaterLimits } from './index-updater.ts';
import type {
  FromSearchThread,
  SearchAnswer,
  SearchAnswers,
  SearchCall,
  SearchCalls,
  SearchThreadData,
} from './search-thread.ts';

export interface ThreadedSearchOptions {
  /** The file that calls runSearchThread. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
  /** The revision of the catalogue that callers have seen; if omitted, the thread reads the revision itself. */
  revision?(): Promise<number>;
  similarWords(): Promise<SimilarWords>;
  onProblem(problem: unknown): void;
  readonly limits?: IndexUpdaterLimits;
}

interface Batch extends PromiseWithResolvers<SearchAnswers['answers']> {
  readonly id: number;
  readonly calls: SearchCall[];
}

const RESTART_MS = 1_000;

/** Search on another thread. While the thread is down or has no index yet, calls throw SearchUnavailableError at once. */
export class ThreadedSearch implements SearchIndex {
  readonly #options: ThreadedSearchOptions;
  readonly #sent = new Map<number, Batch>();
  #batch: Batch | null = null;
  #lastId = 0;
  #wordsRevision: number | null = null;
  #isReady = false;
  #readiness = Promise.withResolvers<void>();
  #isClosed = false;
  #worker: Worker;

  constructor(options: ThreadedSearchOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  async search(request: SearchRequest): Promise<FoundItems> {
    return (await this.#ask({ request })) as FoundItems;
  }

  async suggest(query: string, limit: number): Promise<readonly string[]> {
    return (await this.#ask({ query, limit })) as readonly string[];
  }

  async whenReady(waitMs: number): Promise<boolean> {
    const timeout = new AbortController();
    const late = wait(waitMs, null, { signal: timeout.signal }).catch(() => {});
    if (!this.#isReady) await Promise.race([this.#readiness.promise, late]);
    timeout.abort();
    return this.#isReady;
  }

  /** Ends the thread. Later searches throw SearchUnavailableError. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const thread = this.#worker;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('stop');
    // A thread that has already exited sends no other `exit`.
    if (thread.threadId !== -1) await ended;
  }

  #start(): Worker {
    const { entry, dataDir, limits = {}, onProblem } = this.#options;
    const data: SearchThreadData = { dataDir, limits };
    const thread = new Worker(entry, { workerData: data });
    thread.on('message', (message: FromSearchThread) => this.#receive(message));
    thread.on('error', onProblem);
    thread.on('exit', () => {
      this.#goDown();
      setTimeout(() => {
        if (!this.#isClosed) this.#worker = this.#start();
      }, RESTART_MS).unref();
    });
    return thread;
  }

  #goDown(): void {
    this.#wordsRevision = null;
    // If no index was ready yet, callers of whenReady go on waiting for the index of the next thread.
    if (this.#isReady) this.#readiness = Promise.withResolvers<void>();
    this.#isReady = false;
    const ended = new SearchUnavailableError('The search thread has ended');
    for (const { reject } of this.#sent.values()) reject(ended);
    this.#sent.clear();
  }

  #receive(message: FromSearchThread): void {
    if (message === 'ready') {
      this.#isReady = true;
      this.#readiness.resolve();
    } else if ('problem' in message) this.#options.onProblem(message.problem);
    else {
      this.#sent.get(message.id)?.resolve(message.answers);
      this.#sent.delete(message.id);
    }
  }

  async #ask(call: SearchCall): Promise<SearchAnswer> {
    if (!this.#isReady) throw new SearchUnavailableError('There is no search index yet');
    this.#batch ??= this.#openBatch();
    const at = this.#batch.calls.push(call) - 1;
    const answer = (await this.#batch.promise)[at];
    if (answer?.status === 'fulfilled') return answer.value;
    throw new SearchUnavailableError('The search failed', { cause: answer?.reason });
  }

  #openBatch(): Batch {
    const batch = { id: ++this.#lastId, calls: [], ...Promise.withResolvers<SearchAnswers['answers']>() };
    this.#sent.set(batch.id, batch);
    setImmediate(() => this.#send(batch));
    return batch;
  }

  async #send({ id, calls }: Batch): Promise<void> {
    this.#batch = null;
    const { clock, revision } = this.#options;
    const message: SearchCalls = {
      id,
      calls,
      today: kstDayOf(clock.nowMs()),
      revision: (await revision?.().catch(() => null)) ?? null,
      similarWords: await this.#newSimilarWords(),
    };
    this.#worker.postMessage(message);
  }

  async #newSimilarWords(): Promise<SimilarWords['groups'] | null> {
    try {
      const { revision, groups } = await this.#options.similarWords();
      if (revision === this.#wordsRevision) return null;
      this.#wordsRevision = revision;
      return groups;
    } catch (error) {
      // Search goes on with the words that the thread has.
      this.#options.onProblem(error);
      return null;
    }
  }
}

/** Limits on searches by public pages: a call of the API waits for at most two of them. */
const LIMITS = { atOnceMax: 2, waitingMax: 16, waitingPerCallerMax: 16, restFactor: 0 };

/** Search for public pages. Throws SearchUnavailableError also when too many searches are waiting. */
export function createPublicSearch(search: SearchIndex): SearchIndex {
  const queue = createWorkQueue(LIMITS);
  const inTurn = <T>(work: () => Promise<T>) =>
    queue.run(work).catch((error: unknown) => {
      throw error instanceof QueueFullError ? new SearchUnavailableError(error.message) : error;
    });
  return {
    search: (request) => inTurn(() => search.search(request)),
    suggest: (query, limit) => inTurn(() => search.suggest(query, limit)),
  };
}
