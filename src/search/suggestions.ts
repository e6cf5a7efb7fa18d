import { firstWithout, packedTexts, sharedArray } from '../base/typed-arrays.ts';
import { hangulStrokes, swapLayout, VOWELS } from './correction/keyboard.ts';
import { textKey } from './tokenise.ts';

export function createSuggester(arrays: SuggestArrays) {
  const { keys, keyStarts, words } = arrays;
  const texts = Buffer.from(arrays.texts.buffer, arrays.texts.byteOffset, arrays.texts.byteLength);

  /** Numbers of the best-selling texts with a word, or with initials, that begin with the prefix. A number may repeat. */
  function beginningWith(prefix: string, offsetsMax: number): number[] {
    const from = partition(words, (offset) => compareKey(keys, offset, prefix) < 0);
    const end = partition(words, (offset) => compareKey(keys, offset, prefix) <= 0);
    const offsets = leastValues(words.subarray(from, end), offsetsMax);
    return Array.from(offsets, (offset) => partition(keyStarts, (start) => start <= offset) - 1);
  }

  function bestMatches(query: string, limit: number): string[] {
    const { bytes } = suggestKey(query);
    if (bytes === '') return [];
    const found = new Set([
      ...beginningWith(bytes, limit * WORD_STARTS_MAX),
      ...(HAS_VOWEL.test(bytes) ? [] : beginningWith(INITIALS_MARK + bytes, limit)),
    ]);
    return [...found]
      .sort((a, b) => a - b)
      .slice(0, limit)
      .map((text) => texts.toString('utf8', arrays.textStarts[text], arrays.textStarts[text + 1]));
  }

  /** At most `limit` completions, best-selling first. Without a match, the query is read in the other keyboard layout. */
  return (query: string, limit: number): string[] => {
    const best = bestMatches(query, limit);
    const swapped = best.length === 0 ? swapLayout(query) : null;
    return swapped === null ? best : bestMatches(swapped, limit);
  };
}

function leastValues(values: Uint32Array, count: number): Uint32Array {
  const least = new Uint32Array(2 * count);
  let held = 0;
  let bound = Number.POSITIVE_INFINITY;
  for (const value of values) {
    if (value >= bound) continue;
    least[held++] = value;
    if (held < least.length) continue;
    least.sort();
    held = count;
    bound = least[count - 1] ?? 0;
  }
  return least.subarray(0, held).sort().subarray(0, count);
}

function partition(values: Uint32Array, passes: (value: number) => boolean): number {
  return firstWithout(0, values.length, (at) => passes(values[at] ?? 0));
}

