import { firstWithout, packedTexts, sharedArray } from '../../typed-arrays.ts';
import { swapLayout } from '../correction/keyboard.ts';
import {
  type InitialPattern,
  initialPatterns,
  isHangulByte,
  isInitial,
  startsWithPattern,
  suggestKey,
} from './suggest-key.ts';

/**
 * Of all texts with the initials of a query such as ㅇ갸, where most of them differ in the rest, only so many of the
 * best-selling are looked at; more would take over a millisecond.
 */
const PATTERN_TRIES_MAX = 1500;

/** Reads arrays made by buildSuggestions, without copying them. */
export function createSuggester(arrays: SuggestArrays) {
  const bestMatches = openTexts(arrays);
  return {
    /**
     * Texts that the query may become, the best-selling first (ties by text), at most `limit`. A text fits when what
     * was typed so far, key by key, begins it or one of its words; or when it begins as typed with initial consonants
     * for syllables. When nothing fits, the query is read in the other keyboard layout
     * (docs/search.md#suggestions).
     */
    suggest(query: string, limit: number): string[] {
      const best = bestMatches(query, limit);
      const swapped = best.length === 0 ? swapLayout(query) : null;
      return swapped === null ? best : bestMatches(swapped, limit);
    },
  };
}

/** Finds the best-selling texts that fit a query. */
function openTexts(arrays: SuggestArrays): (query: string, limit: number) => string[] {
  const { keys, keyStarts, words, initials } = arrays;
  const texts = Buffer.from(arrays.texts.buffer, arrays.texts.byteOffset, arrays.texts.byteLength);

  /** Places of the `limit` best-selling texts that go on after a prefix, some of them more than once. */
  function prefixMatches(prefix: string, limit: number): Iterable<number> {
    const from = partition(words, (place) => compareKey(keys, place, prefix) < 0);
    const end = partition(words, (place) => compareKey(keys, place, prefix) <= 0);
    return leastValues(words.subarray(from, end), limit * WORD_STARTS_MAX);
  }

  function* patternMatches(pattern: InitialPattern): Generator<number> {
    const from = partition(initials, (place) => compareInitials(keys, place, pattern.initials) < 0);
    const end = partition(initials, (place) => compareInitials(keys, place, pattern.initials) <= 0);
    for (const place of leastValues(initials.subarray(from, end), PATTERN_TRIES_MAX))
      if (startsWithPattern(keys, place, pattern)) yield place;
  }

  /** Numbers of the best-selling texts that fit. */
  function bestMatches(query: string, limit: number): number[] {
    const prefix = suggestKey(query).bytes;
    if (prefix === '') return [];
    const ways = [prefixMatches(prefix, limit), ...initialPatterns(query).map(patternMatches)];
    const found = new Set<number>();
    for (const places of ways) {
      const own = new Set<number>();
      for (const place of places) {
        if (own.size === limit) break;
        own.add(partition(keyStarts, (start) => start <= place) - 1);
      }
      for (const text of own) found.add(text);
    }
    return [...found].sort((a, b) => a - b).slice(0, limit);
  }

  return (query, limit) =>
    bestMatches(query, limit).map((n) =>
      texts.toString('utf8', arrays.textStarts[n], arrays.textStarts[n + 1]),
    );
}

/** The least values, at most `count`, in ascending order. */
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

/** Number of entries before the first that doesn't pass; all that pass come first. */
function partition(values: Uint32Array, passes: (value: number) => boolean): number {
  return firstWithout(0, values.length, (place) => passes(values[place] ?? 0));
}

