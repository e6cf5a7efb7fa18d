/**
 * A hash table from non-negative integers (up to 2^53) to their first positions in an array. A Map takes several times the memory
 * and time, which matters when every order line is looked up.
 */
export class NumberIndex {
  readonly #values: Float64Array;
  readonly #slots: Int32Array;
  /** Dense numbers, as in most shops, are indexed directly from the lowest on; sparse ones are hashed. */
  readonly #isDirect: boolean;
  readonly #lowest: number;
  readonly #mask: number;

  constructor(values: Float64Array) {
    this.#values = values;
    const room = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1) * 2));
    let lowest = Infinity;
    let highest = -Infinity;
    for (const value of values) {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    this.#lowest = lowest;
    this.#isDirect = highest - lowest < room;
    this.#mask = room - 1;
    this.#slots = new Int32Array(this.#isDirect ? Math.max(highest - lowest + 1, 0) : room).fill(-1);
    for (let at = 0; at < values.length; at++) {
      const slot = this.#slotOf(values[at] ?? 0);
      if (this.#slots[slot] === -1) this.#slots[slot] = at;
    }
  }

  /** The first index of a value, or -1. */
  find(value: number): number {
    return this.#slots[this.#slotOf(value)] ?? -1;
  }

  /** The slot of a value, or the free slot where it would be put. */
  #slotOf(value: number): number {
    if (this.#isDirect) return value - this.#lowest;
    const mixed = Math.imul((value >>> 0) ^ ((value / 4_294_967_296) >>> 0), 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 16)) & this.#mask;
    let at = this.#slots[slot] ?? -1;
    while (at >= 0 && this.#values[at] !== value) {
      slot = (slot + 1) & this.#mask;
      at = this.#slots[slot] ?? -1;
    }
    return slot;
  }
}
