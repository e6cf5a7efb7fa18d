import { atMost, firstWithout, grown, sharedArray, UINT32_MAX } from '../../base/typed-arrays.ts';

/**
 * Matching documents in ascending order, each as `document * 8 + tier`. Tiers say how well an item fits, best
 * first: the title is the query; it is but for its article; the query is all of the title before a subtitle; the title
 * starts with it; every word is in the titles; in titles and contributors; anywhere.
 */
export interface Hits {
  readonly packed: Uint32Array;
  readonly count: number;
}

export const TIER = {
  exact: 0,
  titled: 1,
  heading: 2,
  leading: 3,
  titles: 4,
  names: 5,
  anywhere: 6,
} as const;
export const TIER_BITS = 3;
export const TIER_MASK = 7;

/** The tier for each of the 16 sets of flags of a posting; NO_MATCH = not in the target. */
export type Tiers = Uint8Array;
export const NO_MATCH = 7;

/**
 * Lists of documents in 2.5 bytes an entry. Documents are cut into chunks of 65,536; a list has one number for each
 * chunk that it meets (chunk << 16 | entries - 1), and for each entry its place in the chunk and four flags.
 */
export interface PostingArrays {
  /** Where the chunks and the entries of each list start, one number more than lists. */
  readonly listChunks: Uint32Array;
  readonly listEntries: Uint32Array;
  readonly chunks: Uint32Array;
  readonly places: Uint16Array;
  /** Two entries a byte, the even one in the lower half. */
  readonly flags: Uint8Array;
}

const CHUNK_BITS = 16;
const CHUNK_SHIFT = CHUNK_BITS + TIER_BITS;

/** Calls back for each entry of a list, in order. */
export function eachPosting(
  arrays: PostingArrays,
  list: number,
  see: (doc: number, flags: number) => void,
): void {
  let at = arrays.listEntries[list] ?? 0;
  const chunkEnd = arrays.listChunks[list + 1] ?? 0;
  for (let c = arrays.listChunks[list] ?? 0; c < chunkEnd; c++) {
    const chunk = arrays.chunks[c] ?? 0;
    const end = at + (chunk & 0xffff) + 1;
    for (; at < end; at++) {
      const pair = arrays.flags[at >>> 1] ?? 0;
      see((chunk & 0xffff0000) + (arrays.places[at] ?? 0), at & 1 ? pair >>> 4 : pair & 15);
    }
  }
}

/** Writes the documents of a list that the target admits, packed; returns how many. */
export function readPostings(arrays: PostingArrays, list: number, tiers: Tiers, packed: Uint32Array): number {
  const { chunks, places, flags } = arrays;
  let at = arrays.listEntries[list] ?? 0;
  const chunkEnd = arrays.listChunks[list + 1] ?? 0;
  let count = 0;
  for (let c = arrays.listChunks[list] ?? 0; c < chunkEnd; c++) {
    const chunk = chunks[c] ?? 0;
    const base = (chunk >>> 16) << CHUNK_SHIFT;
    const end = at + (chunk & 0xffff) + 1;
    for (; at < end; at++) {
      const tier = tiers[((flags[at >>> 1] ?? 0) >>> ((at & 1) << 2)) & 15] ?? NO_MATCH;
      if (tier !== NO_MATCH) packed[count++] = base | ((places[at] ?? 0) << TIER_BITS) | tier;
    }
  }
  return count;
}

/**
 * Marks the documents of neighbouring lists, `from` .. `end - 1`; returns how often. Without tiers every document is
 * marked, in the row of TIER.anywhere.
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
    // The code is repeated, because the flags are half the work.
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

/** How many entries there may be for each hit before looking them up one by one beats reading all. */
export const LOOK_UP_RATIO = 12;

