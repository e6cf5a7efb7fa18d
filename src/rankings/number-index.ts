/**
 * Where each of many distinct non-negative integers (up to 2^53) stands in an array. A Map does the same at
 * several times the memory and the time, which counts when every order line is looked up.
 */
export class NumberIndex {
  readonly #values: Float64Array;
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(values: Float64Array) {
    this.#values = values;
    this.#mask = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1) * 2)) - 1;
    this.#slots = new Int32Array(this.#mask + 1).fill(-1);
    for (let at = 0; at < values.length; at++) {
      let slot = this.#slotOf(values[at] ?? 0);
      while ((this.#slots[slot] ?? -1) >= 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = at;
    }
  }

  /** The position of a value, or -1. */
  find(value: number): number {
    let slot = this.#slotOf(value);
    let at = this.#slots[slot] ?? -1;
    while (at >= 0 && this.#values[at] !== value) {
      slot = (slot + 1) & this.#mask;
      at = this.#slots[slot] ?? -1;
    }
    return at;
  }

  #slotOf(value: number): number {
    const mixed = Math.imul((value >>> 0) ^ ((value / 4_294_967_296) >>> 0), 0x9e3779b1);
    return (mixed ^ (mixed >>> 16)) & this.#mask;
  }
}
