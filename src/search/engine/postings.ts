import { firstWithout } from '../../base/typed-arrays.ts';

/** Matching documents in ascending order, each packed as `document * 8 + tier`. */
export interface Hits {
  readonly packed: Uint32Array;
  readonly count: number;
}

/** How well an item fits a query, best first. */
export const TIER = {
  /** The query equals the title, or a contributor's name. */
  exact: 0,
  /** The query equals the title without its leading article, or contains the title beside other words. */
  titled: 1,
  /** The query equals the title before a subtitle. */
  heading: 2,
  /** The title begins with the query, or the query is the series of a volume. */
  leading: 3,
  /** All words are in titles (4), in titles and contributors (5), in any fields (6). */
  titles: 4,
  names: 5,
  anywhere: 6,
} as const;
export const TIER_BITS = 3;
export const TIER_MASK = 7;

/** The tier of each of the 16 combinations of FIELD flags; NO_MATCH = outside the target. */
export type Tiers = Uint8Array;
export const NO_MATCH = 7;

/**
 * A segment's postings: for each token the documents that have it, with FIELD flags. An entry takes 2.5 bytes. Documents are
 * divided into chunks of 65,536. A list has one number per chunk (chunk << 16 | entries - 1), and per entry its position in the
 * chunk and four flags.
 */
export interface PostingArrays {
  /** Where the chunks and the entries of each list start; the last number is the end of the last list. */
  readonly listChunks: Uint32Array;
  readonly listEntries: Uint32Array;
  readonly chunks: Uint32Array;
  readonly offsets: Uint16Array;
  /** The flags of two entries in each byte: entry 0 in the lower four bits, entry 1 in the upper four. */
  readonly flags: Uint8Array;
}

export const CHUNK_BITS = 16;
const CHUNK_SHIFT = CHUNK_BITS + TIER_BITS;

/** Above this ratio of entries to hits, each hit is looked up in the list; otherwise the list is read entry by entry. */
export const LOOK_UP_RATIO = 12;

export class PostingLists {
  readonly #arrays: PostingArrays;

  constructor(arrays: PostingArrays) {
    this.#arrays = arrays;
  }

  count(list: number, end = list + 1): number {
    const { listEntries } = this.#arrays;
    return (listEntries[end] ?? 0) - (listEntries[list] ?? 0);
  }

  each(list: number, see: (doc: number, flags: number) => void): void {
    const { listChunks, listEntries, chunks, offsets, flags } = this.#arrays;
    let at = listEntries[list] ?? 0;
    const chunkEnd = listChunks[list + 1] ?? 0;
    for (let c = listChunks[list] ?? 0; c < chunkEnd; c++) {
      const chunk = chunks[c] ?? 0;
      const end = at + (chunk & 0xffff) + 1;
      for (; at < end; at++)
        see((chunk & 0xffff0000) + (offsets[at] ?? 0), ((flags[at >>> 1] ?? 0) >>> ((at & 1) << 2)) & 15);
    }
  }

  /** Writes the documents of a list that match the target to `packed`; returns how many. */
  read(list: number, tiers: Tiers, packed: Uint32Array): number {
    const { listChunks, listEntries, chunks, offsets, flags } = this.#arrays;
    let at = listEntries[list] ?? 0;
    const chunkEnd = listChunks[list + 1] ?? 0;
    let count = 0;
    for (let c = listChunks[list] ?? 0; c < chunkEnd; c++) {
      const chunk = chunks[c] ?? 0;
      const base = (chunk >>> 16) << CHUNK_SHIFT;
      const end = at + (chunk & 0xffff) + 1;
      for (; at < end; at++) {
        const tier = tiers[((flags[at >>> 1] ?? 0) >>> ((at & 1) << 2)) & 15] ?? NO_MATCH;
        if (tier !== NO_MATCH) packed[count++] = base | ((offsets[at] ?? 0) << TIER_BITS) | tier;
      }
    }
    return count;
  }

