import { CATALOGS } from '../../catalog/item.ts';
import type { KstDay } from '../../clock.ts';
import { FIELD } from '../search-document.ts';
import type { SearchFilter, SearchRequest, SearchSort, SearchTarget } from '../search-index.ts';
import type { QueryTerm } from '../tokenise.ts';
import { DAY_UNKNOWN, DOC_BITS, type DocTable, priceCode } from './doc-table.ts';
import {
  type Hits,
  intersectPostings,
  LOOK_UP_RATIO,
  NO_MATCH,
  readPostings,
  TIER,
  TIER_BITS,
  type Tiers,
} from './postings.ts';
import type { Segment } from './segment.ts';
import { markPostings, TierMarks } from './tier-marks.ts';

/** How well a token fits by its field. Fields outside the target don't match; within a single field all matches fit equally well. */
export const TIERS: Readonly<Record<SearchTarget, Tiers>> = {
  all: tiersBy((flags) =>
    flags & FIELD.title ? TIER.titles : flags & FIELD.contributor ? TIER.names : TIER.anywhere,
  ),
  title: tiersBy((flags) => (flags & FIELD.title ? TIER.titles : NO_MATCH)),
  author: tiersBy((flags) => (flags & FIELD.contributor ? TIER.names : NO_MATCH)),
  publisher: tiersBy((flags) => (flags & FIELD.publisher ? TIER.anywhere : NO_MATCH)),
};

function tiersBy(tierOf: (flags: number) => number): Tiers {
  return Uint8Array.from({ length: 16 }, (_, flags) => tierOf(flags));
}

/** A longer query ignores its last words, the commonest, once it has read LONG_QUERY_WORK_MAX postings. */
const WORDS_MAX = 8;
const LONG_QUERY_WORK_MAX = 500_000;

/** The documents that have at least one of the alternatives of every word (src/search/query.ts). */
export function matchWords(
  segment: Segment,
  words: readonly (readonly (readonly QueryTerm[])[])[],
  tiers: Tiers,
  scratch: Scratch,
  workMax = workMaxOf(words, scratch),
): Hits {
  const lists = new Set<number>();
  const others = new Map<string, () => Hits>();
  for (const alternatives of words) {
    const [first = [], ...more] = alternatives;
    if (more.length > 0) {
      const key = JSON.stringify(alternatives);
      others.set(key, () =>
        alternatives
          .map((terms) => matchWords(segment, [[terms]], tiers, scratch, workMax))
          .reduce((a, b) => uniteHits(a, b, scratch)),
      );
      continue;
    }
    for (const { token, isPrefix } of first) {
      if (isPrefix) others.set(token, () => matchPrefix(segment, token, tiers, scratch));
      else {
        const list = segment.terms.find(token);
        if (list < 0) return NO_HITS;
        lists.add(list);
      }
    }
  }
  let hits = lists.size === 0 ? null : matchLists(segment, [...lists], tiers, scratch, workMax);
  for (const match of others.values()) {
    if (hits !== null && (hits.count === 0 || scratch.work > workMax)) break;
    hits = hits === null ? match() : intersectHits(hits, match());
  }
  return hits ?? NO_HITS;
}

/** Syllables that signs separate (`가&나`) count as words. */
function workMaxOf(words: Parameters<typeof matchWords>[1], scratch: Scratch): number {
  const prefixCounts = words.map(([first = []]) => first.filter(({ isPrefix }) => isPrefix).length);
  const count = prefixCounts.reduce((sum, prefixes) => sum + Math.max(1, prefixes), 0);
  return count > WORDS_MAX ? scratch.work + LONG_QUERY_WORK_MAX : Number.POSITIVE_INFINITY;
}

