import { firstWithout } from '../../typed-arrays.ts';
import { swapLayout } from '../correction/keyboard.ts';
import { type InitialPattern, initialPatterns, startsWithPattern } from './initial-patterns.ts';
import { type SuggestArrays, WORD_STARTS_MAX } from './suggest-arrays.ts';
import { isInitial, suggestKey } from './suggest-key.ts';

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
