import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import { memoizeLast } from '../../base/memoize-last.ts';
import { type KstDay, systemClock } from '../../clock.ts';
import type { SqlDatabase } from '../../sql-database.ts';
import { createChangeFeed } from '../change-feed.ts';
import { createCorrector } from '../correction/corrector.ts';
import type { SimilarGroups } from '../correction/likely-queries.ts';
import type { ItemIndex } from '../engine/item-index.ts';
import { NO_WORDS, parseNamedItem, parseQuery } from '../query.ts';
import {
  type FoundItems,
  NO_FILTER,
  PLAIN_SEARCH,
  type SearchRequest,
  type SearchResult,
} from '../search-index.ts';
import { createSuggester } from '../suggestions.ts';
import { type BuiltIndex, type IndexBuild, type Lexicon, SetBackError } from './built-index.ts';
import { IndexUpdater, type IndexUpdaterOptions } from './index-updater.ts';

export type SearchThreadData = Pick<IndexUpdaterOptions, 'dataDir' | 'limits'>;

/** The calls of one tick of the event loop, sent in one message. Their answers return in one message, too. */
export interface SearchCalls {
  readonly id: number;
  readonly calls: readonly SearchCall[];
  /** The catalogue revision that answers must include; null = the last one committed when the thread gets the message. */
  readonly revision: number | null;
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
  readonly answers: readonly PromiseSettledResult<SearchAnswer>[];
}

export type FromSearchThread = 'ready' | SearchAnswers | { readonly problem: unknown };

/** How often to check for commits, besides at each search. */
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
      // V8 ignores shared memory when it schedules garbage collection: with 10 million items, replaced segments of a gigabyte
      // each would stay for minutes. setImmediate, because the caller still refers to the replaced index.
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
    // A running build may be interrupted, because an incomplete index file isn't used.
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

/** Applies new commits every TICK_MS until the signal aborts. SetBackError ends this thread, and a new one replaces it. */
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

type SearchedItems = Pick<IndexUpdater, 'index' | 'lexicon' | 'isLexiconCurrent' | 'findNamed'>;

export class Searcher {
  readonly #items: SearchedItems;
  similarWords: SimilarGroups = [];
  readonly #suggesterOf = memoizeLast(createSuggester);
  readonly #correctorOf = memoizeLast((lexicon: Lexicon) =>
    memoizeLast((similarWords: SimilarGroups) => createCorrector(lexicon, similarWords)),
  );

  constructor(items: SearchedItems) {
    this.#items = items;
  }

  async search(request: SearchRequest, today: KstDay): Promise<SearchResult> {
    const { query, target, correct } = request;
    const named = parseNamedItem(query);
    // Only searches in all fields look up numbers; searches in one field are for words.
    const itemIds = named === null || target !== 'all' ? [] : await this.#items.findNamed(named);
    const asked = this.#find(request, today, itemIds);
    if (isHit(asked) || !correct || named !== null) return asked;
    // A query is corrected only if it has no hit in any field of the chosen catalogue, ignoring filters.
    const whole: SearchRequest = { ...request, target: 'all', filter: NO_FILTER, offset: 0, limit: 1 };
    if (isHit(this.#find(whole, today, itemIds))) return asked;
    return this.#correct(request, { ...whole, target }, asked, today);
  }

  #correct(request: SearchRequest, whole: SearchRequest, asked: SearchResult, today: KstDay) {
    const correct = this.#correctorOf(this.#items.lexicon)(this.similarWords);
    const index = this.#index;
    const workMax = index.work + CORRECTION_WORK_MAX;
    const count = (query: string, lastIsBeginning = false) =>
      index.work > workMax ? 0 : this.#find({ ...whole, query }, today, [], lastIsBeginning).totalCount;
    const { correction, suggestion } = correct(request.query, {
      count,
      isMeant: (query, isTitle) =>
        count(query) > 0 && index.isMeant(parseQuery(query), isTitle, { ...whole, query }, today),
    });
    if (correction !== null) {
      const used = { ...request, query: correction.query };
      return { ...this.#find(used, today, [], correction.kind === 'prefix'), correction, suggestion };
    }
    return { ...asked, suggestion };
  }

  suggest(query: string, limit: number, today: KstDay): readonly string[] {
    const suggest = this.#suggesterOf(this.#items.lexicon);
    if (this.#items.isLexiconCurrent) return suggest(query, limit);
    return suggest(query, limit * 2)
      .filter((text) => this.#find({ ...PLAIN_SEARCH, query: text, limit: 1 }, today).totalCount > 0)
      .slice(0, limit);
  }

  get #index(): ItemIndex {
    const { index } = this.#items;
    if (index === null) throw new Error('there is no index yet');
    return index;
  }

  #find(
    request: SearchRequest,
    today: KstDay,
    itemIds: readonly number[] = [],
    lastIsBeginning = false,
  ): SearchResult {
    const text = parseQuery(request.query, lastIsBeginning);
    // Only a number of up to seven digits can also be a title.
    if (itemIds.length > 0 && !/^\d{1,7}$/.test(text.key)) {
      const result = this.#index.search(NO_WORDS, request, today, itemIds);
      return isHit(result) ? result : this.#index.search(text, request, today);
    }
    return this.#index.search(text, request, today, itemIds);
  }
}

/** Limit on postings read to correct one query. */
const CORRECTION_WORK_MAX = 2_000_000;

/** Withheld items count as hits: a search for one isn't corrected, but answered with SEARCH_002. */
function isHit({ totalCount, withheldCount }: SearchResult): boolean {
  return totalCount + withheldCount > 0;
}