/** The documents in all lists. Starts with the shortest list, so that no step costs more than the one before. */
function matchLists(
  segment: Segment,
  lists: number[],
  tiers: Tiers,
  scratch: Scratch,
  workMax: number,
): Hits {
  if (lists.length > 1) lists.sort((a, b) => segment.countOf(a) - segment.countOf(b));
  const [first = 0] = lists;
  const packed = scratch.take(segment.countOf(first));
  let count = readPostings(segment.arrays, first, tiers, packed);
  scratch.work += count;
  for (let at = 1; at < lists.length && count > 0 && scratch.work <= workMax; at++) {
    const list = lists[at] ?? 0;
    scratch.work += Math.min(segment.countOf(list), count * LOOK_UP_RATIO);
    count = intersectPostings(segment.arrays, list, tiers, packed, count);
  }
  return { packed, count };
}

/** The documents with any token that has the prefix: marks them list by list, then reads the marks in order. */
function matchPrefix(segment: Segment, prefix: string, tiers: Tiers, scratch: Scratch): Hits {
  const marks = scratch.takeMarks(segment.docCount);
  const { from, end } = segment.terms.findPrefix(prefix);
  const marked = markPostings(segment.arrays, from, end, tiers, marks);
  scratch.work += marked;
  if (marked === 0) return NO_HITS;
  const packed = scratch.take(Math.min(marked, segment.docCount));
  return { packed, count: marks.collect(packed) };
}

export const NO_HITS: Hits = { packed: new Uint32Array(0), count: 0 };

/** The documents in both, each with the worse of its two tiers. Overwrites `a`. */
function intersectHits(a: Hits, b: Hits): Hits {
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

/** The documents in either, each with the better of its tiers. */
export function uniteHits(a: Hits, b: Hits, scratch: Scratch): Hits {
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

/** Buffers that queries reuse. `reset` frees what the last query took. */
export class Scratch {
  /** Number of postings that all queries have read so far: a measure of cost that doesn't depend on the machine. */
  work = 0;
  readonly #buffers: Uint32Array[] = [];
  #taken = 0;
  #marks = new TierMarks(0);

  reset(): void {
    this.#taken = 0;
  }

  /** A buffer of at least `length` numbers, not cleared. */
  take(length: number): Uint32Array {
    const at = this.#taken++;
    const known = this.#buffers[at];
    if (known !== undefined && known.length >= length) return known;
    const buffer = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(length, 64))));
    this.#buffers[at] = buffer;
    return buffer;
  }

  /** Cleared marks for a number of documents; the caller clears them after use. */
  takeMarks(docCount: number): TierMarks {
    if (this.#marks.docCount < docCount) this.#marks = new TierMarks(docCount);
    return this.#marks;
  }
}

/** A request's conditions on attributes, prepared for checking hits. */
export interface HitConditions {
  readonly sort: SearchSort;
  /** A document meets the conditions if its bits under the mask are `wanted`. */
  readonly mask: number;
  readonly wanted: number;
  /** Null when the request sets neither days nor prices. */
  readonly ranges: Ranges | null;
}

interface Ranges {
  readonly dayFrom: number;
  readonly dayTo: number;
  /** Price codes. */
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

/** How many hits meet the conditions. */
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
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const hit = packed[i] ?? 0;
    const doc = hit >>> TIER_BITS;
    const known = bits[doc] ?? 0;
    if ((known & mask) !== wanted) continue;
    if (ranges !== null && !isInRanges(docs, doc, ranges)) continue;
    if ((known & DOC_BITS.withheld) !== 0) totals.withheld++;
    else packed[kept++] = hit;
  }
  totals.shown += kept;
  return { packed, count: kept };
}

function isInRanges(docs: DocTable, doc: number, ranges: Ranges): boolean {
  const day = docs.columns.publishDays[doc] ?? DAY_UNKNOWN;
  if (day < ranges.dayFrom || day > ranges.dayTo) return false;
  if (ranges.priceFrom === 0) return true;
  const price = docs.priceOn(doc, ranges.today);
  return price >= ranges.priceFrom && price <= ranges.priceTo;
}
