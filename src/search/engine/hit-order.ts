import { grown } from '../../typed-arrays.ts';
import { SEARCH_SORTS, type SearchSort } from '../search-index.ts';
import type { DocColumns } from './doc-table.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './hits.ts';

/**
 * Writes the places of packed hits in an order, as one number each, smallest first, exact below 2^53. Many hits in
 * one loop that does nothing else: memory access takes the time, and this lets the processor prefetch.
 */
type WriteKeys = (columns: DocColumns, packed: Uint32Array, keys: Float64Array) => void;

const UINT32_MAX = 2 ** 32 - 1;
const UINT16_RANGE = 2 ** 16;
const UINT32_RANGE = 2 ** 32;

/**
 * RELATION: the tier, among leading titles the volume, then the length of the title. DEFAULT has the sales of the
 * moment in the place of the volume.
 */
const WRITE_KEYS: Readonly<Record<SearchSort, WriteKeys>> = {
  DEFAULT: ({ salePoints, titleLengths }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) {
      const hit = packed[i] ?? 0;
      const doc = hit >>> TIER_BITS;
      const tierAndSales = (hit & TIER_MASK) * UINT32_RANGE + (UINT32_MAX - (salePoints[doc] ?? 0));
      keys[i] = tierAndSales * UINT16_RANGE + (titleLengths[doc] ?? 0);
    }
  },
  RELATION: ({ titleLengths, volumes }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) {
      const hit = packed[i] ?? 0;
      const tier = hit & TIER_MASK;
      const volume = tier === TIER.leading ? (volumes[hit >>> TIER_BITS] ?? 0) : 0;
      keys[i] = (tier * UINT16_RANGE + volume) * UINT16_RANGE + (titleLengths[hit >>> TIER_BITS] ?? 0);
    }
  },
  RECENT: ({ publishDays }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) keys[i] = -(publishDays[(packed[i] ?? 0) >>> TIER_BITS] ?? 0);
  },
  REG_DTS: ({ registeredAtMs }, packed, keys) => {
    for (let i = 0; i < packed.length; i++) keys[i] = -(registeredAtMs[(packed[i] ?? 0) >>> TIER_BITS] ?? 0);
  },
};

/** Whether tiers count in an order. */
export function isByFit(sort: SearchSort): boolean {
  return sort === 'DEFAULT' || sort === 'RELATION';
}

/** Finds a slice of an order without sorting the rest. The order is by key, then by item number, both ascending. */
export class SliceSelector {
  /** Keys above it cannot be in the slice any more. */
  threshold = Number.POSITIVE_INFINITY;
  #keys = new Float64Array(4096);
  #codes = new Uint32Array(4096);
  #count = 0;
  #offset = 0;
  #end = 0;
  #compactAt = 0;
  #itemIdOf: (code: number) => number = Number;

  /** `itemIdOf` returns the item number of a code passed to `push`. */
  start(offset: number, limit: number, itemIdOf: (code: number) => number): void {
    this.threshold = Number.POSITIVE_INFINITY;
    this.#count = 0;
    this.#offset = offset;
    this.#end = offset + limit;
    this.#compactAt = Math.max(this.#end * 4, SMALL);
    this.#itemIdOf = itemIdOf;
  }

