/** A set of words as hashes: a quarter of a million of them take two megabytes. A wrong one passes once in 10,000. */
export class WordSet {
  readonly #hashes: Uint32Array;
  readonly #mask: number;

  constructor(words: readonly string[]) {
    const slots = 2 ** Math.ceil(Math.log2(words.length * 2 + 2));
    this.#hashes = new Uint32Array(slots);
    this.#mask = slots - 1;
    for (const word of words) this.#add(hashOf(word));
  }

  has(word: string): boolean {
    const hash = hashOf(word);
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

/** FNV-1a over code units, with the steps of MurmurHash3 at its end; never 0, which is an empty slot. */
function hashOf(word: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
