import { packedTexts, sharedArray } from '../../typed-arrays.ts';
import { composeHangul, hangulStrokes } from './keyboard.ts';

/**
 * The words of the catalogue for correction, as flat arrays over shared memory: they can be passed to another thread
 * as they are, and saved by name. Words are numbered: Latin ones first, then Hangul.
 */
export interface CorrectionArrays {
  /** Number of Latin and of Hangul words. */
  readonly counts: Uint32Array;
  /** The keys of all words, one after the other; those of word w end where those of word w + 1 start. */
  readonly strokes: Uint8Array;
  readonly strokeStarts: Uint32Array;
  /** FREQUENCY_STEPS x ln(1 + document frequency), by word. */
  readonly frequencies: Uint8Array;
  /** A bit for each word, from the lowest of the first byte on: whether it is mostly used as a name. */
  readonly names: Uint8Array;
  /**
   * The words, and each word without any one of its keys, by hash. The upper bits of a hash choose a bucket of
   * entries. An entry holds the lower bits of the hash above the number of the word.
   */
  readonly bucketStarts: Uint32Array;
  readonly entries: Uint32Array;
}

const FREQUENCY_STEPS = 12;

/** Bits of an entry, counted from the lowest, that number the word. As many upper bits of a hash choose a bucket. */
function wordBits(wordCount: number): number {
  return Math.max(8, Math.ceil(Math.log2(wordCount + 1)));
}

/**
 * Makes the arrays from words as correctionWords gives them, each once, with the number of items that have it. A word
 * that is neither Hangul nor plain Latin, or too long, is skipped. Rare words are worth keeping: without those of a
 * single item many corrections are lost.
 */
export function buildDictionary(
  words: Iterable<readonly [word: string, documentFrequency: number, isName?: boolean]>,
): CorrectionArrays {
  const groups: Record<WordScript, Word[]> = { latin: [], hangul: [] };
  for (const [text, frequency, isName = false] of words) {
    const keyed = keyWord(text);
    if (keyed === null || keyed.strokes.length > STROKES_MAX) continue;
    groups[keyed.script].push({ strokes: keyed.strokes, frequency, isName });
  }
  const all = [...groups.latin, ...groups.hangul];
  const counts = sharedArray(Uint32Array, 2);
  counts.set([groups.latin.length, groups.hangul.length]);
  const frequencies = sharedArray(Uint8Array, all.length);
  const names = sharedArray(Uint8Array, (all.length + 7) >>> 3);
  all.forEach(({ frequency, isName }, word) => {
    frequencies[word] = Math.min(255, Math.round(FREQUENCY_STEPS * Math.log1p(frequency)));
    if (isName) names[word >>> 3] = (names[word >>> 3] ?? 0) | (1 << (word & 7));
  });
  const keys = packedTexts(
    all.map(({ strokes }) => strokes),
    'latin1',
  );
  return {
    counts,
    strokes: keys.bytes,
    strokeStarts: keys.starts,
    frequencies,
    names,
    ...fillBuckets(keys.bytes, keys.starts),
  };
}

export type WordScript = 'latin' | 'hangul';

interface Word {
  readonly strokes: string;
  readonly frequency: number;
  readonly isName: boolean;
}

/** The keys of a word that a dictionary can hold; null for any other. */
function keyWord(text: string): { readonly script: WordScript; readonly strokes: string } | null {
  if (/^[a-z]+$/.test(text)) return { script: 'latin', strokes: text };
  if (/^[가-힣]+$/.test(text)) return { script: 'hangul', strokes: hangulStrokes(text) ?? '' };
  return null;
}

/** Counts the entries of each bucket, then puts them in, from the end of the bucket to its start. */
function fillBuckets(strokes: Uint8Array, strokeStarts: Uint32Array) {
  const wordCount = strokeStarts.length - 1;
  const bits = wordBits(wordCount);
  const bucketStarts = sharedArray(Uint32Array, 2 ** bits + 1);
  const hashes = new Uint32Array(STROKES_MAX + 1);
  const hashesOf = (word: number) =>
    strokeHashes(strokes, strokeStarts[word] ?? 0, strokeStarts[word + 1] ?? 0, hashes);
  for (let word = 0; word < wordCount; word++) {
    const count = hashesOf(word);
    for (let i = 0; i < count; i++) {
      const bucket = (hashes[i] ?? 0) >>> (32 - bits);
      bucketStarts[bucket] = (bucketStarts[bucket] ?? 0) + 1;
    }
  }
  for (let bucket = 1; bucket < bucketStarts.length; bucket++)
    bucketStarts[bucket] = (bucketStarts[bucket] ?? 0) + (bucketStarts[bucket - 1] ?? 0);
  const entries = sharedArray(Uint32Array, bucketStarts.at(-1) ?? 0);
  for (let word = 0; word < wordCount; word++) {
    const count = hashesOf(word);
    for (let i = 0; i < count; i++) {
      const bucket = (hashes[i] ?? 0) >>> (32 - bits);
      const place = (bucketStarts[bucket] ?? 0) - 1;
      bucketStarts[bucket] = place;
      entries[place] = ((hashes[i] ?? 0) << bits) | word;
    }
  }
  return { bucketStarts, entries };
}

