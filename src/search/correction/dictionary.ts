import { packedTexts, sharedArray } from '../../base/typed-arrays.ts';
import { foldText } from '../fold/fold-text.ts';
import { indexTokens } from '../tokenise.ts';
import { composeHangul, hangulStrokes, STROKES_MAX, soundOf, type WordScript } from './keyboard.ts';

/** The catalogue's words for corrections. The saved index stores the arrays by name. Words are numbered from 0. */
export interface CorrectionArrays {
  /** The keystrokes of all words, concatenated. The keystrokes of word w are at strokeStarts[w] .. strokeStarts[w + 1]. */
  readonly strokes: Uint8Array;
  readonly strokeStarts: Uint32Array;
  /** By word: FREQUENCY_STEPS x ln(1 + number of items with the word). */
  readonly frequencies: Uint8Array;
  readonly wordFlags: Uint8Array;
  /**
   * A hash table. The upper bits of a hash choose a bucket. An entry holds the hash's lower bits and the word's number. A word
   * has entries for its keystrokes, for its keystrokes without any one key, and for its sound.
   */
  readonly bucketStarts: Uint32Array;
  readonly entries: Uint32Array;
}

const FREQUENCY_STEPS = 12;
const WORD_FLAGS = { isHangul: 1, isName: 2 } as const;

/** The number of low bits of an entry that hold the word's number. Equally many high bits of a hash choose its bucket. */
function wordBits(wordCount: number): number {
  return Math.max(8, Math.ceil(Math.log2(wordCount + 1)));
}

/** Builds the arrays from distinct words and the number of items with each. Words that can't be corrections are skipped. */
export function buildDictionary(
  words: Iterable<readonly [word: string, documentFrequency: number, isName?: boolean]>,
): CorrectionArrays {
  const known = [...words].flatMap(([text, frequency, isName = false]) => {
    const keys = keysOf(text);
    return keys === null || keys.strokes.length > STROKES_MAX ? [] : [{ ...keys, frequency, isName }];
  });
  const frequencies = sharedArray(Uint8Array, known.length);
  const wordFlags = sharedArray(Uint8Array, known.length);
  for (const [word, { script, frequency, isName }] of known.entries()) {
    frequencies[word] = Math.min(255, Math.round(FREQUENCY_STEPS * Math.log1p(frequency)));
    wordFlags[word] = (script === 'hangul' ? WORD_FLAGS.isHangul : 0) | (isName ? WORD_FLAGS.isName : 0);
  }
  const { bytes: strokes, starts: strokeStarts } = packedTexts(
    known.map((word) => word.strokes),
    'latin1',
  );
  return { strokes, strokeStarts, frequencies, wordFlags, ...fillBuckets(strokes, strokeStarts, wordFlags) };
}

function fillBuckets(strokes: Uint8Array, strokeStarts: Uint32Array, wordFlags: Uint8Array) {
  const bytes = Buffer.from(strokes.buffer, strokes.byteOffset, strokes.byteLength);
  const wordCount = strokeStarts.length - 1;
  const bits = wordBits(wordCount);
  const bucketStarts = sharedArray(Uint32Array, 2 ** bits + 1);
  const eachHash = (see: (bucket: number, hash: number, word: number) => void) => {
    for (let word = 0; word < wordCount; word++) {
      const count = strokeHashes(strokes, strokeStarts[word] ?? 0, strokeStarts[word + 1] ?? 0);
      for (let i = 0; i < count; i++) see((hashes[i] ?? 0) >>> (32 - bits), hashes[i] ?? 0, word);
      if ((wordFlags[word] ?? 0) & WORD_FLAGS.isHangul) {
        const sound = soundHash(bytes.toString('latin1', strokeStarts[word], strokeStarts[word + 1]));
        if (sound !== null) see(sound >>> (32 - bits), sound, word);
      }
    }
  };
  eachHash((bucket) => {
    bucketStarts[bucket] = (bucketStarts[bucket] ?? 0) + 1;
  });
  for (let bucket = 1; bucket < bucketStarts.length; bucket++)
    bucketStarts[bucket] = (bucketStarts[bucket] ?? 0) + (bucketStarts[bucket - 1] ?? 0);
  const entries = sharedArray(Uint32Array, bucketStarts.at(-1) ?? 0);
  eachHash((bucket, hash, word) => {
    const place = (bucketStarts[bucket] ?? 0) - 1;
    bucketStarts[bucket] = place;
    entries[place] = (hash << bits) | word;
  });
  return { bucketStarts, entries };
}

function keysOf(text: string): { readonly script: WordScript; readonly strokes: string } | null {
  if (/^[a-z]+$/.test(text)) return { script: 'latin', strokes: text };
  return /^[가-힣]+$/.test(text) ? { script: 'hangul', strokes: hangulStrokes(text) ?? '' } : null;
}

