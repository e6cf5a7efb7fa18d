/** How a query was corrected (docs/search.md#correction). */
export type CorrectionKind = 'keyboard' | 'spelling' | 'spacing' | 'similar' | 'prefix' | 'partial';

/** A query searched instead of one without hits. */
export interface Correction {
  readonly query: string;
  readonly kind: CorrectionKind;
}

/** A query that the user may have meant. */
export interface Proposal extends Correction {
  /** Whether it is certain enough to answer with; otherwise it is only suggested. */
  readonly isSure: boolean;
}

/** A query with words left out. */
export interface ShorterQuery {
  readonly query: string;
  /** Whether a subtitle or a series was left out: then the rest must be a whole title. */
  readonly isTitle: boolean;
  /** The left-out part, if it contains a volume number; else empty. */
  readonly series: string;
}

/** Queries of the current index, at most HITS_ASKED_MAX for one correction. */
export interface QueryHits {
  /** Number of matching items; with `lastIsBeginning`, the last word is a prefix. */
  count(query: string, lastIsBeginning?: boolean): number;
  /**
   * Whether the query is the whole title of an item, alone or beside that item's names, volume and year. Without `isTitle` it may
   * also be a title before a subtitle, or a name. The item must belong to the series.
   */
  isMeant(shorter: ShorterQuery): boolean;
}

/** Facts about words, in the catalogue or not. */
export interface WordKnowledge {
  /** Whether a word is spelled correctly, although the catalogue may not have it. */
  isRightWord(word: string): boolean;
  /** Whether most items that have the word have it in a contributor's name. */
  isName(word: string): boolean;
  /** Words of the catalogue one keystroke away, then those two away, the likeliest of each first. */
  nearWords(word: string): readonly string[];
}