/** The words of the catalogue by the keys that type them. Words are identified by number. */
export type Dictionary = ReturnType<typeof openDictionary>;

/** Reads arrays made by buildDictionary, without copying them. */
export function openDictionary(arrays: CorrectionArrays) {
  const { strokes, strokeStarts, frequencies, names, bucketStarts, entries } = arrays;
  const [latinCount = 0] = arrays.counts;
  const bits = wordBits(strokeStarts.length - 1);
  const wordMask = 2 ** bits - 1;
  const bytes = Buffer.from(strokes.buffer, strokes.byteOffset, strokes.byteLength);
  const typed = Buffer.alloc(STROKES_MAX);
  const hashes = new Uint32Array(STROKES_MAX + 1);

  const scriptOf = (word: number): WordScript => (word >= latinCount ? 'hangul' : 'latin');
  const strokesOf = (word: number) => bytes.toString('latin1', strokeStarts[word], strokeStarts[word + 1]);
  const hashTyped = (text: string) => {
    typed.write(text, 'latin1');
    return strokeHashes(typed, 0, text.length, hashes);
  };

  function collect(hash: number, words: Set<number>): void {
    const bucket = hash >>> (32 - bits);
    const check = hash << bits;
    const end = bucketStarts[bucket + 1] ?? 0;
    for (let at = bucketStarts[bucket] ?? 0; at < end; at++) {
      const entry = entries[at] ?? 0;
      if ((entry ^ check) >>> bits === 0) words.add(entry & wordMask);
    }
  }

  return {
    /** The most frequent word of the script with exactly these keys, or -1. */
    findWord(text: string, script: WordScript): number {
      if (text.length > STROKES_MAX) return -1;
      hashTyped(text);
      const words = new Set<number>();
      collect(hashes[0] ?? 0, words);
      let found = -1;
      for (const word of words) {
        if (strokeStarts[word + 1] !== (strokeStarts[word] ?? 0) + text.length) continue;
        if (scriptOf(word) !== script || strokesOf(word) !== text) continue;
        if (found < 0 || (frequencies[word] ?? 0) > (frequencies[found] ?? 0)) found = word;
      }
      return found;
    },
    /**
     * Adds to `words` all that differ from the keys by one key missing, added, wrong or swapped with the next, and
     * others that may be further away. Keys beyond STROKES_MAX find nothing.
     */
    collectNear(text: string, words: Set<number>): void {
      if (text.length > STROKES_MAX) return;
      const count = hashTyped(text);
      for (let i = 0; i < count; i++) collect(hashes[i] ?? 0, words);
    },
    scriptOf,
    /** ln(1 + document frequency), to a twelfth. */
    frequencyOf: (word: number) => (frequencies[word] ?? 0) / FREQUENCY_STEPS,
    /** Whether most items that have it have it as the name of a contributor. */
    isName: (word: number) => ((names[word >>> 3] ?? 0) & (1 << (word & 7))) !== 0,
    strokesOf,
    textOf: (word: number) => (word < latinCount ? strokesOf(word) : composeHangul(strokesOf(word))),
  };
}

/** Longer words can't be corrected; no real word comes near. */
export const STROKES_MAX = 48;

/**
 * Hashes of the keys from `start` to `end`, and of what is left when any one of them is left out, written to
 * `into` (room for STROKES_MAX + 1); returns how many. Of equal neighbours only the first is left out, as the rest
 * would give the same again.
 */
function strokeHashes(strokes: Uint8Array, start: number, end: number, into: Uint32Array): number {
  const length = end - start;
  suffixes[length] = 0;
  for (let at = length - 1; at >= 0; at--) {
    const weight = POWERS[length - 1 - at] ?? 0;
    suffixes[at] = (suffixes[at + 1] ?? 0) + Math.imul(strokes[start + at] ?? 0, weight);
  }
  into[0] = spread(suffixes[0] ?? 0);
  let count = 1;
  let prefix = 0;
  for (let at = 0; at < length; at++) {
    const stroke = strokes[start + at] ?? 0;
    if (at === 0 || stroke !== strokes[start + at - 1]) {
      const shifted = Math.imul(prefix, POWERS[length - 1 - at] ?? 0);
      into[count++] = spread(shifted + (suffixes[at + 1] ?? 0));
    }
    prefix = (Math.imul(prefix, BASE) + stroke) | 0;
  }
  return count;
}

/** Any odd number with well-mixed bits: keys are the digits of a number to this base, modulo 2^32. */
const BASE = 0x01_93_4b_25;
const POWERS = new Int32Array(STROKES_MAX + 1);
POWERS[0] = 1;
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] ?? 0, BASE);

const suffixes = new Int32Array(STROKES_MAX + 1);

/** Lets every bit of the sum affect every bit of the hash (the last steps of MurmurHash3). */
function spread(sum: number): number {
  let hash = sum;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