export interface KnownWord {
  readonly script: WordScript;
  readonly strokes: string;
  /** ln(1 + document frequency), rounded to twelfths. */
  readonly frequency: number;
  /** Whether most items with the word have it only in a contributor's name. */
  readonly isName: boolean;
}

export function textOfWord({ script, strokes }: KnownWord): string {
  return script === 'hangul' ? composeHangul(strokes) : strokes;
}

export type Dictionary = ReturnType<typeof openDictionary>;

export function openDictionary(arrays: CorrectionArrays) {
  const { strokes, strokeStarts, frequencies, wordFlags, bucketStarts, entries } = arrays;
  const bits = wordBits(strokeStarts.length - 1);
  const bytes = Buffer.from(strokes.buffer, strokes.byteOffset, strokes.byteLength);
  const typed = Buffer.alloc(STROKES_MAX);

  /** Calls `see` with each word that may have this hash. */
  function lookAt(hash: number, see: (word: number) => void): void {
    const bucket = hash >>> (32 - bits);
    const check = hash << bits;
    const end = bucketStarts[bucket + 1] ?? 0;
    for (let at = bucketStarts[bucket] ?? 0; at < end; at++) {
      const entry = entries[at] ?? 0;
      if ((entry ^ check) >>> bits === 0) see(entry & (2 ** bits - 1));
    }
  }

  /** Calls `see` with each word that may have these keystrokes or, with `isNear`, may be one keystroke away. */
  function look(keys: string, isNear: boolean, see: (word: number) => void): void {
    if (keys.length > STROKES_MAX) return;
    typed.write(keys, 'latin1');
    const count = strokeHashes(typed, 0, keys.length);
    for (let i = 0; i < (isNear ? count : 1); i++) lookAt(hashes[i] ?? 0, see);
  }

  const wordAt = (word: number): KnownWord => ({
    script: ((wordFlags[word] ?? 0) & WORD_FLAGS.isHangul) === 0 ? 'latin' : 'hangul',
    strokes: bytes.toString('latin1', strokeStarts[word], strokeStarts[word + 1]),
    frequency: (frequencies[word] ?? 0) / FREQUENCY_STEPS,
    isName: ((wordFlags[word] ?? 0) & WORD_FLAGS.isName) !== 0,
  });

  return {
    find(keys: string, script: WordScript): KnownWord | null {
      let found: KnownWord | null = null;
      look(keys, false, (number) => {
        const word = wordAt(number);
        if (word.script !== script || word.strokes !== keys) return;
        if (found === null || word.frequency > found.frequency) found = word;
      });
      return found;
    },
    /** Adds the numbers of all words one keystroke away (a key missing, added, wrong or swapped), and of some farther away. */
    collectNear: (keys: string, words: Set<number>): void => look(keys, true, (word) => words.add(word)),
    soundingLike(keys: string): KnownWord[] {
      const words: KnownWord[] = [];
      const hash = keys.length > STROKES_MAX ? null : soundHash(keys);
      if (hash !== null) lookAt(hash, (word) => words.push(wordAt(word)));
      return words.filter(
        ({ script, strokes: own }) => script === 'hangul' && soundOf(own) === soundOf(keys),
      );
    },
    wordAt,
  };
}

function soundHash(keys: string): number | null {
  const sound = soundOf(keys);
  if (sound === null) return null;
  // Sounds and keystrokes must not collide, so this start value differs from the start value in strokeHashes.
  let hash = 0x9e_37_79_b9;
  for (let at = 0; at < sound.length; at++) hash = Math.imul(hash ^ sound.charCodeAt(at), 0x01_00_01_93);
  return mixed(hash);
}

const hashes = new Uint32Array(STROKES_MAX + 1);

/**
 * Writes to `hashes` the hash of the keys `start` .. `end`, then, for each key, the hash of all other keys. Returns the number of
 * hashes. Of equal neighbours, only the first is left out, because the hash without the second is the same.
 */
function strokeHashes(strokes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let leftOut = start - 1; leftOut < end; leftOut++) {
    if (leftOut > start && strokes[leftOut] === strokes[leftOut - 1]) continue;
    let hash = 0x81_1c_9d_c5;
    for (let at = start; at < end; at++)
      if (at !== leftOut) hash = Math.imul(hash ^ (strokes[at] ?? 0), 0x01_00_01_93);
    hashes[count++] = mixed(hash);
  }
  return count;
}

/** Lets every bit of an FNV-1a hash affect every other (the last steps of MurmurHash3). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The words of a text that corrections may use: runs of Hangul syllables, and Latin words of the index without digits. */
export function correctionWords(text: string): string[] {
  const words = new Set(foldText(text).match(HANGUL_WORD));
  if (HAS_LATIN.test(text)) {
    for (const token of indexTokens(text)) if (LATIN_WORD.test(token)) words.add(token);
  }
  return [...words];
}

const HANGUL_WORD = /[가-힣]+/gu;
const HAS_LATIN = /\p{Script=Latin}/u;
const LATIN_WORD = /^[a-z]{2,}$/;
