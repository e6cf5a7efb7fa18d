import { foldText } from '../fold/fold-text.ts';
import type { WordScript } from './dictionary.ts';
import { hangulStrokes, intendedStrokes, isTypedWithCapsLock } from './keyboard.ts';

/** A word of the query that may be corrected, or a single letter that may be part of one. */
export interface QueryPiece {
  /** Where it stands in the query. */
  readonly start: number;
  readonly end: number;
  /** Lower case, without width and apostrophes. */
  readonly text: string;
  readonly script: WordScript;
  /** Its keys, as those of a word of either script. */
  readonly strokes: Readonly<Record<WordScript, string>>;
}

/**
 * The words of a query that may be corrected, from left to right. Not numbers, volume marks with a number (3권, vol. 2,
 * 2nd, 제3부), or Roman numerals after other words.
 */
export function queryPieces(query: string): QueryPiece[] {
  const pieces: QueryPiece[] = [];
  const isCapsLock = isTypedWithCapsLock(query);
  for (const match of query.matchAll(WORD)) {
    const piece = pieceOf(match[0], match.index, isCapsLock);
    if (piece !== null && !isMark(piece, query)) pieces.push(piece);
  }
  return pieces;
}

/**
 * Whether a query has signs of a query language: * or % at a word, OR, AND or NOT in capitals. They have no meaning
 * here, and what stands beside them was not misspelt.
 */
export function hasLooseSigns(query: string): boolean {
  if (/[\p{L}\p{N}][*%]|[*%][\p{L}\p{N}]/u.test(query)) return true;
  const isAllCapitals = query === query.toUpperCase() && !/\p{Script=Hangul}/u.test(query);
  return !isAllCapitals && /(?<![\p{L}\p{N}])(?:OR|AND|NOT)(?![\p{L}\p{N}])/u.test(query);
}

const WORD = /\p{Script=Hangul}+|\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['‘’`ʼ´]\p{Script=Latin}+)*/gu;
const APOSTROPHES = /['‘’`ʼ´]/gu;
const ROMAN_NUMERAL = /^(?=.)x{0,3}(?:ix|iv|v?i{0,3})$/;
const VOLUME_WORD =
  /^(?:vol|volume|vols|no|nr|part|pt|book|bk|chapter|ch|episode|ep|season|제|권|편|부|시즌)$/;
const NUMBER = /\p{N}/u;
const NUMBER_FOLLOWS = /^[.\s]*(?:\p{N}|#|[ivx]+(?!\p{L}))/iu;
/** Longer words next to a number are words: 해리포터3. */
const MARK_HANGUL_MAX = 2;
const MARK_LATIN_MAX = 3;

function pieceOf(word: string, start: number, isCapsLock: boolean): QueryPiece | null {
  const text = foldText(word.replace(APOSTROPHES, ''));
  const end = start + word.length;
  const hangul = hangulStrokes(text);
  if (hangul !== null) {
    return { start, end, text, script: 'hangul', strokes: { hangul, latin: hangul.toLowerCase() } };
  }
  if (!/^[a-z]+$/.test(text)) return null;
  const typed = /^[A-Za-z]+$/.test(word) ? intendedStrokes(word, isCapsLock) : text;
  return { start, end, text, script: 'latin', strokes: { latin: text, hangul: typed } };
}

function isMark({ start, end, text, script }: QueryPiece, query: string): boolean {
  if (script === 'latin' && start > 0 && ROMAN_NUMERAL.test(text)) return true;
  if (script === 'latin' && text.length === 1 && /[+#♯＋＃]/.test(query.charAt(end))) return true;
  const touchesNumber = NUMBER.test(query.charAt(start - 1)) || NUMBER.test(query.charAt(end));
  if (touchesNumber) return text.length <= (script === 'hangul' ? MARK_HANGUL_MAX : MARK_LATIN_MAX);
  return VOLUME_WORD.test(text) && NUMBER_FOLLOWS.test(query.slice(end));
}