  push(key: number, code: number): void {
    if (this.#count === this.#keys.length) {
      this.#keys = grown(this.#keys);
      this.#codes = grown(this.#codes);
    }
    this.#keys[this.#count] = key;
    this.#codes[this.#count++] = code;
    if (this.#count === this.#compactAt) this.#compact();
  }

  /** The item numbers of the slice, in order. */
  finish(): number[] {
    const end = Math.min(this.#end, this.#count);
    if (this.#offset >= end) return [];
    this.#partition(end);
    if (this.#offset > 0) this.#partition(this.#offset, end);
    const slice: { readonly key: number; readonly itemId: number }[] = [];
    for (let at = this.#offset; at < end; at++) {
      slice.push({ key: this.#keys[at] ?? 0, itemId: this.#itemIdOf(this.#codes[at] ?? 0) });
    }
    slice.sort((a, b) => a.key - b.key || a.itemId - b.itemId);
    return slice.map(({ itemId }) => itemId);
  }

  /** Drops what cannot be in the slice. */
  #compact(): void {
    this.#partition(this.#end);
    this.#count = this.#end;
    let worst = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.#count; at++) worst = Math.max(worst, this.#keys[at] ?? 0);
    this.threshold = worst;
  }

  /** Puts the first `wanted` of the order before all others, by quickselect. Those from `high` on stay where they are. */
  #partition(wanted: number, high = this.#count): void {
    let low = 0;
    let last = high - 1;
    while (low < last) {
      const pivot = this.#movePivot(low, last);
      if (pivot === wanted || pivot === wanted - 1) return;
      if (pivot < wanted) low = pivot + 1;
      else last = pivot - 1;
    }
  }

  /** Uses the median of three as pivot; returns its place in `low` .. `last`, with lower ones before it. */
  #movePivot(low: number, last: number): number {
    const middle = (low + last) >>> 1;
    if (this.#isBefore(middle, low)) this.#swap(middle, low);
    if (this.#isBefore(last, low)) this.#swap(last, low);
    if (this.#isBefore(last, middle)) this.#swap(last, middle);
    this.#swap(middle, last);
    const keys = this.#keys;
    const pivot = keys[last] ?? 0;
    let place = low;
    for (let at = low; at < last; at++) {
      const key = keys[at] ?? 0;
      if (key < pivot || (key === pivot && this.#isBefore(at, last))) this.#swap(at, place++);
    }
    this.#swap(place, last);
    return place;
  }

  #isBefore(a: number, b: number): boolean {
    const difference = (this.#keys[a] ?? 0) - (this.#keys[b] ?? 0);
    if (difference !== 0) return difference < 0;
    return this.#itemIdOf(this.#codes[a] ?? 0) < this.#itemIdOf(this.#codes[b] ?? 0);
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a] ?? 0;
    const code = this.#codes[a] ?? 0;
    this.#keys[a] = this.#keys[b] ?? 0;
    this.#codes[a] = this.#codes[b] ?? 0;
    this.#keys[b] = key;
    this.#codes[b] = code;
  }
}

/** Fewer candidates than this are not worth dropping some. */
const SMALL = 512;

/** Hits whose keys are written in one go. */
const AT_ONCE = 1024;
const keys = new Float64Array(AT_ONCE);

/** Offers hits to the selector, as `codeBase` + document. */
export function offerHits(
  columns: DocColumns,
  { packed, count }: Hits,
  sort: SearchSort,
  codeBase: number,
  selector: SliceSelector,
): void {
  const writeKeys = WRITE_KEYS[sort];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = packed.subarray(from, Math.min(from + AT_ONCE, count));
    writeKeys(columns, some, keys);
    let { threshold } = selector;
    for (let i = 0; i < some.length; i++) {
      const key = keys[i] ?? 0;
      if (key > threshold) continue;
      selector.push(key, codeBase + ((some[i] ?? 0) >>> TIER_BITS));
      threshold = selector.threshold;
    }
  }
}

/** The best documents of a segment in each of SEARCH_SORTS, one order after the other, equally many of each. */
export interface BestArrays {
  readonly bestDocs: Uint32Array;
}

/** A sixteenth, which contains a slice of some hundred hits if one document in 64 is a hit; small segments keep all. */
const SHARE = 16;
const COUNT_MIN = 4096;

/** Tiers are ignored: they depend on the query. Ties are by document number. */
export function bestArrays(columns: DocColumns, docCount: number): BestArrays {
  const count = Math.min(docCount, Math.max(Math.floor(docCount / SHARE), COUNT_MIN));
  const bestDocs = new Uint32Array(count * SEARCH_SORTS.length);
  const packed = Uint32Array.from({ length: docCount }, (_, doc) => doc << TIER_BITS);
  const keys = new Float64Array(docCount);
  for (const [at, sort] of SEARCH_SORTS.entries()) {
    WRITE_KEYS[sort](columns, packed, keys);
    const last = keys.slice().sort()[count - 1] ?? 0;
    const found = bestDocs.subarray(at * count, (at + 1) * count);
    const better = selectDocs(keys, found, (key) => key < last);
    found.subarray(0, better).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
    selectDocs(keys, found.subarray(better), (key) => key === last);
  }
  return { bestDocs };
}

/** Writes the first documents of the keys, as many as there is room for; returns how many. */
function selectDocs(keys: Float64Array, into: Uint32Array, holds: (key: number) => boolean): number {
  let count = 0;
  for (let doc = 0; doc < keys.length && count < into.length; doc++) {
    if (holds(keys[doc] ?? 0)) into[count++] = doc;
  }
  return count;
}

/** The best documents of one order, the best first. */
export function bestDocsBy(sort: SearchSort, { bestDocs }: BestArrays): Uint32Array {
  const count = bestDocs.length / SEARCH_SORTS.length;
  const at = SEARCH_SORTS.indexOf(sort);
  return bestDocs.subarray(at * count, (at + 1) * count);
}
