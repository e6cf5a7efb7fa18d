import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import { type KstDay, systemClock } from '../../clock.ts';
import { runTask } from '../../run-task.ts';
import type { OpenChangeFeed } from '../change-feed.ts';
import type { SimilarGroups } from '../correction/similar-words.ts';
import type { SearchRequest, SearchResult } from '../search-index.ts';
import type { BuildData } from './index-builds.ts';
import { type BuildOutcome, IndexUpdater, type IndexUpdaterLimits } from './index-updater.ts';
import { type LexiconOutcome, LexiconUpdater } from './lexicon-updater.ts';
import { SearchAnswers } from './search-answers.ts';

/** Data that the thread is started with. */
export interface SearchThreadData {
  readonly dataDir: string;
  readonly limits: IndexUpdaterLimits;
}

/** `today` is the KST day for deals. */
export type SearchCall = { readonly id: number; readonly today: KstDay } & (
  | { readonly kind: 'search'; readonly request: SearchRequest }
  | { readonly kind: 'suggest'; readonly query: string; readonly limit: number }
);

/** Calls of one turn of the event loop travel together, and so do their answers. */
export type ToSearchThread =
  /** Null = the similar words haven't changed. */
  | {
      readonly kind: 'calls';
      readonly calls: readonly SearchCall[];
      readonly similarWords: SimilarGroups | null;
    }
  | { readonly kind: 'stop' };

export type FromSearchThread =
  /** Searches are answered. */
  | { readonly kind: 'ready' }
  /** Queries without a hit are corrected, too. */
  | { readonly kind: 'gathered' }
  /** Searches aren't answered before an index has been built, which takes long. */
  | { readonly kind: 'building' }
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

/** Answers searches until it gets `stop`. `builder` is the file whose task `build` calls runBuild. */
export function runSearchThread(
  data: SearchThreadData,
  port: MessagePort,
  openFeed: OpenChangeFeed,
  builder: URL,
): void {
  const { dataDir } = data;
  const tell = (message: FromSearchThread) => port.postMessage(message);
  const onProblem = (problem: unknown) => tell({ kind: 'problem', problem });
  const feed = openFeed(dataDir, BUSY_MS);
  const closing = new AbortController();
  const build = <Outcome>(task: BuildData) =>
    runTask<Outcome>(builder, { name: 'build', data: task }, { signal: closing.signal });
  const indexUpdater: IndexUpdater = new IndexUpdater({
    feed,
    dataDir,
    limits: data.limits,
    startBuild(base, basePosition) {
      build<BuildOutcome>({ dataDir, base, basePosition }).then(
        (outcome) => indexUpdater.endBuild(outcome),
        (error) =>
          indexUpdater.endBuild({
            arrays: null,
            problem: `the search index was not built: ${error.message}`,
          }),
      );
    },
    onReady() {
      tell({ kind: 'ready' });
      if (lexiconUpdater.isGathered) tell({ kind: 'gathered' });
    },
    onLongBuild: () => tell({ kind: 'building' }),
    onReplaced: createCollector(),
    onProblem,
  });
  const lexiconUpdater: LexiconUpdater = new LexiconUpdater({
    feed,
    indexUpdater,
    dataDir,
    clock: systemClock,
    startBuild(older) {
      build<LexiconOutcome>({ dataDir, older }).then(
        (outcome) => lexiconUpdater.endBuild(outcome),
        (error) =>
          lexiconUpdater.endBuild({
            kept: null,
            problem: `the words of the catalogue were not gathered: ${error.message}`,
          }),
      );
    },
    onGathered: () => tell({ kind: 'gathered' }),
    onProblem,
  });
  const answers = new SearchAnswers(indexUpdater, lexiconUpdater);
  const tick = createTick(() => {
    indexUpdater.refresh();
    lexiconUpdater.tick();
  }, onProblem);
  const timer = setInterval(tick, TICK_MS);
  port.on('message', (message: ToSearchThread) => {
    if (message.kind === 'calls') {
      if (message.similarWords !== null) answers.setSimilarWords(message.similarWords);
      return tell({ kind: 'answers', answers: answerAll(indexUpdater, answers, message.calls) });
    }
    clearInterval(timer);
    indexUpdater.close();
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

/** Nobody writes on this connection, so it waits only while another one recovers the file. */
const BUSY_MS = 1_000;

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

function answerAll(
  indexUpdater: IndexUpdater,
  answers: SearchAnswers,
  calls: readonly SearchCall[],
): SearchAnswer[] {
  let problem: unknown = null;
  try {
    indexUpdater.refresh();
  } catch (error) {
    problem = error;
  }
  const { isCurrent } = indexUpdater;
  return calls.map((call) => {
    const { id, today } = call;
    if (problem !== null) return { id, result: null, isCurrent, problem };
    try {
      const result =
        call.kind === 'search'
          ? answers.search(call.request, today)
          : answers.suggest(call.query, call.limit, today);
      return { id, result, isCurrent, problem };
    } catch (error) {
      return { id, result: null, isCurrent, problem: error };
    }
  });
}
