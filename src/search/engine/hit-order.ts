import { grown, UINT32_MAX } from '../../base/typed-arrays.ts';
import { CATALOGS } from '../../catalog/item.ts';
import type { KstDay } from '../../clock.ts';
import { SEARCH_SORTS, type SearchFilter, type SearchRequest, type SearchSort } from '../search-index.ts';
import { DAY_UNKNOWN, DOC_BITS, type DocColumns, type DocTable, priceCode } from './doc-table.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './postings.ts';

export interface HitConditions {
  readonly sort: SearchSort;
  /** A document meets the conditions if `(bits & mask) === wanted` and it is in the ranges. */
  readonly mask: number;
  readonly wanted: number;
  /** Null when the request limits neither days nor prices. */
  readonly ranges: Ranges | null;
}

interface Ranges {
  readonly dayFrom: number;
  readonly dayTo: number;
  readonly priceFrom: number;
  readonly priceTo: number;
  readonly today: KstDay;
}

export function conditionsOf(request: SearchRequest, today: KstDay): HitConditions {
  const { category, filter, sort } = request;
  const hasCatalog = category !== 'ALL';
  return {
    sort,
    mask: DOC_BITS.dead | (hasCatalog ? DOC_BITS.catalog : 0) | (filter.inStock ? DOC_BITS.inStock : 0),
    wanted: (hasCatalog ? CATALOGS.indexOf(category) : 0) | (filter.inStock ? DOC_BITS.inStock : 0),
    ranges: rangesOf(filter, today),
  };
}

function rangesOf(filter: SearchFilter, today: KstDay): Ranges | null {
  const { publishedFrom, publishedTo, priceFrom, priceTo } = filter;
  const asksDay = publishedFrom !== null || publishedTo !== null;
  const asksPrice = priceFrom !== null || priceTo !== null;
  if (!asksDay && !asksPrice) return null;
  return {
    dayFrom: publishedFrom ?? (asksDay ? DAY_UNKNOWN + 1 : DAY_UNKNOWN),
    dayTo: publishedTo ?? Number.POSITIVE_INFINITY,
    // Documents without a price have the code 0, and so fail any price condition.
    priceFrom: asksPrice ? priceCode(priceFrom ?? 0) : 0,
    priceTo: priceTo === null ? Number.POSITIVE_INFINITY : priceCode(priceTo),
    today,
  };
}

export interface HitTotals {
  shown: number;
  withheld: number;
}

/** Counts the hits that meet the conditions, and returns those that aren't withheld. Overwrites the hits. */
export function keepShown(
  docs: DocTable,
  { packed, count }: Hits,
  conditions: HitConditions,
  totals: HitTotals,
): Hits {
  const { bits } = docs.columns;
  const { mask, wanted, ranges } = conditions;
  let shown = 0;
  for (let i = 0; i < count; i++) {
    const hit = packed[i] ?? 0;
    const doc = hit >>> TIER_BITS;
    const known = bits[doc] ?? 0;
    if ((known & mask) !== wanted) continue;
    if (ranges !== null && !isInRanges(docs, doc, ranges)) continue;
    if ((known & DOC_BITS.withheld) !== 0) totals.withheld++;
    else packed[shown++] = hit;
  }
  totals.shown += shown;
  return { packed, count: shown };
}

function isInRanges(docs: DocTable, doc: number, ranges: Ranges): boolean {
  const day = docs.columns.publishDays[doc] ?? DAY_UNKNOWN;
  if (day < ranges.dayFrom || day > ranges.dayTo) return false;
  if (ranges.priceFrom === 0) return true;
  const price = docs.priceOn(doc, ranges.today);
  return price >= ranges.priceFrom && price <= ranges.priceTo;
}

/**
 * Writes a sort key for each packed hit: whole numbers below 2^53, the smaller the better. The loop does nothing else, so that
 * the processor can prefetch: memory access takes most of the time.
 */
type WriteKeys = (columns: DocColumns, packed: Uint32Array, keys: Float64Array) => void;

const UINT16_RANGE = 2 ** 16;
const UINT32_RANGE = 2 ** 32;

/** DEFAULT: by tier, sales, title length. RELATION: by tier, volume (if the title begins with the query), title length. */
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

export function isByFit(sort: SearchSort): boolean {
  return sort === 'DEFAULT' || sort === 'RELATION';
}

/**
 * Collects the hits with the smallest keys; ties go to the lower item number. It uses quickselect, because a heap takes four
 * times as long when each hit is better than the one before.
 */
export class FirstHits {
  /** Hits with a greater key can't be among the first; they needn't be offered. */
  threshold = Number.POSITIVE_INFINITY;
  #keys = new Float64Array(4096);
  #itemIds = new Float64Array(4096);
  #count = 0;
  #countMax = 0;
  #cutAt = 0;

