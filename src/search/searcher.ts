import { memoizeLast } from '../base/memoize-last.ts';
import type { KstDay } from '../clock.ts';
import { createCorrector } from './correction/corrector.ts';
import type { SimilarGroups } from './correction/similar-words.ts';
import type { ItemIndex } from './engine/item-index.ts';
import type { Lexicon } from './lexicon.ts';
import { type NamedItem, NO_WORDS, parseNamedItem, parseQuery } from './query.ts';
import { NO_FILTER, PLAIN_SEARCH, type SearchRequest, type SearchResult } from './search-index.ts';
import { createSuggester } from './suggestions.ts';

/** The data that a searcher uses. */
interface SearchedItems {
  /** Null before the first build. */
  readonly index: ItemIndex | null;
  /** For corrections and suggestions; it may be older than the index. */
  lexicon(): Promise<Lexicon>;
  readonly isLexiconCurrent: boolean;
  /** The numbers of items with a number or ISBN. */
  findNamed(named: NamedItem): Promise<readonly number[]>;
}

/** Answers queries, corrects those without hits, and completes those being typed. Throws while there is no index. */
export class Searcher {
  readonly #items: SearchedItems;
  /** The operator's. */
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
    // A number names an item regardless of fields; searches in one field are for words only.
    const itemIds = named === null || target !== 'all' ? [] : await this.#items.findNamed(named);
    const asked = this.#find(request, today, itemIds);
    if (isHit(asked) || !correct || named !== null) return asked;
    // A query is corrected only if the whole chosen catalogue has no hit, ignoring filters.
    const whole: SearchRequest = { ...request, target: 'all', filter: NO_FILTER, offset: 0, limit: 1 };
    if (isHit(this.#find(whole, today, itemIds))) return asked;
    return this.#correct(request, { ...whole, target }, asked, today);
  }

  async #correct(request: SearchRequest, whole: SearchRequest, asked: SearchResult, today: KstDay) {
    const corrector = this.#correctorOf(await this.#items.lexicon())(this.similarWords);
    const index = this.#index;
    const workMax = index.work + CORRECTION_WORK_MAX;
    const count = (query: string, lastIsBeginning = false) =>
      index.work > workMax ? 0 : this.#find({ ...whole, query }, today, [], lastIsBeginning).totalCount;
    const { correction, suggestion } = corrector.advise(request.query, {
      count,
      isMeant: ({ query, isTitle, series }) =>
        count(query) > 0 &&
        index.isMeant(parseQuery(query), { isTitle, series: parseQuery(series) }, { ...whole, query }, today),
    });
    if (correction !== null) {
      const used = { ...request, query: correction.query };
      return { ...this.#find(used, today, [], correction.kind === 'prefix'), correction, suggestion };
    }
    if (suggestion !== null || !LOOSE_CONSONANT.test(request.query)) return { ...asked, suggestion };
    const completions = await this.suggest(request.query, COMPLETIONS_MAX, today);
    return { ...asked, suggestion: completions.find((text) => count(text) > 0) ?? null };
  }

  async suggest(query: string, limit: number, today: KstDay): Promise<readonly string[]> {
    const suggest = this.#suggesterOf(await this.#items.lexicon());
    if (this.#items.isLexiconCurrent) return suggest(query, limit);
    // The lexicon may be older than the index: completions without hits are dropped.
    return suggest(query, limit * 2)
      .filter((text) => this.#find({ ...PLAIN_SEARCH, query: text, limit: 1 }, today).totalCount > 0)
      .slice(0, limit);
  }

  get #index(): ItemIndex {
    const { index } = this.#items;
    if (index === null) throw new Error('there is no index yet');
    return index;
  }

  /** What the index finds by the words of a query, and the items that the query names. */
  #find(
    request: SearchRequest,
    today: KstDay,
    itemIds: readonly number[] = [],
    lastIsBeginning = false,
  ): SearchResult {
    const text = parseQuery(request.query, lastIsBeginning);
    // Only a short number can also be a title.
    if (itemIds.length > 0 && !/^\d{1,7}$/.test(text.key)) {
      const result = this.#index.search(NO_WORDS, request, today, itemIds);
      if (isHit(result)) return result;
      return this.#index.search(text, request, today);
    }
    return this.#index.search(text, request, today, itemIds);
  }
}

/** Limit on postings read to correct one query. */
const CORRECTION_WORK_MAX = 2_000_000;

/** A consonant typed in place of a whole syllable: ㅎㄹㅍㅌ. */
const LOOSE_CONSONANT = /[ㄱ-ㅎ]/u;
/** Completions tried for one that is in the chosen catalogue. */
const COMPLETIONS_MAX = 10;

/** Withheld items count as hits, so a search for one learns that it is withheld. */
function isHit({ totalCount, withheldCount }: SearchResult): boolean {
  return totalCount + withheldCount > 0;
}
