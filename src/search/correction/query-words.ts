import { foldText } from '../fold/fold-text.ts';
import type { Correction } from '../search-index.ts';
import { textKey } from '../tokenise.ts';
import { type VolumeMark, volumeMarks } from '../volume.ts';
import { ARTICLES, isDescribing } from '../words/describing-words.ts';
import { hangulStrokes, intendedStrokes, isTypedWithCapsLock, type WordScript } from './keyboard.ts';
import { type ShorterQuery, trimmed, typedParts } from './left-out.ts';

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
  const marks = volumeMarks(query).filter(({ isExplicit }) => isExplicit);
  for (const match of query.matchAll(WORD)) {
    const piece = pieceOf(match[0], match.index, isCapsLock);
    if (piece !== null && !isMark(piece, query, marks)) pieces.push(piece);
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
const NUMBER = /\p{N}/u;
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

function isMark(
  { start, end, text, script }: QueryPiece,
  query: string,
  marks: readonly VolumeMark[],
): boolean {
  if (marks.some((mark) => mark.start <= start && end <= mark.end)) return true;
  if (script === 'latin' && start > 0 && ROMAN_NUMERAL.test(text)) return true;
  if (script === 'latin' && text.length === 1 && /[+#♯＋＃]/.test(query.charAt(end))) return true;
  const touchesNumber = NUMBER.test(query.charAt(start - 1)) || NUMBER.test(query.charAt(end));
  return touchesNumber && text.length <= (script === 'hangul' ? MARK_HANGUL_MAX : MARK_LATIN_MAX);
}

/** A query that may have been meant. */
export interface Proposal extends Correction {
  /** Whether to answer with it; otherwise it is only suggested. */
  readonly isSure: boolean;
}

/** What queries find now. Asked at most HITS_ASKED_MAX times for one correction. */
export interface QueryHits {
  /** How many items match; with `lastIsBeginning`, when the last word is the beginning of a word. */
  count(query: string, lastIsBeginning?: boolean): number;
  /**
   * Whether an item has the query for its whole title, alone or beside what else is its own, or, where that isn't asked for,
   * for its title before a subtitle or for a name; and is of the series.
   */
  isMeant(shorter: ShorterQuery): boolean;
}

/** What is known about words, in the catalogue or not. */
export interface WordKnowledge {
  isRightWord(word: string): boolean;
  /** Whether the catalogue has it as the name of a contributor before anything else. */
  isName(word: string): boolean;
  /** Words of the catalogue one key away, then those two keys away, the likeliest of each first. */
  nearWords(word: string): readonly string[];
}

/**
 * The query with its last word as the beginning of a word, when that finds something; null otherwise, and when a
 * spelling that was found says as much, because it adds a last letter that the beginning may only go on with. A right
 * word alone is no beginning.
 */
export function asBeginning(
  query: string,
  spelling: Correction | null,
  { isRightWord }: WordKnowledge,
  hits: QueryHits,
): Correction | null {
  const last = lastWordOf(query);
  const isWholeWord = foldText(query).trim() === last && isRightWord(last);
  const isOtherKind = spelling !== null && spelling.kind !== 'spelling';
  if (isWholeWord || isOtherKind || !/^[a-z]{2,}$/.test(last)) return null;
  const count = hits.count(query, true);
  const isSaid =
    spelling !== null &&
    lastWordOf(spelling.query).slice(0, -1) === last &&
    hits.count(spelling.query) === count;
  return count === 0 || isSaid ? null : { query: query.trim(), kind: 'prefix' };
}

function lastWordOf(query: string): string {
  return foldText(query).trim().split(/\s+/u).at(-1) ?? '';
}

/** Longer queries stay as they are: every word is counted. */
export const SHORTENED_WORDS_MAX = 8;
/** Similar words tried in place of others, per query. */
export const SLIPS_MAX = 24;

/**
 * The query without one of its words, when the rest finds something. Sure without a word that only says what shops sell,
 * without the first or last word when the rest is the whole of a title, and without a right word that stands where
 * another one, a key away, would find something; otherwise only worth offering. Words with digits stay: they say the
 * volume, the year and the edition. Null when no word can go.
 */
export function withoutLeastTelling(query: string, known: WordKnowledge, hits: QueryHits): Proposal | null {
  const words = typedParts(query).filter(({ text }) => text !== '');
  if (words.length < 2 || words.length > SHORTENED_WORDS_MAX) return null;
  const shorter = words
    .map(({ typed, start, end, text, isVolume }, at) => {
      const others = words.toSpliced(at, 1).map((other) => other.text);
      const withOther = (other: string) => query.slice(0, start) + other + query.slice(end);
      const isOuter = at === 0 || at === words.length - 1;
      const isShopWord = isDescribing(text);
      return {
        text,
        others,
        withOther,
        rest: trimmed(withOther('')),
        isVolume,
        isOuter,
        isShopWord,
        count: hits.count(typed),
      };
    })
    // A number alone would name an item.
    .filter(({ text, rest, isVolume }) => !isVolume && !/\p{N}/u.test(text) && /\p{L}/u.test(rest))
    .sort((a, b) => Number(b.isShopWord) - Number(a.isShopWord) || b.count - a.count);
  let slipsLeft = SLIPS_MAX;
  const finds = (other: string) => hits.count(other) > 0;
  const sure = shorter.find(({ text, others, withOther, rest, isShopWord, isOuter }) => {
    if (isShopWord) return finds(rest);
    if (isOuter && saysEnough(others, known) && hits.isMeant({ query: rest, isTitle: true, series: '' }))
      return true;
    if (!isSmallPart(text, others) || !finds(rest)) return false;
    return known.nearWords(text).some((near) => slipsLeft-- > 0 && finds(withOther(near)));
  });
  const offered = shorter.find(
    ({ text, rest, count }) => count > 0 && !known.isName(text) && saysSomething(rest) && finds(rest),
  );
  const chosen = sure ?? offered;
  return chosen === undefined ? null : { query: chosen.rest, kind: 'partial', isSure: chosen === sure };
}

/** Whether a query tells one item from another: a volume and words that describe do not. */
function saysSomething(query: string): boolean {
  return typedParts(query).some(
    ({ text, isVolume }) => !isVolume && /\p{L}/u.test(text) && !isDescribing(text) && !ARTICLES.has(text),
  );
}

/** Whether a title of these words can be meant although another word stood beside them: a single one is part of many. */
function saysEnough(words: readonly string[], { isName }: WordKnowledge): boolean {
  const telling = words.filter((word) => !ARTICLES.has(word));
  return telling.length > 1 && !telling.every(isName);
}

/** Whether a word is at most half of a query in which two telling words stay. */
function isSmallPart(word: string, others: readonly string[]): boolean {
  const telling = others.filter((other) => isLong(other, TELLING_LENGTH_MIN));
  return word.length <= others.join('').length && telling.length >= 2;
}

/** Shorter words are mostly particles and articles. */
const TELLING_LENGTH_MIN = { letters: 4, syllables: 2 } as const;

function isLong(word: string, min: { readonly letters: number; readonly syllables: number }): boolean {
  return word.length >= (/^[a-z]/.test(word) ? min.letters : min.syllables);
}

/** Spellings of the same thing, any of which a shopper may type: 셜록 홈스, 셜록 홈즈. One or more words each. */
export type SimilarGroups = readonly (readonly string[])[];

/** Without spaces. Longer entries are skipped: searching for them would take too long. */
const MEMBER_LENGTH_MAX = 24;

/**
 * Returns a function that rewrites a query: a member of a group in it is replaced by another, in the order of the
 * groups. Blanks inside a member do not count; a Hangul member is found inside words (홈스의), too.
 */
export function openSimilarWords(groups: SimilarGroups): (query: string) => string[] {
  const othersOf = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const member of group) {
      const key = textKey(member);
      if (key === '' || key.length > MEMBER_LENGTH_MAX) continue;
      const others = othersOf.get(key) ?? new Set();
      for (const other of group) if (textKey(other) !== key) others.add(other);
      othersOf.set(key, others);
    }
  }
  const lengths = [...new Set(Array.from(othersOf.keys(), (key) => key.length))];
  return (query) => {
    const { key, starts, ends } = keyOf(query);
    return starts.flatMap((start, from) =>
      lengths.flatMap((length) => {
        const end = ends[from + length];
        if (start === null || end === undefined || end === null) return [];
        const others = othersOf.get(key.slice(from, from + length)) ?? [];
        return Array.from(others, (other) => query.slice(0, start) + other + query.slice(end));
      }),
    );
  };
}

/** The query without spaces and signs, and where in the query each place of it begins and the one before it ends. */
interface QueryKey {
  readonly key: string;
  /** Null inside a word that is found only as a whole. */
  readonly starts: readonly (number | null)[];
  readonly ends: readonly (number | null)[];
}

function keyOf(query: string): QueryKey {
  let key = '';
  const starts: (number | null)[] = [];
  const ends: (number | null)[] = [null];
  for (const { 0: word, index } of query.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const wordKey = textKey(word);
    const isHangul = /^[가-힣]+$/.test(word);
    for (let at = 0; at < wordKey.length; at++) {
      const [isFirst, isLast] = [at === 0, at === wordKey.length - 1];
      starts.push(isFirst || isHangul ? index + at : null);
      ends.push(isHangul ? index + at + 1 : isLast ? index + word.length : null);
    }
    key += wordKey;
  }
  return { key, starts, ends };
}
