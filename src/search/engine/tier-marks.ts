import { TIER, TIER_BITS } from './hits.ts';

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
    return Math.min(tier - TIER.leading, ROWS - 1) * this.#rowLength;
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

const ROWS = TIER.anywhere - TIER.leading + 2;