  /** Reduces `packed` to the documents that are also in the list, each with the worse of its two tiers; returns how many. */
  intersect(list: number, tiers: Tiers, packed: Uint32Array, hitCount: number): number {
    const { listChunks, listEntries, chunks, offsets, flags } = this.#arrays;
    let at = listEntries[list] ?? 0;
    const chunkEnd = listChunks[list + 1] ?? 0;
    let hit = 0;
    let matched = 0;
    for (let c = listChunks[list] ?? 0; c < chunkEnd && hit < hitCount; c++) {
      const chunk = chunks[c] ?? 0;
      const number = chunk >>> 16;
      const end = at + (chunk & 0xffff) + 1;
      while (hit < hitCount && (packed[hit] ?? 0) >>> CHUNK_SHIFT < number) hit++;
      let hitEnd = hit;
      while (hitEnd < hitCount && (packed[hitEnd] ?? 0) >>> CHUNK_SHIFT === number) hitEnd++;
      const isSparse = end - at > (hitEnd - hit) * LOOK_UP_RATIO;
      let entry = at;
      for (; hit < hitEnd && entry < end; hit++) {
        const one = packed[hit] ?? 0;
        const offset = (one >>> TIER_BITS) & 0xffff;
        if (isSparse) entry = firstNotBelow(offsets, offset, entry, end);
        else while (entry < end && (offsets[entry] ?? 0) < offset) entry++;
        if (entry === end || offsets[entry] !== offset) continue;
        const tier = tiers[((flags[entry >>> 1] ?? 0) >>> ((entry & 1) << 2)) & 15] ?? NO_MATCH;
        if (tier !== NO_MATCH)
          packed[matched++] = (one & TIER_MASK) >= tier ? one : (one & ~TIER_MASK) | tier;
        entry++;
      }
      hit = hitEnd;
      at = end;
    }
    return matched;
  }

  /** The FIELD flags of a document in a list. -1 if the list lacks the document, or if `list` is -1. */
  flagsAt(list: number, doc: number): number {
    if (list < 0) return -1;
    const { listChunks, listEntries, chunks, offsets, flags } = this.#arrays;
    let at = listEntries[list] ?? 0;
    const chunkEnd = listChunks[list + 1] ?? 0;
    for (let c = listChunks[list] ?? 0; c < chunkEnd; c++) {
      const chunk = chunks[c] ?? 0;
      const end = at + (chunk & 0xffff) + 1;
      if (chunk >>> 16 === doc >>> CHUNK_BITS) {
        const entry = firstWithout(at, end, (one) => (offsets[one] ?? 0) < (doc & 0xffff));
        if (entry === end || offsets[entry] !== (doc & 0xffff)) return -1;
        return ((flags[entry >>> 1] ?? 0) >>> ((entry & 1) << 2)) & 15;
      }
      at = end;
    }
    return -1;
  }

  /** Marks the documents of the lists `from` .. `end - 1` in the rows for their entries' tiers. Returns the number of entries. */
  mark(from: number, end: number, tiers: Tiers, marks: TierMarks): number {
    const { listChunks, listEntries, chunks, offsets, flags } = this.#arrays;
    const { bits } = marks;
    const rows = Int32Array.from(tiers, (tier) => marks.rowAt(tier));
    const chunkEnd = listChunks[end] ?? 0;
    let at = listEntries[from] ?? 0;
    for (let c = listChunks[from] ?? 0; c < chunkEnd; c++) {
      const chunk = chunks[c] ?? 0;
      const base = (chunk >>> 16) << (CHUNK_BITS - 5);
      const entryEnd = at + (chunk & 0xffff) + 1;
      for (; at < entryEnd; at++) {
        const offset = offsets[at] ?? 0;
        const row = rows[((flags[at >>> 1] ?? 0) >>> ((at & 1) << 2)) & 15] ?? 0;
        const word = row + base + (offset >>> 5);
        bits[word] = (bits[word] ?? 0) | (1 << offset);
      }
    }
    return this.count(from, end);
  }
}

/** Galloping search: the first entry from `from` on whose position is at least `offset`, or `end`. */
function firstNotBelow(offsets: Uint16Array, offset: number, from: number, end: number): number {
  let step = 1;
  let low = from;
  while (low + step < end && (offsets[low + step] ?? 0) < offset) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const ROWS = TIER.anywhere - TIER.titles + 2;

/**
 * Bit sets of documents, one row per tier from TIER.titles on. Documents are marked in any order and read in ascending order. A
 * row for NO_MATCH, which is never read, saves a branch.
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
    const [titles, names, anywhere] = [this.row(TIER.titles), this.row(TIER.names), this.row(TIER.anywhere)];
    let count = 0;
    for (let at = 0; at < this.#rowLength; at++) {
      const inTitles = titles[at] ?? 0;
      const inNames = names[at] ?? 0;
      for (let any = inTitles | inNames | (anywhere[at] ?? 0); any !== 0; any &= any - 1) {
        const bit = 31 - Math.clz32(any & -any);
        const isInTitles = (inTitles >>> bit) & 1;
        const isInNames = (inNames >>> bit) & ~isInTitles & 1;
        packed[count++] = ((at * 32 + bit) << TIER_BITS) | (TIER.anywhere - 2 * isInTitles - isInNames);
      }
    }
    this.clear();
    return count;
  }

  clear(): void {
    this.bits.fill(0);
  }
}