  start(countMax: number): void {
    this.threshold = Number.POSITIVE_INFINITY;
    this.#count = 0;
    this.#countMax = countMax;
    this.#cutAt = Math.max(countMax * 4, SMALL);
  }

  offer(key: number, itemId: number): void {
    if (this.#count === this.#keys.length) {
      this.#keys = grown(this.#keys);
      this.#itemIds = grown(this.#itemIds);
    }
    this.#keys[this.#count] = key;
    this.#itemIds[this.#count++] = itemId;
    if (this.#count < this.#cutAt) return;
    this.#partition(this.#countMax);
    this.#count = this.#countMax;
    this.threshold = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.#count; at++) this.threshold = Math.max(this.threshold, this.#keys[at] ?? 0);
  }

  finish(offset: number): number[] {
    const end = Math.min(this.#countMax, this.#count);
    if (offset >= end) return [];
    this.#partition(end);
    if (offset > 0) this.#partition(offset, end);
    const indices = Array.from({ length: end - offset }, (_, at) => offset + at);
    indices.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1));
    return indices.map((at) => this.#itemIds[at] ?? 0);
  }

  /** Moves the best `wanted` of the first `high` hits to the front. */
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

  /** Partitions `low` .. `last` around the median of three, and returns the pivot's position. */
  #movePivot(low: number, last: number): number {
    const middle = (low + last) >>> 1;
    if (this.#isBefore(middle, low)) this.#swap(middle, low);
    if (this.#isBefore(last, low)) this.#swap(last, low);
    if (this.#isBefore(last, middle)) this.#swap(last, middle);
    this.#swap(middle, last);
    let boundary = low;
    for (let at = low; at < last; at++) if (this.#isBefore(at, last)) this.#swap(at, boundary++);
    this.#swap(boundary, last);
    return boundary;
  }

  #isBefore(a: number, b: number): boolean {
    const key = this.#keys[a] ?? 0;
    const other = this.#keys[b] ?? 0;
    return key < other || (key === other && (this.#itemIds[a] ?? 0) < (this.#itemIds[b] ?? 0));
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a] ?? 0;
    const itemId = this.#itemIds[a] ?? 0;
    this.#keys[a] = this.#keys[b] ?? 0;
    this.#itemIds[a] = this.#itemIds[b] ?? 0;
    this.#keys[b] = key;
    this.#itemIds[b] = itemId;
  }
}

const SMALL = 512;

const AT_ONCE = 1024;
const keys = new Float64Array(AT_ONCE);

export function offerHits(
  columns: DocColumns,
  { packed, count }: Hits,
  sort: SearchSort,
  first: FirstHits,
): void {
  const writeKeys = WRITE_KEYS[sort];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = packed.subarray(from, Math.min(from + AT_ONCE, count));
    writeKeys(columns, some, keys);
    let { threshold } = first;
    for (let i = 0; i < some.length; i++) {
      const key = keys[i] ?? 0;
      if (key > threshold) continue;
      first.offer(key, columns.itemIds[(some[i] ?? 0) >>> TIER_BITS] ?? 0);
      threshold = first.threshold;
    }
  }
}

/** bestDocsOf lists one document in 16, enough for a page of a query with many hits; small segments list all. */
const SHARE = 16;
const COUNT_MIN = 4096;

/**
 * The best documents of a segment for each of SEARCH_SORTS, concatenated, with the same number per sort order. Ignores tiers,
 * which depend on the query. Ties go to the lower document number.
 */
export function bestDocsOf(columns: DocColumns, docCount: number): Uint32Array {
  const count = Math.min(docCount, Math.max(Math.floor(docCount / SHARE), COUNT_MIN));
  const bestDocs = new Uint32Array(count * SEARCH_SORTS.length);
  const docs = Uint32Array.from({ length: docCount }, (_, doc) => doc);
  const keys = new Float64Array(docCount);
  const keyOf = (doc: number) => keys[doc] ?? 0;
  for (const [at, sort] of SEARCH_SORTS.entries()) {
    WRITE_KEYS[sort](
      columns,
      docs.map((doc) => doc << TIER_BITS),
      keys,
    );
    const last = keys.slice().sort()[count - 1] ?? 0;
    const best = docs.filter((doc) => keyOf(doc) <= last).sort((a, b) => keyOf(a) - keyOf(b) || a - b);
    bestDocs.set(best.subarray(0, count), at * count);
  }
  return bestDocs;
}

export function bestDocsBy(sort: SearchSort, bestDocs: Uint32Array): Uint32Array {
  const count = bestDocs.length / SEARCH_SORTS.length;
  const at = SEARCH_SORTS.indexOf(sort);
  return bestDocs.subarray(at * count, (at + 1) * count);
}
