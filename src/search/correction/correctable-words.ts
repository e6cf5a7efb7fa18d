import { foldText } from '../fold/fold-text.ts';
import { type VolumeMark, volumeMarks } from '../volume.ts';
import { hangulStrokes, intendedStrokes, isTypedWithCapsLock, type WordScript } from './keyboard.ts';

/** A word of a query that may be corrected, or a single letter that may be part of one. */
export interface CorrectableWord {
  /** Index of its first character in the query. */
  readonly start: number;
  readonly end: number;
  /** Lower case, without width and apostrophes. */
  readonly text: string;
  readonly script: WordScript;
  /** The keystrokes that typed it, in either script. */
  readonly strokes: Readonly<Record<WordScript, string>>;
}

/**
 * The words of a query that may be corrected, from left to right: no numbers, no volume marks with a number (3권, vol. 2, 2nd,
 * 제3부), no Roman numerals after other words.
 */
export function correctableWords(query: string): CorrectableWord[] {
  const isCapsLock = isTypedWithCapsLock(query);
  const marks = volumeMarks(query).filter(({ isExplicit }) => isExplicit);
  return [...query.matchAll(WORD)].flatMap(({ 0: typed, index }) => {
    const word = wordOf(typed, index, isCapsLock);
    return word === null || isMark(word, query, marks) ? [] : [word];
  });
}

/**
 * Whether a query uses the operators of a query language: * or % at a word, or OR, AND, NOT in capitals. They do nothing here,
 * and words beside them weren't misspelt.
 */
export function hasOperators(query: string): boolean {
  if (/[\p{L}\p{N}][*%]|[*%][\p{L}\p{N}]/u.test(query)) return true;
  const isAllCapitals = query === query.toUpperCase() && !/\p{Script=Hangul}/u.test(query);
  return !isAllCapitals && /(?<![\p{L}\p{N}])(?:OR|AND|NOT)(?![\p{L}\p{N}])/u.test(query);
}

const WORD = /\p{Script=Hangul}+|\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['‘’`ʼ´]\p{Script=Latin}+)*/gu;
const APOSTROPHES = /['‘’`ʼ´]/gu;
const ROMAN_NUMERAL = /^(?=.)x{0,3}(?:ix|iv|v?i{0,3})$/;
/** Maximum length of a volume mark beside a number; longer words, as in 해리포터3, aren't marks. */
const MARK_LENGTH_MAX: Readonly<Record<WordScript, number>> = { hangul: 2, latin: 3 };

function wordOf(typed: string, start: number, isCapsLock: boolean): CorrectableWord | null {
  const text = foldText(typed.replace(APOSTROPHES, ''));
  const end = start + typed.length;
  const hangul = hangulStrokes(text);
  if (hangul !== null) {
    return { start, end, text, script: 'hangul', strokes: { hangul, latin: hangul.toLowerCase() } };
  }
  if (!/^[a-z]+$/.test(text)) return null;
  const intended = /^[A-Za-z]+$/.test(typed) ? intendedStrokes(typed, isCapsLock) : text;
  return { start, end, text, script: 'latin', strokes: { latin: text, hangul: intended } };
}

/** Whether a word marks a volume, or is part of a name such as C++. */
function isMark(
  { start, end, text, script }: CorrectableWord,
  query: string,
  marks: readonly VolumeMark[],
): boolean {
  if (marks.some((mark) => mark.start <= start && end <= mark.end)) return true;
  if (script === 'latin' && start > 0 && ROMAN_NUMERAL.test(text)) return true;
  if (script === 'latin' && text.length === 1 && /[+#♯＋＃]/.test(query.charAt(end))) return true;
  const touchesNumber = /\p{N}/u.test(query.charAt(start - 1) + query.charAt(end));
  return touchesNumber && text.length <= MARK_LENGTH_MAX[script];
}
