import { foldText } from '../fold/fold-text.ts';
import { explicitVolumes, ROMAN_NUMERAL, type VolumeMark } from '../tokenise.ts';
import { type Dictionary, type KnownWord, textOfWord } from './dictionary.ts';
import {
  hangulStrokes,
  intendedStrokes,
  isTypedWithCapsLock,
  strokeDistance,
  type WordScript,
} from './keyboard.ts';

/** How a query was corrected (docs/search.md#correction). */
export type CorrectionKind = 'keyboard' | 'spelling' | 'spacing' | 'similar' | 'prefix' | 'partial';

/** A word of a query that may be corrected. A single letter may only be joined with its neighbours. */
export interface CorrectableWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly script: WordScript;
  /** The typed keys, read as keystrokes of each script. */
  readonly strokes: Readonly<Record<WordScript, string>>;
}

/** Words that may be corrected: not numbers, volumes, Roman numerals after other words, or names such as C++. */
export function correctableWords(query: string): CorrectableWord[] {
  const isCapsLock = isTypedWithCapsLock(query);
  const marks = explicitVolumes(query);
  return [...query.matchAll(WORD)].flatMap(({ 0: typed, index }) => {
    const word = wordOf(typed, index, isCapsLock);
    return word === null || isMark(word, query, marks) ? [] : [word];
  });
}

