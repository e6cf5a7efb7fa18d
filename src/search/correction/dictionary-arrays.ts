import { sharedArray } from '../../typed-arrays.ts';
import { hangulStrokes } from './keyboard.ts';
import { STROKES_MAX, strokeHashes } from './stroke-hash.ts';

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

export const FREQUENCY_STEPS = 12;

/** Bits of an entry, counted from the lowest, that number the word. As many upper bits of a hash choose a bucket. */
export function wordBits(wordCount: number): number {
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
  const keys = layOut(all.map(({ strokes }) => strokes));
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

function layOut(texts: readonly string[]): { bytes: Uint8Array; starts: Uint32Array } {
  const starts = sharedArray(Uint32Array, texts.length + 1);
  texts.forEach((text, i) => {
    starts[i + 1] = (starts[i] ?? 0) + Buffer.byteLength(text);
  });
  const bytes = sharedArray(Uint8Array, starts[texts.length] ?? 0);
  const into = Buffer.from(bytes.buffer);
  texts.forEach((text, i) => {
    into.write(text, starts[i] ?? 0);
  });
  return { bytes, starts };
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
