import { parseQuery } from '../query.ts';
import type { Correction } from '../search-index.ts';
import { openDictionary } from './dictionary.ts';
import type { CorrectionArrays } from './dictionary-arrays.ts';
import { swapLayout } from './keyboard.ts';
import { likelyQueries } from './likely-queries.ts';
import { queryPieces } from './query-pieces.ts';
import { openSimilarWords, type SimilarGroups } from './similar-words.ts';
import { createWordReadings } from './word-readings.ts';

export interface CorrectorParts {
  /** Words of the catalogue; see buildDictionary. They may be older than the index that hasHits asks. */
  readonly arrays: CorrectionArrays;
  /** The operator's. */
  readonly similarWords: SimilarGroups;
}

/** Whether a query finds anything now. Called at most HITS_ASKED_MAX times per correction. */
export type HasHits = (query: string) => boolean;

export interface Corrector {
  /**
   * The likeliest query that was meant by one without a hit, and that has hits; null when there is none. Takes any
   * text and never throws. Numbers stay as they are (docs/rules/search.md#correction).
   */
  correct(query: string, hasHits: HasHits): Correction | null;
}

/** Longer queries are refused before they get here, so they aren't worth the time. */
const QUERY_LENGTH_MAX = 200;
/** Proposals tried of one kind of reading. */
const PROPOSALS_MAX = 24;
export const HITS_ASKED_MAX = 4 * PROPOSALS_MAX;
const STROKES_MAX = 2;

/**
 * Corrects queries that found nothing. The operator's similar words come first, then words of the catalogue: those
 * one stroke away, then those two strokes away, at last the other keyboard layout for words that the catalogue has
 * only as part of others.
 */
export function createCorrector({ arrays, similarWords }: CorrectorParts): Corrector {
  const dictionary = openDictionary(arrays);
  const inOtherWords = openSimilarWords(similarWords);

  function* proposals(query: string, hasHits: HasHits): Generator<Correction[]> {
    yield inOtherWords(query).map((other) => ({ query: other, kind: 'similar' as const }));
    const pieces = queryPieces(query);
    const readings = createWordReadings({ query, pieces, dictionary, hasHits });
    yield likelyQueries(query, pieces, readings.near, STROKES_MAX);
    yield likelyQueries(query, pieces, readings.farther, STROKES_MAX);
    const swapped = swapLayout(query);
    if (swapped !== null && !/[\u3131-\u3163]/u.test(swapped)) yield [{ query: swapped, kind: 'keyboard' }];
  }

  return {
    correct(query, hasHits) {
      const text = query.normalize('NFC');
      if (text.length > QUERY_LENGTH_MAX || parseQuery(text).named !== null) return null;
      const numbers = numbersOf(text);
      for (const group of proposals(text, hasHits)) {
        const hit = group
          .filter((proposal) => proposal.query !== text && numbersOf(proposal.query) === numbers)
          .slice(0, PROPOSALS_MAX)
          .find((proposal) => hasHits(proposal.query));
        if (hit !== undefined) return hit;
      }
      return null;
    },
  };
}

/** The numbers of a text in their order; two texts with the same numbers mean the same volume, year and ISBN. */
function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}
