import type { KstDay } from '../../clock.ts';
import { type Corrector, createCorrector } from '../correction/corrector.ts';
import type { SimilarGroups } from '../correction/similar-words.ts';
import type { Lexicon } from '../lexicon.ts';
import { parseQuery } from '../query.ts';
import { NO_FILTER, type SearchRequest, type SearchResult } from '../search-index.ts';
import { createSuggester, type Suggester } from '../suggest/suggester.ts';
import type { IndexUpdater } from './index-updater.ts';
import type { LexiconUpdater } from './lexicon-updater.ts';

type AnsweringIndex = Pick<IndexUpdater, 'state' | 'position' | 'findNamed'>;
type AnsweringLexicon = Pick<LexiconUpdater, 'current' | 'isGathered'>;

/**
 * Answers the calls of the port SearchIndex from an index and a lexicon. Both throw while there is no index, and
 * `search` while there are no words to correct a query with: "nothing found" would be untrue.
 */
export class SearchAnswers {
  readonly #indexUpdater: AnsweringIndex;
  readonly #lexiconUpdater: AnsweringLexicon;
  #similarWords: SimilarGroups = [];
  /** Readers of the lexicon, made when they are first needed. */
  #lexicon: Lexicon | null = null;
  #recent: Lexicon | null = null;
  #corrector: Corrector | null = null;
  #suggester: Suggester | null = null;

  constructor(indexUpdater: AnsweringIndex, lexiconUpdater: AnsweringLexicon) {
    this.#indexUpdater = indexUpdater;
    this.#lexiconUpdater = lexiconUpdater;
  }

  setSimilarWords(groups: SimilarGroups): void {
    this.#similarWords = groups;
    this.#corrector = null;
  }

  /** `today` is the KST day for deals. */
  search(request: SearchRequest, today: KstDay): SearchResult {
    const asked = this.#find(request, today);
    if (isHit(asked) || !request.correct) return asked;
    // A query is corrected when the whole of the chosen catalogue has nothing for it, whatever the filters.
    const whole: SearchRequest = { ...request, target: 'all', filter: NO_FILTER, offset: 0, limit: 1 };
    if (isHit(this.#find(whole, today))) return asked;
    if (!this.#lexiconUpdater.isGathered) throw new Error('the words of the catalogue are not gathered yet');
    const { target } = request;
    const workMax = this.#work() + CORRECTION_WORK_MAX;
    const countHits = (query: string, lastIsBeginning = false) =>
      this.#work() > workMax ? 0 : this.#find({ ...whole, target, query }, today, lastIsBeginning).totalCount;
    const { correction, suggestion } = this.#currentCorrector().advise(request.query, {
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

  suggest(query: string, limit: number, today: KstDay): string[] {
    const { lexicon, recent, position } = this.#lexiconUpdater.current();
    this.#read(lexicon, recent);
    this.#suggester ??= createSuggester(lexicon, recent ?? undefined);
    if (position >= this.#indexUpdater.position) return this.#suggester.suggest(query, limit);
    // The index knows what was withheld or removed since: nothing is suggested that finds nothing.
    return this.#suggester
      .suggest(query, limit * 2)
      .filter((text) => this.#find({ ...ANY, query: text }, today).totalCount > 0)
      .slice(0, limit);
  }

  #work(): number {
    return this.#indexUpdater.state?.work ?? 0;
  }

  #currentCorrector(): Corrector {
    const { lexicon, recent } = this.#lexiconUpdater.current();
    this.#read(lexicon, recent);
    this.#corrector ??= createCorrector({
      arrays: lexicon,
      ...(recent === null ? {} : { recent }),
      similarWords: this.#similarWords,
    });
    return this.#corrector;
  }

  #read(lexicon: Lexicon, recent: Lexicon | null): void {
    if (lexicon === this.#lexicon && recent === this.#recent) return;
    this.#lexicon = lexicon;
    this.#recent = recent;
    this.#corrector = null;
    this.#suggester = null;
  }

  #isTitle(request: SearchRequest, today: KstDay): boolean {
    const { text } = parseQuery(request.query);
    return text !== null && (this.#indexUpdater.state?.isTitle(text, request, today) ?? false);
  }

  #find(request: SearchRequest, today: KstDay, lastIsBeginning = false): SearchResult {
    const { state } = this.#indexUpdater;
    if (state === null) throw new Error('there is no index yet');
    const { named, text } = parseQuery(request.query, lastIsBeginning);
    // A number names an item whatever its fields say; a target asks for words.
    if (named !== null && request.target === 'all') {
      const itemIds = this.#indexUpdater.findNamed(named.itemId, named.isbn13, named.isbn10);
      const result = state.searchItems(itemIds, request, today);
      if (isHit(result)) return result;
    }
    return text === null ? NOTHING : state.searchText(text, request, today);
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
