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
  /** It equals the title without its leading article, or contains the title beside other words. */
  titled: 1,
  /** It equals the title before a subtitle. */
  heading: 2,
  /** The title begins with it, or it names a volume's series. */
  leading: 3,
  /** All words are in the titles; in titles or contributors; in any field. */
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
  /** Where the chunks and the entries of each list start; the last number is the end of all. */
  readonly listChunks: Uint32Array;
  readonly listEntries: Uint32Array;
  readonly chunks: Uint32Array;
  readonly places: Uint16Array;
  /** Two entries a byte, the even one in the lower half. */
  readonly flags: Uint8Array;
}

export const CHUNK_BITS = 16;
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

/** Writes the documents of a list that match the target to `packed`; returns how many. */
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

/** Above this ratio of entries to hits, each hit is looked up in the list instead of reading all of it. */
export const LOOK_UP_RATIO = 12;

/** Reduces `packed` to the documents that are also in the list, each with the worse of its two tiers; returns how many. */
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

/** Galloping search: the first entry from `from` on whose position is at least `place`, or `end`. */
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