/** Below zero when what stands at the place comes before the prefix, zero when it begins with it. */
function compareKey(keys: Uint8Array, place: number, prefix: string): number {
  for (let i = 0; i < prefix.length; i++) {
    const byte = keys[place + i] ?? 0;
    // A key that ends here must not be read on into the next one; its zero is below all bytes of a prefix.
    const difference = byte - prefix.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The same for the initials of what stands at the place. */
function compareInitials(keys: Uint8Array, place: number, prefix: string): number {
  let at = place;
  for (let i = 0; i < prefix.length; i++) {
    while (!isInitial(keys, at)) at++;
    const difference = (keys[at] ?? 0) - prefix.charCodeAt(i);
    if (difference !== 0) return difference;
    at++;
  }
  return 0;
}

/**
 * Texts that a query being typed may become, as flat arrays over shared memory: they can be passed to another thread
 * as they are, and saved by name. Texts are numbered by sales, the best-selling first.
 */
export interface SuggestArrays {
  /** UTF-8 of text n, from textStarts[n] to textStarts[n + 1]. */
  readonly texts: Uint8Array;
  readonly textStarts: Uint32Array;
  /** The key of text n (see suggestKey) from keyStarts[n], with a zero behind it. */
  readonly keys: Uint8Array;
  readonly keyStarts: Uint32Array;
  /**
   * Where in `keys` the words start, in the order of what stands there. A lower place belongs to a text that sells
   * better, so the least places of a stretch are the best-selling matches of a prefix.
   */
  readonly words: Uint32Array;
  /** Where in `keys` the texts with Hangul start, in the order of the initial consonants. */
  readonly initials: Uint32Array;
}

/** Later words of a text are not matched from. */
const WORD_STARTS_MAX = 8;

/**
 * Makes the arrays from texts with their sale points. Texts that differ only in what suggestKey leaves out are one,
 * with the sales and the spelling of the best-selling one. Empty ones are skipped.
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
    ranked.map(({ bytes }) => `${bytes}\0`),
    'latin1',
  );
  const wordCount = ranked.reduce((sum, { wordStarts }) => sum + wordStarts.length, 0);
  const words = sharedArray(Uint32Array, wordCount);
  let word = 0;
  for (const [at, { wordStarts }] of ranked.entries())
    for (const start of wordStarts) words[word++] = (keyStarts[at] ?? 0) + start;
  sortTexts(keys, words);
  return {
    texts,
    textStarts,
    keys,
    keyStarts,
    words,
    initials: orderByInitials(keys, keyStarts),
  };
}

interface RankedText {
  readonly text: string;
  readonly salePoint: number;
  readonly bytes: string;
  readonly wordStarts: readonly number[];
}

/** Every key once, with its best-selling spelling, the best-selling first. */
function rankTexts(texts: Iterable<readonly [string, number]>): RankedText[] {
  const byKey = new Map<string, RankedText>();
  for (const [text, salePoint] of texts) {
    const { bytes, wordStarts } = suggestKey(text);
    if (bytes === '') continue;
    const one = { text, salePoint, bytes, wordStarts: wordStarts.slice(0, WORD_STARTS_MAX) };
    const other = byKey.get(bytes);
    if (other === undefined || bySales(one, other) < 0) byKey.set(bytes, one);
  }
  return [...byKey.values()].sort(bySales);
}

function bySales(a: RankedText, b: RankedText): number {
  if (a.salePoint !== b.salePoint) return b.salePoint - a.salePoint;
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

/** Texts with Hangul, sorted by what is left of their keys when only initials count. */
function orderByInitials(keys: Uint8Array, keyStarts: Uint32Array): Uint32Array {
  const initials = new Uint8Array(keys.length);
  const starts = new Uint32Array(keyStarts.length);
  const keyOf = new Uint32Array(keys.length);
  let [count, length] = [0, 0];
  for (let i = 0; i + 1 < keyStarts.length; i++) {
    const start = keyStarts[i] ?? 0;
    const end = (keyStarts[i + 1] ?? 0) - 1;
    if (!keys.subarray(start, end).some(isHangulByte)) continue;
    starts[count++] = length;
    keyOf[length] = start;
    for (let at = start; at < end; at++) if (isInitial(keys, at)) initials[length++] = keys[at] ?? 0;
    length++;
  }
  const order = sharedArray(Uint32Array, count);
  order.set(starts.subarray(0, count));
  sortTexts(initials, order);
  order.forEach((start, i) => {
    order[i] = keyOf[start] ?? 0;
  });
  return order;
}

/** Sorts places in a buffer by the texts that begin there, each ending before the next zero. */
function sortTexts(bytes: Uint8Array, places: Uint32Array): void {
  places.sort((one, other) => {
    for (let at = 0; ; at++) {
      const byte = bytes[one + at] ?? 0;
      const order = byte - (bytes[other + at] ?? 0);
      if (order !== 0 || byte === 0) return order;
    }
  });
}
