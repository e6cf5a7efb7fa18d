import { foldText } from '../fold/fold-text.ts';
import { parseQuery } from '../query.ts';
import type { Correction } from '../search-index.ts';
import { textKey } from '../tokenise.ts';
import { isLanguageWord } from '../words/language-words.ts';
import { type CorrectionArrays, openDictionary } from './dictionary.ts';
import { hangulStrokes, swapLayout } from './keyboard.ts';
import { createWordReadings, type LikelyQuery, likelyQueries, UNKNOWN_PIECES_MAX } from './likely-queries.ts';
import { hasLooseSigns, type QueryPiece, queryPieces } from './query-pieces.ts';
import {
  asBeginning,
  type QueryHits,
  SHORTENED_WORDS_MAX,
  SLIPS_MAX,
  withoutLeastTelling,
} from './relaxed-queries.ts';
import { openSimilarWords, type SimilarGroups } from './similar-words.ts';
import { fartherWords, nearWords } from './word-repairs.ts';

interface CorrectorParts {
  /** Words of the catalogue; see buildDictionary. They may be older than the index that is asked. */
  readonly arrays: CorrectionArrays;
  /** The operator's. */
  readonly similarWords: SimilarGroups;
}

/** What to do about a query without a hit. */
interface Advice {
  /** The query to answer instead; null if none is certain enough. */
  readonly correction: Correction | null;
  /** A query that may have been meant, to offer but not to answer; null if there is none. */
  readonly suggestion: string | null;
}

/** Longer queries are rejected before they get here. */
const QUERY_LENGTH_MAX = 200;
/** Proposals tried per step. */
const PROPOSALS_MAX = 24;
/** Uncertain proposals tried in all. */
const UNSURE_MAX = 8;
export const HITS_ASKED_MAX =
  6 * PROPOSALS_MAX + UNKNOWN_PIECES_MAX + UNSURE_MAX + 3 * SHORTENED_WORDS_MAX + SLIPS_MAX + 4;
const STROKES_MAX = 2;
const NO_ADVICE: Advice = { correction: null, suggestion: null };

export type Corrector = ReturnType<typeof createCorrector>;

/**
 * Advises on what queries without hits likely meant, in the order of docs/search.md#correction. Both queries of an advice
 * have hits, and numbers stay as they are. Takes any text and never throws. Spelling and spacing are one
 * step, because the likelier of the two is right far more often than either of them when it always comes first.
 */
export function createCorrector({ arrays, similarWords }: CorrectorParts) {
  const dictionary = openDictionary(arrays);
  const inOtherWords = openSimilarWords(similarWords);
  const operatorWords = new Set(similarWords.flat().flatMap((member) => member.split(/\s+/u).map(textKey)));
  const isRightWord = (word: string) => operatorWords.has(word) || isLanguageWord(word);

  const isName = (word: string) => {
    const text = foldText(word);
    const strokes = hangulStrokes(text);
    const found = dictionary.findWord(strokes ?? text, strokes === null ? 'latin' : 'hangul');
    return found >= 0 && dictionary.isName(found);
  };
  const nearOf = (word: string) =>
    queryPieces(word)
      .flatMap((piece) => [...nearWords(piece, dictionary), ...fartherWords(piece, dictionary)])
      .map(({ text }) => text);
  const known = { isRightWord, isName, nearWords: nearOf };

  function* proposals(
    query: string,
    pieces: readonly QueryPiece[],
    hits: QueryHits,
  ): Generator<LikelyQuery[]> {
    const { hasHits } = hits;
    const isRespelt = !hasLooseSigns(query);
    const readings = createWordReadings({ query, pieces, dictionary, hasHits, isRightWord });
    const near = isRespelt ? likelyQueries(query, pieces, readings.near, STROKES_MAX) : [];
    yield near.filter(({ kind }) => kind === 'keyboard');
    yield inOtherWords(query).map((other) => ({ query: other, kind: 'similar', isSure: true }));
    if (!isRespelt) return;
    yield near.filter(({ kind }) => kind !== 'keyboard');
    yield likelyQueries(query, pieces, readings.farther, STROKES_MAX);
    if (pieces.some(({ text }) => !isRightWord(text))) yield inOtherLayout(query);
  }

  return {
    advise(query: string, hits: QueryHits): Advice {
      const text = query.normalize('NFC');
      if (text.length > QUERY_LENGTH_MAX || parseQuery(text).named !== null) return NO_ADVICE;
      const numbers = numbersOf(text);
      const unsure: string[] = [];
      let found: Correction | null = null;
      for (const group of proposals(text, queryPieces(text), hits)) {
        const likely = group
          .filter((proposal) => proposal.query !== text && numbersOf(proposal.query) === numbers)
          .slice(0, PROPOSALS_MAX);
        const hit = likely.find(({ query: other, isSure }) => isSure && hits.hasHits(other));
        unsure.push(...likely.flatMap(({ query: other, isSure }) => (isSure ? [] : [other])));
        if (hit === undefined) continue;
        found = { query: hit.query, kind: hit.kind };
        break;
      }
      const likely = asBeginning(text, found, known, hits) ?? found;
      if (likely !== null && likely === found) return { correction: likely, suggestion: null };
      const shorter = likely === null ? withoutLeastTelling(text, known, hits) : null;
      const isAnswer = shorter?.isSure === true;
      const correction = isAnswer ? { query: shorter.query, kind: shorter.kind } : likely;
      const suggestion = unsure.slice(0, UNSURE_MAX).find((other) => hits.hasHits(other));
      const other = isAnswer ? null : (shorter?.query ?? null);
      return { correction, suggestion: suggestion ?? found?.query ?? other };
    },
  };
}

/** The whole query as typed in the other layout, unless loose jamo show that nobody meant that. */
function inOtherLayout(query: string): LikelyQuery[] {
  const swapped = swapLayout(query);
  if (swapped === null || /[\u3131-\u3163]/u.test(swapped)) return [];
  return [{ query: swapped, kind: 'keyboard', isSure: true }];
}

/** The numbers of a text in their order; two texts with the same numbers mean the same volume, year and ISBN. */
function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}