function compareKey(keys: Uint8Array, offset: number, prefix: string): number {
  for (let i = 0; i < prefix.length; i++) {
    // A key ends in a zero, which is less than any byte of a prefix, so the next key is never read.
    const difference = (keys[offset + i] ?? 0) - prefix.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return 0;
}

const KEY_LENGTH_MAX = 255;

/**
 * A text without spaces, punctuation, case and width, as bytes. Hangul becomes one byte for each keystroke, so that 해리 begins
 * with both 핼 and 해ㄹ. Other text is UTF-8.
 */
export function suggestKey(text: string) {
  let bytes = '';
  const wordStarts: number[] = [];
  for (const word of text.split(/\s+/u)) {
    const key = wordBytes(word);
    if (key === '') continue;
    if (bytes.length >= KEY_LENGTH_MAX) break;
    wordStarts.push(bytes.length);
    bytes += key;
  }
  bytes = bytes.slice(0, KEY_LENGTH_MAX);
  /** Initial consonants of syllables, and all bytes that aren't Hangul; empty without Hangul. */
  const initials = HAS_HANGUL.test(bytes) ? bytes.replace(NOT_INITIAL, '') : '';
  return { bytes, wordStarts, initials };
}

function wordBytes(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word;
  const key = /^[가-힣]+$/.test(word) ? word : textKey(word);
  return key.replace(/[\u3131-\u3163가-힣]+|[^\p{ASCII}\u3131-\u3163가-힣]+/gu, (run) => {
    const strokes = hangulStrokes(run);
    if (strokes === null) return Buffer.from(run).toString('latin1');
    return Array.from(strokes, (stroke) => String.fromCharCode(KEYS.indexOf(stroke) + 1)).join('');
  });
}

const KEYS = 'abcdefghijklmnopqrstuvwxyzQWERTOP';

const bytesOf = (keys: string) =>
  Array.from(keys, (key) => String.raw`\x${(KEYS.indexOf(key) + 1).toString(16).padStart(2, '0')}`).join('');
const VOWEL = `[${bytesOf(VOWELS)}]`;
const HAS_VOWEL = new RegExp(VOWEL);
const HAS_HANGUL = new RegExp(`[${bytesOf(KEYS)}]`);
/** Keystrokes of Hangul except initial consonants, which stand before a vowel. */
const NOT_INITIAL = new RegExp(`${VOWEL}|[${bytesOf(KEYS)}](?!${VOWEL})`, 'g');

/** The saved index stores the arrays by name. Texts are numbered by sales, the best-selling first. */
export interface SuggestArrays {
  readonly texts: Uint8Array;
  readonly textStarts: Uint32Array;
  /** From keyStarts[n]: the `bytes` of suggestKey for text n, a zero, INITIALS_MARK, the `initials`, a zero. */
  readonly keys: Uint8Array;
  readonly keyStarts: Uint32Array;
  /** Offsets of words and initials in `keys`, sorted by the bytes that follow. Smaller offsets belong to better-selling texts. */
  readonly words: Uint32Array;
}

/** A byte that UTF-8 doesn't use. */
const INITIALS_MARK = '\xff';
const WORD_STARTS_MAX = 8;

/** Texts with equal keys are merged, with the sales and spelling of the best-selling one. Texts with empty keys are skipped. */
export function buildSuggestions(
  salePoints: Iterable<readonly [text: string, salePoint: number]>,
): SuggestArrays {
  const ranked = rankTexts(salePoints);
  const { bytes: texts, starts: textStarts } = packedTexts(
    ranked.map(({ text }) => text),
    'utf8',
  );
  const { bytes: keys, starts: keyStarts } = packedTexts(
    ranked.map(({ bytes, initials }) => `${bytes}\0${INITIALS_MARK}${initials}\0`),
    'latin1',
  );
  const wordCount = ranked.reduce((sum, { wordStarts }) => sum + wordStarts.length, 0);
  const words = sharedArray(Uint32Array, wordCount);
  let word = 0;
  for (const [at, { wordStarts }] of ranked.entries())
    for (const start of wordStarts) words[word++] = (keyStarts[at] ?? 0) + start;
  sortTexts(keys, words);
  return { texts, textStarts, keys, keyStarts, words };
}

interface RankedText extends ReturnType<typeof suggestKey> {
  readonly text: string;
  readonly salePoint: number;
}

function rankTexts(texts: Iterable<readonly [string, number]>): RankedText[] {
  const byKey = new Map<string, RankedText>();
  for (const [text, salePoint] of texts) {
    const { bytes, wordStarts, initials } = suggestKey(text);
    if (bytes === '') continue;
    const starts = [...wordStarts.slice(0, WORD_STARTS_MAX), ...(initials === '' ? [] : [bytes.length + 1])];
    const one = { text, salePoint, bytes, initials, wordStarts: starts };
    const other = byKey.get(bytes);
    if (other === undefined || bySales(one, other) < 0) byKey.set(bytes, one);
  }
  return [...byKey.values()].sort(bySales);
}

function bySales(a: RankedText, b: RankedText): number {
  if (a.salePoint !== b.salePoint) return b.salePoint - a.salePoint;
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

function sortTexts(bytes: Uint8Array, offsets: Uint32Array): void {
  offsets.sort((one, other) => {
    for (let at = 0; ; at++) {
      const byte = bytes[one + at] ?? 0;
      const order = byte - (bytes[other + at] ?? 0);
      if (order !== 0 || byte === 0) return order;
    }
  });
}
