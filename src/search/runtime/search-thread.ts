import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import { type KstDay, systemClock } from '../../clock.ts';
import type { SqlDatabase } from '../../sql-database.ts';
import { createChangeFeed } from '../change-feed.ts';
import type { SimilarGroups } from '../correction/similar-words.ts';
import type { FoundItems, SearchRequest } from '../search-index.ts';
import { Searcher } from '../searcher.ts';
import { type BuiltIndex, type IndexBuild, SetBackError } from './built-index.ts';
import { IndexUpdater, type IndexUpdaterOptions } from './index-updater.ts';

export type SearchThreadData = Pick<IndexUpdaterOptions, 'dataDir' | 'limits'>;

/** The calls of one tick of the event loop, sent in one message; so are their answers. */
export interface SearchCalls {
  readonly id: number;
  readonly calls: readonly SearchCall[];
  /** The revision of the catalogue that answers must include; null = the last commit on arrival. */
  readonly revision: number | null;
  /** The KST day for deals. */
  readonly today: KstDay;
  /** Null = unchanged since the last message. */
  readonly similarWords: SimilarGroups | null;
}

export type SearchCall =
  | { readonly request: SearchRequest }
  | { readonly query: string; readonly limit: number };

export type SearchAnswer = FoundItems | readonly string[];

export interface SearchAnswers {
  readonly id: number;
  /** In the order of the calls. */
  readonly answers: readonly PromiseSettledResult<SearchAnswer>[];
}

/** `ready`: from now on searches are answered. */
export type FromSearchThread = 'ready' | SearchAnswers | { readonly problem: unknown };

/** How often to check for commits while there are no searches. */
const TICK_MS = 100;

/** Answers searches of a catalogue until it gets `stop`. `build` builds an index on another thread, until `signal` aborts. */
export async function runSearchThread(
  { dataDir, limits }: SearchThreadData,
  port: MessagePort,
  database: SqlDatabase,
  build: (build: IndexBuild, signal: AbortSignal) => Promise<BuiltIndex>,
): Promise<void> {
  const tell = (message: FromSearchThread) => port.postMessage(message);
  const onProblem = (problem: unknown) => tell({ problem });
  const closing = new AbortController();
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const updater = await IndexUpdater.open({
    feed: createChangeFeed(database),
    dataDir,
    clock: systemClock,
    limits,
    build: (base) => build({ dataDir, base }, closing.signal),
    onShown() {
      tell('ready');
      // V8 ignores shared memory when it decides whether to collect: with 10 million items, replaced segments of a gigabyte each
      // would stay for minutes. Delayed until the caller, which still refers to the last one, has returned.
      setImmediate(collect);
    },
    onProblem,
  });
  const searcher = new Searcher(updater);
  port.on('message', async (message: SearchCalls | 'stop') => {
    if (message !== 'stop') {
      if (message.similarWords !== null) searcher.similarWords = message.similarWords;
      return tell({ id: message.id, answers: await answerAll(updater, searcher, message) });
    }
    // A build needn't finish: its file counts only once it is complete.
    closing.abort();
    updater.close();
    port.close();
  });
  await keepUp(updater, closing.signal, onProblem);
}

function answerAll(updater: IndexUpdater, searcher: Searcher, { calls, revision, today }: SearchCalls) {
  const refreshing = updater.refresh(revision);
  return Promise.allSettled(
    calls.map(async (call): Promise<SearchAnswer> => {
      const isCurrent = await refreshing;
      if ('query' in call) return searcher.suggest(call.query, call.limit, today);
      return { ...(await searcher.search(call.request, today)), isCurrent };
    }),
  );
}

/**
 * Keeps the index up to date while there are no searches, until the signal aborts. Throws SetBackError, after which the thread is
 * replaced.
 */
async function keepUp(updater: IndexUpdater, signal: AbortSignal, onProblem: (problem: unknown) => void) {
  let lastProblem = '';
  while (!signal.aborted) {
    try {
      await updater.tick();
      lastProblem = '';
    } catch (problem) {
      if (problem instanceof SetBackError) throw problem;
      // The same message every tenth of a second would flood the log.
      if (String(problem) !== lastProblem) onProblem(problem);
      lastProblem = String(problem);
    }
    await wait(TICK_MS, null, { signal }).catch(() => {});
  }
}