const WORD = /\p{Script=Hangul}+|\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['‘’`ʼ´]\p{Script=Latin}+)*/gu;
const APOSTROPHES = /['‘’`ʼ´]/gu;
/** Maximum length of a word that marks a number as a volume: 권 in 3권 is a mark, 해리포터 in 해리포터3 isn't. */
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

function isMark(word: CorrectableWord, query: string, marks: readonly VolumeMark[]): boolean {
  const { start, end, text, script } = word;
  if (marks.some((mark) => mark.start <= start && end <= mark.end)) return true;
  if (script === 'latin' && start > 0 && ROMAN_NUMERAL.test(text)) return true;
  if (script === 'latin' && text.length === 1 && /[+#♯＋＃]/.test(query.charAt(end))) return true;
  const touchesNumber = /\p{N}/u.test(query.charAt(start - 1) + query.charAt(end));
  return touchesNumber && text.length <= MARK_LENGTH_MAX[script];
}

export interface Candidate {
  readonly text: string;
  readonly kind: CorrectionKind | null;
  readonly strokes: number;
  /** A random wrong key costs 1. */
  readonly cost: number;
  /** Higher is likelier: the logarithm of the word's frequency, minus the cost of the mistakes. */
  readonly score: number;
  readonly isName: boolean;
  readonly isAlike?: boolean;
}

/** The score that a random wrong key costs: it cancels a 245-fold frequency advantage. */
export const STROKE_WEIGHT = 5.5;
const LAYOUT_COST = 1;
const TWO_STROKES_LENGTH_MIN = 5;
const CANDIDATES_MAX = 24;
/** Approximate maximum of words that are compared with a typed word: a catalogue may have many nearly equal words. */
export const MEASURED_MAX = 20_000;

/** Words one keystroke away, or typed in the wrong layout; the likeliest first. */
export function nearWords({ script, strokes }: CorrectableWord, dictionary: Dictionary): Candidate[] {
  const other = script === 'latin' ? 'hangul' : 'latin';
  const inOther = dictionary.find(strokes[other], other);
  const near = misspelt(strokes[script], script, dictionary);
  if (inOther === null) return likeliest(near);
  const score = inOther.frequency - LAYOUT_COST;
  return likeliest([...near, { ...spelling(inOther, 0, 0), kind: 'keyboard', score }]);
}

function misspelt(keys: string, script: WordScript, dictionary: Dictionary): Candidate[] {
  const sounding = (script === 'latin' ? [] : dictionary.soundingLike(keys)).map((word) => ({
    ...spelling(word, 1, ALIKE_COST),
    isAlike: true,
  }));
  return [...sounding, ...measured([keys], keys, script, 1, dictionary)];
}

const ALIKE_COST = 0.5;

export function fartherWords({ script, strokes }: CorrectableWord, dictionary: Dictionary): Candidate[] {
  const keys = strokes[script];
  if (keys.length < TWO_STROKES_LENGTH_MIN) return [];
  const found = measured(nearStrokes(keys, script), keys, script, 2, dictionary);
  return likeliest(found.filter((one) => one.strokes === 2));
}

export function likeliest<T extends { readonly score: number }>(all: readonly T[]): T[] {
  return all.toSorted((a, b) => b.score - a.score).slice(0, CANDIDATES_MAX);
}

/** Looks up words near every text in `looked`. Returns the words that are at most `strokesMax` keystrokes from `typed`. */
function measured(
  looked: Iterable<string>,
  typed: string,
  script: WordScript,
  strokesMax: number,
  dictionary: Dictionary,
): Candidate[] {
  const words = new Set<number>();
  for (const keys of looked) {
    dictionary.collectNear(keys, words);
    if (words.size > MEASURED_MAX) break;
  }
  return [...words].flatMap((number) => {
    const word = dictionary.wordAt(number);
    const distance = word.script === script ? strokeDistance(typed, word.strokes, script, strokesMax) : null;
    return distance === null ? [] : [spelling(word, distance.strokes, distance.cost)];
  });
}

function spelling(word: KnownWord, strokes: number, cost: number): Candidate {
  const score = word.frequency - STROKE_WEIGHT * cost;
  return { text: textOfWord(word), kind: 'spelling', strokes, cost, score, isName: word.isName };
}

/** In longer words, nearStrokes only leaves out and swaps keys: other keys would give too many variants. */
const REPLACED_LENGTH_MAX = 20;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const KEYS: Readonly<Record<WordScript, string>> = { latin: LETTERS, hangul: `${LETTERS}QWERTOP` };

function nearStrokes(strokes: string, script: WordScript): Set<string> {
  const near = new Set<string>();
  for (let at = 0; at < strokes.length; at++) {
    const [before, key, after] = [strokes.slice(0, at), strokes.charAt(at), strokes.slice(at + 1)];
    near.add(before + after);
    near.add(before + after.charAt(0) + key + after.slice(1));
    if (strokes.length > REPLACED_LENGTH_MAX) continue;
    for (const other of KEYS[script]) {
      near.add(before + other + after);
      near.add(before + other + key + after);
    }
  }
  return near;
}

/** Limits on the work per word: longer words aren't split, longer parts aren't looked up. */
const WORD_LENGTH_MAX = 64;
const PART_LENGTH_MAX = 24;
const PARTS_MAX = 6;
const PART_LENGTH_MIN = 2;
/** Minimum length of a Hangul word that may have parts of one syllable. Most names are shorter, and must not be split. */
const SINGLE_SYLLABLES_FROM = 5;
/** English words of one letter, which the dictionary lacks. They are about as common as "the". */
const SINGLE_LETTERS: ReadonlySet<string> = new Set(['a', 'i']);
const SINGLE_LETTER_FREQUENCY = 6;
/** The score that each part of a split costs: about the logarithm of the number of words in a catalogue. */
const PART_COST = 9;
const BLANK_COST = 3;
/** Limits on misspelt parts: shorter parts can't be recognised, and only MISSPELT_PARTS_MAX are tried. */
const MISSPELT_LENGTH_MIN: Readonly<Record<WordScript, number>> = { hangul: 2, latin: 3 };
const MISSPELT_PARTS_MAX = 48;
const MEANT_MAX = 6;
const MISSPELT_PART_COST = 1.5;

interface Split {
  readonly parts: readonly string[];
  readonly score: number;
  readonly rarest: number;
}

type Splits = readonly (Split | null)[];

const NO_PARTS: Split = { parts: [], score: 0, rarest: Number.MAX_VALUE };

export function wordsInParts(typed: CorrectableWord, dictionary: Dictionary): Candidate[] {
  const { text: word, script } = typed;
  const { length } = word;
  if (length > WORD_LENGTH_MAX) return [];
  const lengthMin = script === 'hangul' && length >= SINGLE_SYLLABLES_FROM ? 1 : PART_LENGTH_MIN;
  const addPart: AddPart = (before, from, end) => {
    const part = word.slice(from, end);
    const known = part.length < lengthMin ? null : knownPart(part, script, dictionary);
    const frequency = known?.frequency ?? (SINGLE_LETTERS.has(part) ? SINGLE_LETTER_FREQUENCY : null);
    if (before === null || frequency === null) return null;
    return {
      parts: [...before.parts, part],
      score: before.score + frequency - PART_COST,
      rarest: Math.min(before.rarest, frequency),
    };
  };
  const heads = bestSplits(length, addPart);
  const tails = bestSplits(length, (after, from, end) => addPart(after, length - end, length - from))
    .map((split) => split && { ...split, parts: split.parts.toReversed() })
    .toReversed();
  const splits = [heads[length] ?? null];
  for (let at = 2; at <= length - 2; at++) splits.push(addPart(addPart(NO_PARTS, 0, at), at, length));
  const glued = splits.flatMap((split) => {
    if (split === null) return [];
    const { parts, rarest } = split;
    const score = rarest - BLANK_COST * (parts.length - 1);
    return [{ text: parts.join(' '), kind: 'spacing' as const, strokes: 1, cost: 0, score, isName: false }];
  });
  return [...glued, ...withMisspeltPart(typed, heads, tails, dictionary)];
}

/** The dictionary's word for a part, or for the part with a Korean "and" at its end: 로미오 is found as 로미오와. */
function knownPart(part: string, script: WordScript, dictionary: Dictionary): KnownWord | null {
  const found = dictionary.find(hangulStrokes(part) ?? part, script);
  if (found !== null || script === 'latin' || part.length < PART_LENGTH_MIN) return found;
  const isOpen = (part.charCodeAt(part.length - 1) - 0xac_00) % 28 === 0;
  return dictionary.find(hangulStrokes(part + (isOpen ? '와' : '과')) ?? '', script);
}

/** Appends the part `from` .. `end` of a word to a split of the text before the part. Null if the part isn't a known word. */
type AddPart = (before: Split | null, from: number, end: number) => Split | null;

/** For each position in a word, the likeliest split of the text before it, or null. */
function bestSplits(length: number, addPart: AddPart): (Split | null)[] {
  const best: (Split | null)[] = [NO_PARTS];
  for (let end = 1; end <= length; end++) {
    let found: Split | null = null;
    for (let from = Math.max(0, end - PART_LENGTH_MAX); from < end; from++) {
      const before = best[from] ?? null;
      if (before === null || before.parts.length === PARTS_MAX || end - from === length) continue;
      const split = addPart(before, from, end);
      if (split !== null && (found === null || split.score > found.score)) found = split;
    }
    best[end] = found;
  }
  return best;
}

function withMisspeltPart(typed: CorrectableWord, heads: Splits, tails: Splits, dictionary: Dictionary) {
  const { text: word, script } = typed;
  const joint = script === 'latin' ? ' ' : '';
  const gaps = heads.flatMap((head, from) =>
    tails.flatMap((tail, end) => {
      const isLong = end - from >= MISSPELT_LENGTH_MIN[script] && end - from <= PART_LENGTH_MAX;
      if (head === null || tail === null || !isLong || end - from === word.length) return [];
      return [{ head, tail, text: word.slice(from, end), knownCount: head.parts.length + tail.parts.length }];
    }),
  );
  return gaps
    .filter(({ knownCount }) => knownCount < PARTS_MAX)
    .sort((a, b) => a.knownCount - b.knownCount)
    .slice(0, MISSPELT_PARTS_MAX)
    .flatMap(({ head, tail, text, knownCount }) => {
      const rarest = Math.min(head.rarest, tail.rarest);
      const blanks = joint === '' ? 0 : knownCount;
      return likeliest(misspelt(hangulStrokes(text) ?? text, script, dictionary))
        .filter(({ strokes }) => strokes > 0)
        .slice(0, MEANT_MAX)
        .map((part) => ({
          ...part,
          text: [...head.parts, part.text, ...tail.parts].join(joint),
          score: Math.min(rarest, part.score) - MISSPELT_PART_COST - BLANK_COST * blanks,
        }));
    });
}
