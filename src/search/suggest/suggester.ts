import { firstWithout, packedTexts, sharedArray } from '../../base/typed-arrays.ts';
import { swapLayout } from '../correction/keyboard.ts';
import { initialPatterns, startsWithPattern, suggestKey } from './suggest-key.ts';

/** Maximum number of texts tried, best-selling first, for a query with initials (ㅇ갸). More would take over a millisecond. */
const PATTERN_TRIES_MAX = 1500;

/** Reads arrays made by buildSuggestions, without copying them. */
export function createSuggester(arrays: SuggestArrays) {
  const { keys, keyStarts, words } = arrays;
  const texts = Buffer.from(arrays.texts.buffer, arrays.texts.byteOffset, arrays.texts.byteLength);

  /** Numbers of the best-selling texts with a word or initials that have this prefix; may repeat. */
  function* goingOn(prefix: string, placesMax: number): Generator<number> {
    const from = partition(words, (place) => compareKey(keys, place, prefix) < 0);
    const end = partition(words, (place) => compareKey(keys, place, prefix) <= 0);
    for (const place of leastValues(words.subarray(from, end), placesMax))
      yield partition(keyStarts, (start) => start <= place) - 1;
  }

  /** The best-selling texts that match a query as typed. */
  function bestMatches(query: string, limit: number): string[] {
    const prefix = suggestKey(query).bytes;
    if (prefix === '') return [];
    const ways = initialPatterns(query).map((pattern) =>
      goingOn(INITIALS_MARK + pattern.initials, PATTERN_TRIES_MAX)
        .filter((text) => startsWithPattern(keys, keyStarts[text] ?? 0, pattern))
        .take(limit),
    );
    const found = new Set([goingOn(prefix, limit * WORD_STARTS_MAX), ...ways].flatMap((way) => [...way]));
    return [...found]
      .sort((a, b) => a - b)
      .slice(0, limit)
      .map((text) => texts.toString('utf8', arrays.textStarts[text], arrays.textStarts[text + 1]));
  }

  return {
    /**
     * Completions of a query, the best-selling first (ties by text), at most `limit`. A text matches if the typed keystrokes
     * begin it or one of its words, or if it begins as typed with initial consonants for syllables. Without a match, the query is
     * read in the other keyboard layout (docs/search.md#suggestions).
     */
    suggest(query: string, limit: number): string[] {
      const best = bestMatches(query, limit);
      const swapped = best.length === 0 ? swapLayout(query) : null;
      return swapped === null ? best : bestMatches(swapped, limit);
    },
  };
}

/** The smallest values, at most `count`, in ascending order. */
function leastValues(values: Uint32Array, count: number): Uint32Array {
  const kept = new Uint32Array(2 * count);
  let held = 0;
  let bound = Number.POSITIVE_INFINITY;
  for (const value of values) {
    if (value >= bound) continue;
    kept[held++] = value;
    if (held < kept.length) continue;
    kept.sort();
    held = count;
    bound = kept[count - 1] ?? 0;
  }
  return kept.subarray(0, held).sort().subarray(0, count);
}

/** Moves values that pass to the front; returns their number. */
function partition(values: Uint32Array, passes: (value: number) => boolean): number {
  return firstWithout(0, values.length, (place) => passes(values[place] ?? 0));
}

/** Negative if the key at an offset sorts before the prefix, 0 if it begins with it. */
function compareKey(keys: Uint8Array, place: number, prefix: string): number {
  for (let i = 0; i < prefix.length; i++) {
    // A key ends in a zero, which is less than any byte of a prefix, so the next key is never read.
    const difference = (keys[place + i] ?? 0) - prefix.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Completions of queries as flat arrays over shared memory: they can be passed to another thread without copying, and saved by
 * name. Texts are numbered by sales, the best-selling first.
 */
export interface SuggestArrays {
  /** UTF-8 of text n, from textStarts[n] to textStarts[n + 1]. */
  readonly texts: Uint8Array;
  readonly textStarts: Uint32Array;
  /** The key of text n (see suggestKey) from keyStarts[n], followed by INITIALS_MARK and its initials. Each ends in a zero. */
  readonly keys: Uint8Array;
  readonly keyStarts: Uint32Array;
  /**
   * Offsets of words and initials in `keys`, sorted by the bytes from there on. Texts that sell better have lower offsets, so of
   * all offsets with a prefix, the smallest are the best-selling matches.
   */
  readonly words: Uint32Array;
}

/** A byte that UTF-8 doesn't use. */
const INITIALS_MARK = '\xff';
/** Maximum number of words of a text that a query may begin with. */
const WORD_STARTS_MAX = 8;

/**
 * Builds the arrays from texts with their sale points. Texts with equal keys are merged, with the sales and spelling of the
 * best-selling one. Empty ones are skipped.
 */
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

/** Each key once, with its best-selling spelling, the best-selling first. */
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

/** Sorts offsets in a buffer by the zero-terminated texts that begin there. */
function sortTexts(bytes: Uint8Array, places: Uint32Array): void {
  places.sort((one, other) => {
    for (let at = 0; ; at++) {
      const byte = bytes[one + at] ?? 0;
      const order = byte - (bytes[other + at] ?? 0);
      if (order !== 0 || byte === 0) return order;
    }
  });
}
