import { firstWithout, grown } from '../../base/typed-arrays.ts';

/**
 * A sorted list of texts. `units` are their UTF-16 code units, concatenated; `starts` are the offsets of the texts and of the
 * end. Look-ups use binary search among texts with an equal first unit.
 */
export class SortedTexts {
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  /** Index of the first text that starts with each unit or a later one. */
  readonly #firsts: Uint32Array;
  readonly count: number;

  constructor(units: Uint16Array, starts: Uint32Array) {
    this.#units = units;
    this.#starts = starts;
    this.count = starts.length - 1;
    this.#firsts = new Uint32Array(65_537);
    for (let index = this.count - 1, unit = 65_536; unit >= 0; unit--) {
      this.#firsts[unit] = index + 1;
      while (unit > 0 && index >= 0 && units[starts[index] ?? 0] === unit - 1) index--;
    }
  }

  /** The index of a text, the first of equal ones; -1 if there is none. */
  find(text: string): number {
    const index = this.#firstNotBelow(text);
    return index < this.count && this.compare(index, text) === 0 ? index : -1;
  }

  /** The index range of the texts with a prefix. The text that equals the prefix comes first. */
  findPrefix(prefix: string): { readonly from: number; readonly end: number } {
    const from = this.#firstNotBelow(prefix);
    const beyond = this.#firsts[prefix.charCodeAt(0) + 1] ?? 0;
    return { from, end: firstWithout(from, beyond, (index) => this.isWith(index, prefix)) };
  }

  /** The index of the first text with a prefix, or -1. */
  firstWith(prefix: string): number {
    const index = this.#firstNotBelow(prefix);
    return index < this.count && this.isWith(index, prefix) ? index : -1;
  }

  lengthOf(index: number): number {
    return (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0);
  }

  unitAt(index: number, at: number): number {
    return this.#units[(this.#starts[index] ?? 0) + at] ?? 0;
  }

  at(index: number): string {
    const from = this.#starts[index] ?? 0;
    return String.fromCharCode(...this.#units.subarray(from, this.#starts[index + 1]));
  }

  #firstNotBelow(text: string): number {
    const unit = text.charCodeAt(0);
    const [from, end] = [this.#firsts[unit] ?? 0, this.#firsts[unit + 1] ?? 0];
    return firstWithout(from, end, (index) => this.compare(index, text) < 0);
  }

  /** Negative if the text at an index sorts before `text`, 0 if it is equal. */
  compare(index: number, text: string): number {
    const from = this.#starts[index] ?? 0;
    const length = this.lengthOf(index);
    const shared = Math.min(length, text.length);
    for (let i = 0; i < shared; i++) {
      const difference = (this.#units[from + i] ?? 0) - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }

  isWith(index: number, prefix: string): boolean {
    const from = this.#starts[index] ?? 0;
    if (this.lengthOf(index) < prefix.length) return false;
    for (let i = 0; i < prefix.length; i++) {
      if (this.#units[from + i] !== prefix.charCodeAt(i)) return false;
    }
    return true;
  }
}

/** Builds arrays for SortedTexts; texts are added in order. */
export class TextWriter {
  #units = new Uint16Array(4096);
  #starts = new Uint32Array(1024);
  #unitCount = 0;
  #count = 0;

  add(text: string): void {
    const end = this.#unitCount + text.length;
    if (end > this.#units.length) this.#units = grown(this.#units, end * 2);
    if (this.#count + 2 > this.#starts.length) this.#starts = grown(this.#starts);
    for (let i = 0; i < text.length; i++) this.#units[this.#unitCount++] = text.charCodeAt(i);
    this.#starts[++this.#count] = this.#unitCount;
  }

  finish(): { readonly units: Uint16Array; readonly starts: Uint32Array } {
    return {
      units: this.#units.subarray(0, this.#unitCount),
      starts: this.#starts.subarray(0, this.#count + 1),
    };
  }
}
