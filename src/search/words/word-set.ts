import { hashWord } from '../hash-word.ts';

/** A set of words as hashes: a quarter of a million of them take two megabytes. A wrong one passes once in 10,000. */
export class WordSet {
  readonly #hashes: Uint32Array;
  readonly #mask: number;

  constructor(words: readonly string[]) {
    const slots = 2 ** Math.ceil(Math.log2(words.length * 2 + 2));
    this.#hashes = new Uint32Array(slots);
    this.#mask = slots - 1;
    for (const word of words) this.#add(hashWord(word));
  }

  has(word: string): boolean {
    const hash = hashWord(word);
    return this.#hashes[this.#slotOf(hash)] === hash;
  }

  #add(hash: number): void {
    this.#hashes[this.#slotOf(hash)] = hash;
  }

  /** Where the hash is, or the empty slot where it belongs. */
  #slotOf(hash: number): number {
    let slot = hash & this.#mask;
    while (this.#hashes[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
