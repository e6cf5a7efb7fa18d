/**
 * Matching documents in ascending order, each as `document * 8 + tier`. Tiers say how well an item fits, best
 * first: the title is the query; the query is all of the title before a subtitle; the title starts with it; every word
 * is in the titles; in titles and contributors; anywhere.
 */
export interface Hits {
  readonly packed: Uint32Array;
  readonly count: number;
}

export const TIER = { exact: 0, heading: 1, leading: 2, titles: 3, names: 4, anywhere: 5 } as const;
export const TIER_BITS = 3;
export const TIER_MASK = 7;

/** The tier for each of the 16 sets of flags of a posting; NO_MATCH = not in the target. */
export type Tiers = Uint8Array;
export const NO_MATCH = 7;

export const NO_HITS: Hits = { packed: new Uint32Array(0), count: 0 };

/** Documents in both, each with the worse of its tiers. The result replaces `a`. */
export function intersectHits(a: Hits, b: Hits): Hits {
  const [few, many] = [a.packed, b.packed];
  let count = 0;
  let j = 0;
  for (let i = 0; i < a.count; i++) {
    const left = few[i] ?? 0;
    const doc = left >>> TIER_BITS;
    while (j < b.count && (many[j] ?? 0) >>> TIER_BITS < doc) j++;
    if (j === b.count) break;
    const right = many[j] ?? 0;
    if (right >>> TIER_BITS === doc) few[count++] = left > right ? left : right;
  }
  return { packed: few, count };
}

/** Documents in either, each with the better of its tiers. */
export function uniteHits(a: Hits, b: Hits, scratch: { take(length: number): Uint32Array }): Hits {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const packed = scratch.take(a.count + b.count);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < a.count || j < b.count) {
    const left = i < a.count ? (a.packed[i] ?? 0) : Number.POSITIVE_INFINITY;
    const right = j < b.count ? (b.packed[j] ?? 0) : Number.POSITIVE_INFINITY;
    const isSame = Math.floor(left / 8) === Math.floor(right / 8);
    packed[count++] = Math.min(left, right);
    if (left < right || isSame) i++;
    if (right < left || isSame) j++;
  }
  return { packed, count };
}

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

/**
 * Marks documents in any order, to be read in theirs: a row of bits for each tier but the first. A row for NO_MATCH,
 * which nobody reads, saves marking a condition.
 */
export class TierMarks {
  readonly docCount: number;
  /** The rows one after the other, 32 documents per number. */
  readonly bits: Int32Array;
  readonly #rowLength: number;

  constructor(docCount: number) {
    this.docCount = docCount;
    this.#rowLength = (docCount + 31) >>> 5;
    this.bits = new Int32Array(this.#rowLength * ROWS);
  }

  /** Where the row of a tier starts. */
  rowAt(tier: number): number {
    return Math.min(tier - TIER.titles, ROWS - 1) * this.#rowLength;
  }

  row(tier: number): Int32Array {
    return this.bits.subarray(this.rowAt(tier), this.rowAt(tier + 1));
  }

  /** Writes the marked documents, each with the best of its tiers; returns how many. It clears all marks. */
  collect(packed: Uint32Array): number {
    const { bits } = this;
    const titles = this.rowAt(TIER.titles);
    const names = this.rowAt(TIER.names);
    const anywhere = this.rowAt(TIER.anywhere);
    let count = 0;
    for (let at = 0; at < this.#rowLength; at++) {
      const inTitles = bits[titles + at] ?? 0;
      const inNames = bits[names + at] ?? 0;
      let any = inTitles | inNames | (bits[anywhere + at] ?? 0);
      while (any !== 0) {
        const bit = 31 - Math.clz32(any & -any);
        any &= any - 1;
        const isInTitles = (inTitles >>> bit) & 1;
        const isInNames = (inNames >>> bit) & ~isInTitles & 1;
        packed[count++] = ((at * 32 + bit) << TIER_BITS) | (TIER.anywhere - 2 * isInTitles - isInNames);
      }
    }
    this.clear(TIER.titles);
    return count;
  }

  /** Unmarks all in the rows from that of a tier on. */
  clear(tier: number): void {
    this.bits.fill(0, this.rowAt(tier), this.rowAt(TIER.anywhere + 1));
  }
}

const ROWS = TIER.anywhere - TIER.titles + 2;
