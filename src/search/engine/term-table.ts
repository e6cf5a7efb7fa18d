import { firstWithout, grown } from '../../typed-arrays.ts';

/** Sorted distinct tokens as UTF-16 code units one after the other, in the order in which strings compare. */
export interface TermArrays {
  readonly termUnits: Uint16Array;
  /** Where each token starts, one number more than tokens. */
  readonly termStarts: Uint32Array;
}

/** Finds tokens by binary search among those that start with the same unit. */
export class TermTable {
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  /** The first token that starts with each unit or a later one. */
  readonly #firsts: Uint32Array;
  readonly count: number;

  constructor({ termUnits, termStarts }: TermArrays) {
    this.#units = termUnits;
    this.#starts = termStarts;
    this.count = termStarts.length - 1;
    this.#firsts = new Uint32Array(65_537);
    for (let term = this.count - 1, unit = 65_536; unit >= 0; unit--) {
      this.#firsts[unit] = term + 1;
      while (unit > 0 && term >= 0 && termUnits[termStarts[term] ?? 0] === unit - 1) term--;
    }
  }

  /** The number of a token, or -1. */
  find(token: string): number {
    const term = this.#firstNotBelow(token);
    return term < this.count && this.#compare(term, token) === 0 ? term : -1;
  }

  /** Numbers of the first token with a prefix and of the first one after those. */
  findPrefix(prefix: string): { readonly from: number; readonly end: number } {
    const from = this.#firstNotBelow(prefix);
    const beyond = this.#firsts[prefix.charCodeAt(0) + 1] ?? 0;
    return { from, end: firstWithout(from, beyond, (term) => this.#startsWith(term, prefix)) };
  }

  at(term: number): string {
    const from = this.#starts[term] ?? 0;
    return String.fromCharCode(...this.#units.subarray(from, this.#starts[term + 1]));
  }

  #firstNotBelow(token: string): number {
    const unit = token.charCodeAt(0);
    const [from, end] = [this.#firsts[unit] ?? 0, this.#firsts[unit + 1] ?? 0];
    return firstWithout(from, end, (term) => this.#compare(term, token) < 0);
  }

  #compare(term: number, token: string): number {
    const from = this.#starts[term] ?? 0;
    const length = (this.#starts[term + 1] ?? 0) - from;
    const shared = Math.min(length, token.length);
    for (let i = 0; i < shared; i++) {
      const difference = (this.#units[from + i] ?? 0) - token.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - token.length;
  }

  #startsWith(term: number, prefix: string): boolean {
    const from = this.#starts[term] ?? 0;
    if ((this.#starts[term + 1] ?? 0) - from < prefix.length) return false;
    for (let i = 0; i < prefix.length; i++) {
      if (this.#units[from + i] !== prefix.charCodeAt(i)) return false;
    }
    return true;
  }
}

/** Lays out tokens given in order. */
export class TermWriter {
  #units = new Uint16Array(4096);
  #unitCount = 0;
  #starts = new Uint32Array(1024);
  #count = 0;

  add(token: string): void {
    if (this.#unitCount + token.length > this.#units.length) this.#units = grown(this.#units);
    if (this.#count + 2 > this.#starts.length) this.#starts = grown(this.#starts);
    for (let i = 0; i < token.length; i++) this.#units[this.#unitCount++] = token.charCodeAt(i);
    this.#starts[++this.#count] = this.#unitCount;
  }

  finish(): TermArrays {
    return {
      termUnits: this.#units.subarray(0, this.#unitCount),
      termStarts: this.#starts.subarray(0, this.#count + 1),
    };
  }
}
