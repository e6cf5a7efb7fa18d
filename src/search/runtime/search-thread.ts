import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import { memoizeLast } from '../../base/memoize-last.ts';
import { runTask } from '../../base/run-task.ts';
import { type KstDay, systemClock } from '../../clock.ts';
import { openChangeFeed } from '../change-feed.ts';
import { createCorrector } from '../correction/corrector.ts';
import type { SimilarGroups } from '../correction/query-words.ts';
import type { ItemIndex } from '../engine/item-index.ts';
import type { Lexicon } from '../lexicon.ts';
import { parseQuery } from '../query.ts';
import { type FoundItems, NO_FILTER, type SearchRequest, type SearchResult } from '../search-index.ts';
import { createSuggester } from '../suggest/suggester.ts';
import { IndexUpdater, type IndexUpdaterOptions } from './index-updater.ts';

export type SearchThreadData = Pick<IndexUpdaterOptions, 'dataDir' | 'limits'>;

/** The calls of one turn of the event loop, which travel together, and so do their answers. */
export interface SearchCalls {
  readonly id: number;
  readonly calls: readonly SearchCall[];
  /** The KST day for deals. */
  readonly today: KstDay;
  /** Null = they haven't changed. */
  readonly similarWords: SimilarGroups | null;
}

export type SearchCall =
  | { readonly request: SearchRequest }
  | { readonly query: string; readonly limit: number };

export type SearchAnswer = FoundItems | readonly string[];

export interface SearchAnswers {
  readonly id: number;
  /** By call. */
  readonly answers: readonly PromiseSettledResult<SearchAnswer>[];
}

