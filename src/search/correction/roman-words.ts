import { lowerBound, sharedArray } from '../../typed-arrays.ts';
import { romanKey } from '../fold/romanise.ts';
import { hashWord } from '../hash-word.ts';
import { type Dictionary, openDictionary } from './dictionary.ts';
import type { CorrectionArrays } from './dictionary-arrays.ts';
import type { LikelyQuery } from './likely-queries.ts';
import type { QueryPiece } from './query-pieces.ts';

/** Hangul words of the dictionary by the hashes of their romanKey, ascending. */
export interface RomanArrays {
  readonly romanHashes: Uint32Array;
  readonly romanWords: Uint32Array;
}

export function romanArrays(correction: CorrectionArrays): RomanArrays {
  const dictionary = openDictionary(correction);
  const [latinCount = 0, allHangul = 0] = correction.counts;
  const hangulCount = Math.min(allHangul, WORD_RANGE);
  const hashes = Float64Array.from({ length: hangulCount }, (_, at) => {
    const word = latinCount + at;
    return hashWord(romanKey(dictionary.textOf(word))) * WORD_RANGE + at;
  }).sort();
  const romanHashes = sharedArray(Uint32Array, hangulCount);
  const romanWords = sharedArray(Uint32Array, hangulCount);
  for (const [at, both] of hashes.entries()) {
    romanHashes[at] = Math.floor(both / WORD_RANGE);
    romanWords[at] = latinCount + (both % WORD_RANGE);
  }
  return { romanHashes, romanWords };
}

/** Those of two dictionaries, the words of the second numbered from `offset` on. */
export function joinRomanArrays(first: RomanArrays, second: RomanArrays, offset: number): RomanArrays {
  const count = first.romanHashes.length + second.romanHashes.length;
  const romanHashes = sharedArray(Uint32Array, count);
  const romanWords = sharedArray(Uint32Array, count);
  let [from, other] = [0, 0];
  for (let at = 0; at < count; at++) {
    const isFirst = (first.romanHashes[from] ?? Infinity) <= (second.romanHashes[other] ?? Infinity);
    romanHashes[at] = (isFirst ? first.romanHashes[from] : second.romanHashes[other]) ?? 0;
    romanWords[at] = isFirst ? (first.romanWords[from++] ?? 0) : (second.romanWords[other++] ?? 0) + offset;
  }
  return { romanHashes, romanWords };
}

/** Hash and word together are exact below 2^53. Words beyond, of more than ten million items, have no spelling. */
const WORD_RANGE = 2 ** 21;
/** Korean queries that one in Latin letters may stand for. */
export const ROMAN_QUERIES_MAX = 24;
const WORDS_MAX = 6;
/** Fewer letters resemble too many words to answer with one. */
const SURE_LETTERS_MIN = 6;

/**
 * The Korean queries that a query in Latin letters spells: haeri poteo for 해리 포터. Every Latin word must spell a word
 * of the catalogue; only queries with a hit are returned. One alone is sure from six letters on, unless all its words
 * are right in their own language.
 */
export function romanQueries(
  query: string,
  pieces: readonly QueryPiece[],
  { romanHashes, romanWords }: RomanArrays,
  { dictionary, isRightWord, hasHits }: RomanQueryParts,
): LikelyQuery[] {
  const latin = pieces.filter(({ script }) => script === 'latin');
  if (latin.length === 0 || romanHashes.length === 0) return [];
  const wordsOf = (key: string) => {
    const hash = hashWord(key);
    const found: number[] = [];
    for (let at = lowerBound(romanHashes, hash); romanHashes[at] === hash; at++)
      found.push(romanWords[at] ?? 0);
    return found
      .filter((word) => romanKey(dictionary.textOf(word)) === key)
      .sort((a, b) => dictionary.frequencyOf(b) - dictionary.frequencyOf(a))
      .slice(0, WORDS_MAX)
      .map((word) => dictionary.textOf(word));
  };
  let readings = [{ text: '', end: 0 }];
  for (const { script, text, start, end } of pieces) {
    const options = script === 'latin' ? wordsOf(romanKey(text)) : [query.slice(start, end)];
    readings = readings
      .flatMap((before) =>
        options.map((option) => ({ text: before.text + query.slice(before.end, start) + option, end })),
      )
      .slice(0, ROMAN_QUERIES_MAX);
  }
  const found = readings.map(({ text, end }) => text + query.slice(end)).filter(hasHits);
  const letters = latin.reduce((sum, { text }) => sum + text.length, 0);
  const isForeign = latin.some(({ text }) => !isRightWord(text));
  const isSure = found.length === 1 && letters >= SURE_LETTERS_MIN && isForeign;
  return found.map((other) => ({ query: other, kind: 'similar', isSure }));
}

interface RomanQueryParts {
  readonly dictionary: Dictionary;
  isRightWord(word: string): boolean;
  hasHits(query: string): boolean;
}
