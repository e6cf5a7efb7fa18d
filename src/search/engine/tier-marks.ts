import { CHUNK_BITS, type PostingArrays, TIER, TIER_BITS, type Tiers } from './postings.ts';

/**
 * Bit sets of documents, one row per tier from TIER.titles on. They are marked in any order and read in ascending order. A row
 * for NO_MATCH, which is never read, saves a branch.
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

  rowAt(tier: number): number {
    return Math.min(tier - TIER.titles, ROWS - 1) * this.#rowLength;
  }

  row(tier: number): Int32Array {
    return this.bits.subarray(this.rowAt(tier), this.rowAt(tier + 1));
  }

  /** Writes the marked documents to `packed`, each with its best tier, and clears all marks. Returns how many. */
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

  /** Clears the row of a tier and all rows after it. */
  clear(tier: number): void {
    this.bits.fill(0, this.rowAt(tier), this.rowAt(TIER.anywhere + 1));
  }
}

const ROWS = TIER.anywhere - TIER.titles + 2;

/**
 * Marks the documents of the lists `from` .. `end - 1`, each in its tier's row, or, without tiers, in that of TIER.anywhere.
 * Returns the number of entries.
 */
export function markPostings(
  arrays: PostingArrays,
  from: number,
  end: number,
  tiers: Tiers | null,
  marks: TierMarks,
): number {
  const { chunks, places, flags } = arrays;
  const { bits } = marks;
  const onlyRow = marks.rowAt(TIER.anywhere);
  const rows = Int32Array.from(tiers ?? [], (tier) => marks.rowAt(tier));
  const start = arrays.listEntries[from] ?? 0;
  const chunkEnd = arrays.listChunks[end] ?? 0;
  let at = start;
  for (let c = arrays.listChunks[from] ?? 0; c < chunkEnd; c++) {
    const chunk = chunks[c] ?? 0;
    const base = (chunk >>> 16) << (CHUNK_BITS - 5);
    const entryEnd = at + (chunk & 0xffff) + 1;
    // Two loops, because reading the flags takes half of the time.
    if (tiers === null) {
      for (; at < entryEnd; at++) {
        const place = places[at] ?? 0;
        const word = onlyRow + base + (place >>> 5);
        bits[word] = (bits[word] ?? 0) | (1 << place);
      }
    } else {
      for (; at < entryEnd; at++) {
        const place = places[at] ?? 0;
        const row = rows[((flags[at >>> 1] ?? 0) >>> ((at & 1) << 2)) & 15] ?? 0;
        const word = row + base + (place >>> 5);
        bits[word] = (bits[word] ?? 0) | (1 << place);
      }
    }
  }
  return at - start;
}
