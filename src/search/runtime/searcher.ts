import type { KstDay } from '../../clock.ts';
import { untilChanged } from '../../until-changed.ts';
import { createCorrector } from '../correction/corrector.ts';
import type { SimilarGroups } from '../correction/similar-words.ts';
import type { ItemIndex } from '../engine/item-index.ts';
import type { Lexicon } from '../lexicon.ts';
import { parseQuery } from '../query.ts';
import { NO_FILTER, type SearchRequest, type SearchResult } from '../search-index.ts';
import { createSuggester } from '../suggest/suggester.ts';
import type { IndexUpdater } from './index-updater.ts';

/** What is searched. */
type SearchedItems = Pick<IndexUpdater, 'index' | 'lexicon' | 'isLexiconCurrent' | 'findNamed'>;

/**
 * Reads queries, finds what they ask for, corrects those that find nothing, and completes those being typed. Throws
 * while there is no index; `search` also while there are no words to correct a query with: "nothing found" would be
 * untrue.
 */
export class Searcher {
  readonly #items: SearchedItems;
  /** The operator's. */
  similarWords: SimilarGroups = [];
  readonly #suggesterOf = untilChanged(createSuggester);
  readonly #correctorOf = untilChanged((arrays: Lexicon) =>
    untilChanged((similarWords: SimilarGroups) => createCorrector({ arrays, similarWords })),
  );

  constructor(items: SearchedItems) {
    this.#items = items;
  }

  /** `today` is the KST day for deals. */
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
    const lexicon = this.#items.lexicon();
    if (lexicon === null) throw new Error('the words of the catalogue are not gathered yet');
    const { correction, suggestion } = this.#correctorOf(lexicon)(this.similarWords).advise(request.query, {
      hasHits: (query) => countHits(query) > 0,
      countHits,
      countBeginning: (query) => countHits(query, true),
      isTitle: (query) => countHits(query) > 0 && this.#isTitle({ ...whole, target, query }, today),
    });
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
    const lexicon = this.#items.lexicon();
    if (lexicon === null) return [];
    const suggester = this.#suggesterOf(lexicon);
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

  #isTitle(request: SearchRequest, today: KstDay): boolean {
    const { text } = parseQuery(request.query);
    return text !== null && this.#index.isTitle(text, request, today);
  }

  #find(request: SearchRequest, today: KstDay, lastIsBeginning = false): SearchResult {
    const { named, text } = parseQuery(request.query, lastIsBeginning);
    // A number names an item whatever its fields say; a target asks for words.
    if (named !== null && request.target === 'all') {
      const itemIds = this.#items.findNamed(named.itemId, named.isbn13, named.isbn10);
      const result = this.#index.searchItems(itemIds, request, today);
      if (isHit(result)) return result;
    }
    return text === null ? NOTHING : this.#index.searchText(text, request, today);
  }
}

/** Postings read to correct one query; after that, nothing else is tried. */
const CORRECTION_WORK_MAX = 2_000_000;

/** A consonant that begins a syllable, as people type it for the whole of one: ㅎㄹㅍㅌ. */
const LOOSE_CONSONANT = /[ㄱ-ㅎ]/u;
/** Completions looked at for one that is in the chosen catalogue. */
const COMPLETIONS_MAX = 10;

const NOTHING: SearchResult = {
  totalCount: 0,
  itemIds: [],
  withheldCount: 0,
  correction: null,
  suggestion: null,
};

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
