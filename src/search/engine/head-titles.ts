import { firstWithout } from '../../typed-arrays.ts';
import type { DocColumns } from './doc-table.ts';

/** One more than the longest head that a DocTable keeps. */
const LENGTHS = 256;

/** The titles of a segment that have a subtitle, by the length of their heads: the part before the subtitle. */
export class HeadTitles {
  readonly #titleRanks: Uint32Array;
  /** Titles with heads of one length stand together, in the order of their ranks. Volumes of a series are left out. */
  readonly #docs: Uint32Array;
  /** Where in #docs the titles with heads of a length start. */
  readonly #starts = new Uint32Array(LENGTHS + 1);

  constructor(
    { headLengths, volumes }: Pick<DocColumns, 'headLengths' | 'volumes'>,
    titleRanks: Uint32Array,
    docsByTitle: Uint32Array,
  ) {
    this.#titleRanks = titleRanks;
    // Documents in their order and titles in theirs: going from title to document would miss the caches each time.
    const lengths = new Uint8Array(titleRanks.length);
    for (let doc = 0; doc < titleRanks.length; doc++) {
      const length = headLengths[doc] ?? 0;
      if (length === 0 || volumes[doc] !== 0) continue;
      lengths[titleRanks[doc] ?? 0] = length;
      this.#starts[length + 1] = (this.#starts[length + 1] ?? 0) + 1;
    }
    for (let length = 1; length <= LENGTHS; length++) {
      this.#starts[length] = (this.#starts[length] ?? 0) + (this.#starts[length - 1] ?? 0);
    }
    this.#docs = new Uint32Array(this.#starts[LENGTHS] ?? 0);
    const next = this.#starts.slice();
    for (let rank = 0; rank < lengths.length; rank++) {
      const length = lengths[rank] ?? 0;
      if (length === 0) continue;
      const at = next[length] ?? 0;
      this.#docs[at] = docsByTitle[rank] ?? 0;
      next[length] = at + 1;
    }
  }

  /** Documents with titles of the ranks [from, end) whose heads have the length, as a view. */
  find(length: number, from: number, end: number): Uint32Array {
    if (from === end || length >= LENGTHS) return this.#docs.subarray(0, 0);
    return this.#docs.subarray(this.#firstOf(length, from), this.#firstOf(length, end));
  }

  /** The place of the first title with a head of the length whose rank isn't below the given one. */
  #firstOf(length: number, rank: number): number {
    const [from, end] = [this.#starts[length] ?? 0, this.#starts[length + 1] ?? 0];
    return firstWithout(from, end, (at) => (this.#titleRanks[this.#docs[at] ?? 0] ?? 0) < rank);
  }
}
