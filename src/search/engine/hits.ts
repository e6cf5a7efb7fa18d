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
