import { TierMarks } from './tier-marks.ts';

/** Buffers for one query after the other: the next `reset` frees what a query took. */
export class Scratch {
  /** Postings read for all queries so far: what they cost, independent of the machine. */
  work = 0;
  readonly #buffers: Uint32Array[] = [];
  #taken = 0;
  #marks = new TierMarks(0);

  reset(): void {
    this.#taken = 0;
  }

  /** At least `length` numbers of any content. */
  take(length: number): Uint32Array {
    const at = this.#taken++;
    const known = this.#buffers[at];
    if (known !== undefined && known.length >= length) return known;
    const buffer = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(length, 64))));
    this.#buffers[at] = buffer;
    return buffer;
  }

  /** Empty marks for a number of documents; the user empties them again. */
  takeMarks(docCount: number): TierMarks {
    if (this.#marks.docCount < docCount) this.#marks = new TierMarks(docCount);
    return this.#marks;
  }
}
