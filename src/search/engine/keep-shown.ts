import { CATALOGS } from '../../catalog/item.ts';
import type { KstDay } from '../../clock.ts';
import type { SearchFilter, SearchRequest, SearchSort } from '../search-index.ts';
import { DOC_BITS } from './doc-blocks.ts';
import { DAY_UNKNOWN, type DocTable, priceCode } from './doc-table.ts';
import { type Hits, TIER_BITS } from './hits.ts';

/** A request's conditions on figures, computed once for all hits. */
export interface HitConditions {
  readonly sort: SearchSort;
  /** A document passes when its bits under the mask are these. */
  readonly mask: number;
  readonly wanted: number;
  /** Null when days and prices do not matter. */
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
    // Any price is more than no price, whose code is 0.
    priceFrom: asksPrice ? priceCode(priceFrom ?? 0) : 0,
    priceTo: priceTo === null ? Number.POSITIVE_INFINITY : priceCode(priceTo),
    today,
  };
}

/** Exact numbers of hits that pass. */
export interface HitTotals {
  shown: number;
  withheld: number;
}

/** Counts the hits that pass; returns those that may be shown, in place. */
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
