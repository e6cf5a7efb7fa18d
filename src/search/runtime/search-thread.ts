import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import { type KstDay, systemClock } from '../../clock.ts';
import { runTask } from '../../run-task.ts';
import { openChangeFeed } from '../change-feed.ts';
import type { SimilarGroups } from '../correction/similar-words.ts';
import type { SearchRequest, SearchResult } from '../search-index.ts';
import { IndexUpdater, type IndexUpdaterLimits } from './index-updater.ts';
import { Searcher } from './searcher.ts';

/** Data that the thread is started with. */
export interface SearchThreadData {
  readonly dataDir: string;
  readonly limits: IndexUpdaterLimits;
}

/** `today` is the KST day for deals. */
export type SearchCall = { readonly id: number; readonly today: KstDay } & (
  | { readonly request: SearchRequest }
  | { readonly query: string; readonly limit: number }
);

/** Calls of one turn of the event loop travel together, and so do their answers. */
export interface SearchCalls {
  readonly calls: readonly SearchCall[];
  /** Null = they haven't changed. */
  readonly similarWords: SimilarGroups | null;
}

export type FromSearchThread =
  /** Searches are answered. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: readonly SearchAnswer[] }
  | { readonly kind: 'problem'; readonly problem: unknown };

/** The result by kind of call, or why there is none. */
export interface SearchAnswer {
  readonly id: number;
  readonly result: SearchResult | readonly string[] | null;
  readonly problem: unknown;
  /** Whether the index shows everything that was committed before the call. */
  readonly isCurrent: boolean;
}

/** How often to check for commits when nobody searches. A check costs a few microseconds. */
const TICK_MS = 100;
/** Nobody writes on this connection, so it waits only while another one recovers the file. */
const BUSY_MS = 1_000;

/** Answers searches until it gets `stop`. `builder` is the file whose task `index` calls buildIndex. */
export function runSearchThread(
  { dataDir, limits }: SearchThreadData,
  port: MessagePort,
  builder: URL,
): void {
  const tell = (message: FromSearchThread) => port.postMessage(message);
  const onProblem = (problem: unknown) => tell({ kind: 'problem', problem });
  const feed = openChangeFeed(dataDir, BUSY_MS);
  const closing = new AbortController();
  const updater = new IndexUpdater({
    feed,
    dataDir,
    clock: systemClock,
    limits,
    build: (data) => runTask(builder, { name: 'index', data }, { signal: closing.signal, stopMs: 0 }),
    onReady: () => tell({ kind: 'ready' }),
    onReplaced: createCollector(),
    onProblem,
  });
  const searcher = new Searcher(updater);
  const tick = createTick(() => updater.tick(), onProblem);
  const timer = setInterval(tick, TICK_MS);
  port.on('message', (message: SearchCalls | 'stop') => {
    if (message !== 'stop') {
      if (message.similarWords !== null) searcher.similarWords = message.similarWords;
      return tell({ kind: 'answers', answers: answerAll(updater, searcher, message.calls) });
    }
    clearInterval(timer);
    updater.close();
    feed.close();
    // Nobody waits for a build: its file counts only once it is complete.
    closing.abort();
    port.close();
  });
  tick();
}

/**
 * Frees what nothing refers to. Shared memory doesn't count when V8 decides whether to: on 10 million items, replaced
 * segments of a gigabyte each would stay for minutes.
 */
function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // Not before the caller, which still refers to it, has returned.
  return () => setImmediate(collect);
}

/** Does `work`, and reports a problem once however often it comes back. */
function createTick(work: () => void, onProblem: (problem: unknown) => void): () => void {
  let lastProblem = '';
  return () => {
    try {
      work();
      lastProblem = '';
    } catch (problem) {
      // The same message every tenth of a second would flood the log.
      if (String(problem) !== lastProblem) onProblem(problem);
      lastProblem = String(problem);
    }
  };
}

function answerAll(updater: IndexUpdater, searcher: Searcher, calls: readonly SearchCall[]): SearchAnswer[] {
  const { problem } = attempt(() => updater.refresh());
  const { isCurrent } = updater;
  return calls.map((call) => {
    const { id, today } = call;
    if (problem !== null) return { id, isCurrent, result: null, problem };
    const answered = attempt(() =>
      'request' in call
        ? searcher.search(call.request, today)
        : searcher.suggest(call.query, call.limit, today),
    );
    return { id, isCurrent, ...answered };
  });
}

function attempt<T>(work: () => T): { readonly result: T | null; readonly problem: unknown } {
  try {
    return { result: work(), problem: null };
  } catch (problem) {
    return { result: null, problem };
  }
}
