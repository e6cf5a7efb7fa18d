/** How a query was corrected (docs/search.md#correction). */
export type CorrectionKind = 'keyboard' | 'spelling' | 'spacing' | 'similar' | 'prefix' | 'partial';

/** A query in place of one that had no hit. */
export interface Correction {
  readonly query: string;
  readonly kind: CorrectionKind;
}

/** A query that may have been meant. */
export interface Proposal extends Correction {
  /** Whether to answer with it; otherwise it is only suggested. */
  readonly isSure: boolean;
}

/** A query with words left out. */
export interface ShorterQuery {
  readonly query: string;
  /** Whether a subtitle or a series was left out: the rest must be a whole title then. */
  readonly isTitle: boolean;
  /** What was left out, if it has the number of a volume; else empty. */
  readonly series: string;
}

/** What queries find now. Asked at most HITS_ASKED_MAX times for one correction. */
export interface QueryHits {
  /** How many items match; with `lastIsBeginning`, when the last word is the beginning of a word. */
  count(query: string, lastIsBeginning?: boolean): number;
  /**
   * Whether the query is the whole title of an item, alone or beside names, volume and year of that item. Without
   * `isTitle` it may also be its title before a subtitle, or a name. The item must be of the series.
   */
  isMeant(shorter: ShorterQuery): boolean;
}

/** What is known about words, in the catalogue or not. */
export interface WordKnowledge {
  /** Whether a word is right, although the catalogue may not have it. */
  isRightWord(word: string): boolean;
  /** Whether the catalogue has it mostly as the name of a contributor. */
  isName(word: string): boolean;
  /** Words of the catalogue one key away, then those two keys away, the likeliest of each first. */
  nearWords(word: string): readonly string[];
}