/** `ready`: searches are answered. */
export type FromSearchThread = 'ready' | SearchAnswers | { readonly problem: unknown };

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
  const onProblem = (problem: unknown) => tell({ problem });
  const feed = openChangeFeed(dataDir, BUSY_MS);
  const closing = new AbortController();
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const updater = new IndexUpdater({
    feed,
    dataDir,
    clock: systemClock,
    limits,
    build: (data) => runTask(builder, { name: 'index', data }, { signal: closing.signal, stopMs: 0 }),
    onShown() {
      tell('ready');
      // Shared memory doesn't count when V8 decides whether to free: on 10 million items, replaced segments of a gigabyte each
      // would stay for minutes. Not before the caller, which still refers to the last one, has returned.
      setImmediate(collect);
    },
    onProblem,
  });
  const searcher = new Searcher(updater);
  let lastProblem = '';
  const tick = () => {
    const done = attempt(() => updater.tick());
    const problem = done.status === 'rejected' ? String(done.reason) : '';
    // The same message every tenth of a second would flood the log.
    if (done.status === 'rejected' && problem !== lastProblem) onProblem(done.reason);
    lastProblem = problem;
  };
  const timer = setInterval(tick, TICK_MS);
  port.on('message', (message: SearchCalls | 'stop') => {
    if (message !== 'stop') {
      if (message.similarWords !== null) searcher.similarWords = message.similarWords;
      return tell({ id: message.id, answers: answerAll(updater, searcher, message) });
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

function answerAll(updater: IndexUpdater, searcher: Searcher, { calls, today }: SearchCalls) {
  const refreshed = attempt(() => updater.refresh());
  const { isCurrent } = updater;
  return calls.map((call): PromiseSettledResult<SearchAnswer> => {
    if (refreshed.status === 'rejected') return refreshed;
    return attempt(() =>
      'request' in call
        ? { ...searcher.search(call.request, today), isCurrent }
        : searcher.suggest(call.query, call.limit, today),
    );
  });
}

function attempt<T>(work: () => T): PromiseSettledResult<T> {
  try {
    return { status: 'fulfilled', value: work() };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

type SearchedItems = Pick<IndexUpdater, 'index' | 'lexicon' | 'isLexiconCurrent' | 'findNamed'>;

/**
 * Reads queries, finds what they ask for, corrects those that find nothing, and completes those being typed. Throws
 * while there is no index.
 */
export class Searcher {
  readonly #items: SearchedItems;
  /** The operator's. */
  similarWords: SimilarGroups = [];
  readonly #suggesterOf = memoizeLast(createSuggester);
  readonly #correctorOf = memoizeLast((arrays: Lexicon) =>
    memoizeLast((similarWords: SimilarGroups) => createCorrector(arrays, similarWords)),
  );

  constructor(items: SearchedItems) {
    this.#items = items;
  }

  search(request: SearchRequest, today: KstDay): SearchResult {
    const asked = this.#find(request, today);
    if (isHit(asked) || !request.correct) return asked;
    // A query is corrected when the whole of the chosen catalogue has nothing for it, whatever the filters.
    const whole: SearchRequest = { ...request, target: 'all', filter: NO_FILTER, offset: 0, limit: 1 };
    if (isHit(this.#find(whole, today))) return asked;
    const { target } = request;
    const workMax = this.#index.work + CORRECTION_WORK_MAX;
    const countHits = (query: string, lastIsBeginning = false) =>
      this.#index.work > workMax
        ? 0
        : this.#find({ ...whole, target, query }, today, lastIsBeginning).totalCount;
    const { correction, suggestion } = this.#correctorOf(this.#items.lexicon())(this.similarWords).advise(
      request.query,
      {
        count: countHits,
        isMeant: ({ query, isTitle, series }) =>
          countHits(query) > 0 &&
          this.#index.isMeant(
            parseQuery(query).text,
            { isTitle, series: parseQuery(series).text },
            { ...whole, target, query },
            today,
          ),
      },
    );
    if (correction === null && LOOSE_CONSONANT.test(request.query)) {
      const completed = this.suggest(request.query, COMPLETIONS_MAX, today).find(
        (text) => countHits(text) > 0,
      );
      return { ...asked, suggestion: suggestion ?? completed ?? null };
    }
    if (correction === null) return { ...asked, suggestion };
    const used = { ...request, query: correction.query };
    return { ...this.#find(used, today, correction.kind === 'prefix'), correction, suggestion };
  }

  suggest(query: string, limit: number, today: KstDay): readonly string[] {
    const suggester = this.#suggesterOf(this.#items.lexicon());
    if (this.#items.isLexiconCurrent) return suggester.suggest(query, limit);
    // The index knows what was withheld or removed since: nothing is suggested that finds nothing.
    return suggester
      .suggest(query, limit * 2)
      .filter((text) => this.#find({ ...ANY, query: text }, today).totalCount > 0)
      .slice(0, limit);
  }

  get #index(): ItemIndex {
    const { index } = this.#items;
    if (index === null) throw new Error('there is no index yet');
    return index;
  }

  #find(request: SearchRequest, today: KstDay, lastIsBeginning = false): SearchResult {
    const { named, text } = parseQuery(request.query, lastIsBeginning);
    // A number names an item whatever its fields say; a target asks for words.
    if (named === null || request.target !== 'all') return this.#index.searchText(text, request, today);
    const itemIds = this.#items.findNamed(named.itemId, named.isbn13, named.isbn10);
    // A short number may be a title as well.
    if (/^\d{1,7}$/.test(text.key)) return this.#index.searchText(text, request, today, itemIds);
    const result = this.#index.searchItems(itemIds, request, today);
    return isHit(result) ? result : this.#index.searchText(text, request, today);
  }
}

/** Postings read to correct one query; after that, nothing else is tried. */
const CORRECTION_WORK_MAX = 2_000_000;

/** A consonant that begins a syllable, as people type it for the whole of one: ㅎㄹㅍㅌ. */
const LOOSE_CONSONANT = /[ㄱ-ㅎ]/u;
/** Completions looked at for one that is in the chosen catalogue. */
const COMPLETIONS_MAX = 10;

const ANY: Omit<SearchRequest, 'query'> = {
  category: 'ALL',
  sort: 'REG_DTS',
  target: 'all',
  filter: NO_FILTER,
  correct: false,
  offset: 0,
  limit: 1,
};

/** Withheld items count as hits, so a search for one learns that it is withheld. */
function isHit({ totalCount, withheldCount }: SearchResult): boolean {
  return totalCount + withheldCount > 0;
}