/** Keeps of `packed` what is in the list too, each with the worse of its tiers; returns how many. */
export function intersectPostings(
  arrays: PostingArrays,
  list: number,
  tiers: Tiers,
  packed: Uint32Array,
  hitCount: number,
): number {
  const { chunks, places, flags } = arrays;
  let at = arrays.listEntries[list] ?? 0;
  const chunkEnd = arrays.listChunks[list + 1] ?? 0;
  let hit = 0;
  let kept = 0;
  for (let c = arrays.listChunks[list] ?? 0; c < chunkEnd && hit < hitCount; c++) {
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
      const place = (one >>> TIER_BITS) & 0xffff;
      if (isSparse) entry = firstNotBelow(places, place, entry, end);
      else while (entry < end && (places[entry] ?? 0) < place) entry++;
      if (entry === end || places[entry] !== place) continue;
      const tier = tiers[((flags[entry >>> 1] ?? 0) >>> ((entry & 1) << 2)) & 15] ?? NO_MATCH;
      if (tier !== NO_MATCH) packed[kept++] = (one & TIER_MASK) >= tier ? one : (one & ~TIER_MASK) | tier;
      entry++;
    }
    hit = hitEnd;
    at = end;
  }
  return kept;
}

/** The first entry from `from` on whose place is not below, or `end`: gallops, then halves. */
function firstNotBelow(places: Uint16Array, place: number, from: number, end: number): number {
  let step = 1;
  let low = from;
  while (low + step < end && (places[low + step] ?? 0) < place) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The flags of a document in a list, or -1. */
export function flagsAt(
  { listEntries, listChunks, chunks, places, flags }: PostingArrays,
  list: number,
  doc: number,
): number {
  let at = listEntries[list] ?? 0;
  const chunkEnd = listChunks[list + 1] ?? 0;
  for (let c = listChunks[list] ?? 0; c < chunkEnd; c++) {
    const chunk = chunks[c] ?? 0;
    const end = at + (chunk & 0xffff) + 1;
    if (chunk >>> 16 === doc >>> CHUNK_BITS) {
      const entry = firstWithout(at, end, (one) => (places[one] ?? 0) < (doc & 0xffff));
      if (entry === end || places[entry] !== (doc & 0xffff)) return -1;
      return ((flags[entry >>> 1] ?? 0) >>> ((entry & 1) << 2)) & 15;
    }
    at = end;
  }
  return -1;
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

/** Writes lists one after the other, each in ascending order of documents. Entries go to shared memory. */
export class PostingWriter {
  readonly #listChunks: Uint32Array;
  readonly #listEntries: Uint32Array;
  #chunks = new Uint32Array(1024);
  readonly #places: Uint16Array;
  readonly #flags: Uint8Array;
  #lists = 0;
  #chunkCount = 0;
  #entries = 0;
  #chunk = -1;

  constructor(listCountMax: number, entryCountMax: number) {
    this.#listChunks = new Uint32Array(listCountMax + 1);
    this.#listEntries = new Uint32Array(listCountMax + 1);
    this.#places = sharedArray(Uint16Array, atMost(UINT32_MAX, 'the words of a segment', entryCountMax));
    this.#flags = sharedArray(Uint8Array, (entryCountMax + 1) >>> 1);
  }

  add(doc: number, flags: number): void {
    const chunk = doc >>> CHUNK_BITS;
    if (chunk !== this.#chunk) {
      if (this.#chunkCount === this.#chunks.length) this.#chunks = grown(this.#chunks);
      this.#chunks[this.#chunkCount++] = chunk << CHUNK_BITS;
      this.#chunk = chunk;
    } else this.#chunks[this.#chunkCount - 1] = (this.#chunks[this.#chunkCount - 1] ?? 0) + 1;
    const at = this.#entries++;
    this.#places[at] = doc;
    this.#flags[at >>> 1] = (this.#flags[at >>> 1] ?? 0) | (flags << ((at & 1) << 2));
  }

  endList(): void {
    this.#lists++;
    this.#listChunks[this.#lists] = this.#chunkCount;
    this.#listEntries[this.#lists] = this.#entries;
    this.#chunk = -1;
  }

  finish(): PostingArrays {
    return {
      listChunks: this.#listChunks.subarray(0, this.#lists + 1),
      listEntries: this.#listEntries.subarray(0, this.#lists + 1),
      chunks: this.#chunks.subarray(0, this.#chunkCount),
      places: this.#places.subarray(0, this.#entries),
      flags: this.#flags.subarray(0, (this.#entries + 1) >>> 1),
    };
  }
}
