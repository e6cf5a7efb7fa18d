import { type CorrectionArrays, FREQUENCY_STEPS, type WordScript, wordBits } from './dictionary-arrays.ts';
import { composeHangul } from './keyboard.ts';
import { STROKES_MAX, strokeHashes } from './stroke-hash.ts';

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
