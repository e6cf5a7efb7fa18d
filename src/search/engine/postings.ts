import { sharedArray } from '../../typed-arrays.ts';
import { NO_MATCH, TIER_BITS, TIER_MASK, type Tiers } from './hits.ts';
import type { TierMarks } from './tier-marks.ts';

/**
 * Lists of documents, one after the other. A posting is `document * 16 + flags` of the fields that hold the word; those
 * of a list ascend.
 */
export interface PostingArrays {
  readonly postings: Uint32Array;
  /** Where each list starts, one number more than lists. */
  readonly listStarts: Uint32Array;
}

export const FLAG_BITS = 4;
export const FLAG_MASK = 15;

/** Writes the documents of a list that the target admits, packed; returns how many. */
export function readPostings(arrays: PostingArrays, list: number, tiers: Tiers, packed: Uint32Array): number {
  const { postings, listStarts } = arrays;
  const end = listStarts[list + 1] ?? 0;
  let count = 0;
  for (let at = listStarts[list] ?? 0; at < end; at++) {
    const posting = postings[at] ?? 0;
    const tier = tiers[posting & FLAG_MASK] ?? NO_MATCH;
    if (tier !== NO_MATCH) packed[count++] = ((posting >>> FLAG_BITS) << TIER_BITS) | tier;
  }
  return count;
}

/** Marks the documents of neighbouring lists, `from` .. `end - 1`; returns how often. */
export function markPostings(
  { postings, listStarts }: PostingArrays,
  from: number,
  end: number,
  tiers: Tiers,
  marks: TierMarks,
): number {
  const { bits } = marks;
  const rows = Int32Array.from(tiers, (tier) => marks.rowAt(tier));
  const [start, postingEnd] = [listStarts[from] ?? 0, listStarts[end] ?? 0];
  for (let at = start; at < postingEnd; at++) {
    const posting = postings[at] ?? 0;
    const doc = posting >>> FLAG_BITS;
    const word = (rows[posting & FLAG_MASK] ?? 0) + (doc >>> 5);
    bits[word] = (bits[word] ?? 0) | (1 << doc);
  }
  return postingEnd - start;
}

/** How many entries there may be for each hit before looking them up one by one beats reading all. */
export const LOOK_UP_RATIO = 12;

/** Keeps of `packed` what is in the list too, each with the worse of its tiers; returns how many. */
export function intersectPostings(
  { postings, listStarts }: PostingArrays,
  list: number,
  tiers: Tiers,
  packed: Uint32Array,
  hitCount: number,
): number {
  let at = listStarts[list] ?? 0;
  const end = listStarts[list + 1] ?? 0;
  const isSparse = end - at > hitCount * LOOK_UP_RATIO;
  let kept = 0;
  for (let hit = 0; hit < hitCount; hit++) {
    const one = packed[hit] ?? 0;
    const doc = one >>> TIER_BITS;
    if (isSparse) at = firstNotBelow(postings, doc, at, end);
    else while (at < end && (postings[at] ?? 0) >>> FLAG_BITS < doc) at++;
    if (at === end) break;
    const posting = postings[at] ?? 0;
    if (posting >>> FLAG_BITS !== doc) continue;
    const tier = tiers[posting & FLAG_MASK] ?? NO_MATCH;
    if (tier !== NO_MATCH) packed[kept++] = (one & TIER_MASK) >= tier ? one : (doc << TIER_BITS) | tier;
  }
  return kept;
}

/** The first posting from `from` on whose document is not below, or `end`: gallops, then halves. */
function firstNotBelow(postings: Uint32Array, doc: number, from: number, end: number): number {
  let step = 1;
  let low = from;
  while (low + step < end && (postings[low + step] ?? 0) >>> FLAG_BITS < doc) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[middle] ?? 0) >>> FLAG_BITS < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Writes lists one after the other, to shared memory. */
export class PostingWriter {
  readonly #postings: Uint32Array;
  readonly #listStarts: Uint32Array;
  #lists = 0;
  #count = 0;
  #isSorted = true;

  /** The most lists and postings. */
  constructor(listCountMax: number, postingCountMax: number) {
    this.#postings = sharedArray(Uint32Array, postingCountMax);
    this.#listStarts = sharedArray(Uint32Array, listCountMax + 1);
  }

  /** In any order; ascending ones save sorting. */
  add(doc: number, flags: number): void {
    const posting = ((doc << FLAG_BITS) | flags) >>> 0;
    const isFirst = this.#count === this.#listStarts[this.#lists];
    if (!isFirst && (this.#postings[this.#count - 1] ?? 0) > posting) this.#isSorted = false;
    this.#postings[this.#count++] = posting;
  }

  /** Returns false when the list has no posting; then it is none. */
  endList(): boolean {
    const start = this.#listStarts[this.#lists] ?? 0;
    if (this.#count === start) return false;
    if (!this.#isSorted) this.#postings.subarray(start, this.#count).sort();
    this.#isSorted = true;
    this.#listStarts[++this.#lists] = this.#count;
    return true;
  }

  finish(): PostingArrays {
    return {
      postings: this.#postings.subarray(0, this.#count),
      listStarts: this.#listStarts.subarray(0, this.#lists + 1),
    };
  }
}
