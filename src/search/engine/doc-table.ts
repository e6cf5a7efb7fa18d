import { atMost, grown, sharedArray, UINT32_MAX } from '../../base/typed-arrays.ts';
import { CATALOGS, type Deal, IN_STOCK_STATUS, type Item } from '../../catalog/item.ts';
import type { KstDay } from '../../clock.ts';
import { keyWithoutArticle, type SearchDocument } from '../search-document.ts';
import { SEARCH_SORTS, type SearchRequest, type SearchSort } from '../search-index.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './postings.ts';

export interface DocFigures
  extends Pick<
    Item,
    'catalog' | 'registeredAtMs' | 'shopPrice' | 'salePrice' | 'deal' | 'itemStatus' | 'withheld'
  > {
  readonly publishDay: KstDay | null;
  readonly salePoint: number;
}

/** The publication day of items whose date is unknown: before any real day. */
export const DAY_UNKNOWN = -(2 ** 31);

/** Maximum number of documents in a segment: document numbers have 28 of 32 bits. */
export const DOCS_MAX = 2 ** 28;

const UINT16_RANGE = 2 ** 16;
const UINT32_RANGE = 2 ** 32;

/** Bits of DocColumns.bits; the lowest three are the position in CATALOGS. */
export const DOC_BITS = { catalog: 7, inStock: 8, withheld: 16, dead: 32, hasDeal: 64 } as const;

const COLUMN_TYPES = {
  itemIds: Float64Array,
  publishDays: Int32Array,
  registeredAtMs: Float64Array,
  salePoints: Uint32Array,
  /** Length of the title key without its article, in characters. */
  titleLengths: Uint16Array,
  /** The volume of a series, in tenths; 0 for none. */
  volumes: Uint16Array,
  prices: Float64Array,
  bits: Uint8Array,
} as const;
type ColumnTypes = typeof COLUMN_TYPES;

/** The columns of a DocTable. In a saved segment, item numbers take 32 bits if all of them fit. */
export type DocColumns = {
  -readonly [Name in keyof ColumnTypes]:
    | InstanceType<ColumnTypes[Name]>
    | (Name extends 'itemIds' ? Uint32Array : never);
};

/**
 * A document is one version of an item's texts. Attributes change in place; new texts make a new document and kill the old one.
 */
export class DocTable {
  readonly columns: DocColumns;
  readonly deals: Map<number, Deal>;
  count: number;
  onBits: ((doc: number, bits: number) => void) | null = null;

  constructor(columns: DocColumns, deals: Map<number, Deal>, count: number) {
    this.columns = columns;
    this.deals = deals;
    this.count = count;
  }

  static empty(capacity = 16): DocTable {
    atMost(DOCS_MAX, 'the documents of a segment', capacity);
    const columns = mapColumns((name) => sharedArray<DocColumns[typeof name]>(COLUMN_TYPES[name], capacity));
    return new DocTable(columns, new Map(), 0);
  }

  add(itemId: number, document: SearchDocument, figures: DocFigures): number {
    if (this.count === this.columns.bits.length) {
      atMost(DOCS_MAX, 'the documents of a segment', 2 * this.count);
      Object.assign(
        this.columns,
        mapColumns((name) => grown(this.columns[name])),
      );
    }
    const doc = this.count++;
    const titleLength = [...keyWithoutArticle(document.titleKey)].length;
    this.columns.itemIds[doc] = itemId;
    this.columns.titleLengths[doc] = Math.min(titleLength, UINT16_RANGE - 1);
    this.columns.volumes[doc] = document.volume;
    this.setFigures(doc, figures);
    return doc;
  }

  setFigures(doc: number, figures: DocFigures): void {
    const { columns, deals } = this;
    columns.publishDays[doc] = figures.publishDay ?? DAY_UNKNOWN;
    columns.registeredAtMs[doc] = figures.registeredAtMs;
    columns.salePoints[doc] = Math.min(Math.max(figures.salePoint, 0), UINT32_MAX);
    // If both prices are 0, the feed had no price: a free item has a list price.
    const hasPrice = figures.shopPrice !== 0 || figures.salePrice !== 0;
    columns.prices[doc] = hasPrice ? priceCode(figures.salePrice) : 0;
    if (figures.deal === null) deals.delete(doc);
    else deals.set(doc, figures.deal);
    this.#setBits(
      doc,
      CATALOGS.indexOf(figures.catalog) |
        (figures.itemStatus === IN_STOCK_STATUS ? DOC_BITS.inStock : 0) |
        (figures.withheld ? DOC_BITS.withheld : 0) |
        (figures.deal === null ? 0 : DOC_BITS.hasDeal),
    );
  }

  kill(doc: number): void {
    this.deals.delete(doc);
    this.#setBits(doc, (this.columns.bits[doc] ?? 0) | DOC_BITS.dead);
  }

  isDead(doc: number): boolean {
    return ((this.columns.bits[doc] ?? 0) & DOC_BITS.dead) !== 0;
  }

  #setBits(doc: number, bits: number): void {
    this.columns.bits[doc] = bits;
    this.onBits?.(doc, bits);
  }

  /** The columns must have room for the document. */
  copy(from: DocTable, doc: number): number {
    const added = this.count++;
    const [to, columns] = [this.columns, from.columns];
    // Spelled out, because a loop over the columns takes several times as long, and a merge copies millions of documents.
    to.itemIds[added] = columns.itemIds[doc] ?? 0;
    to.publishDays[added] = columns.publishDays[doc] ?? 0;
    to.registeredAtMs[added] = columns.registeredAtMs[doc] ?? 0;
    to.salePoints[added] = columns.salePoints[doc] ?? 0;
    to.titleLengths[added] = columns.titleLengths[doc] ?? 0;
    to.volumes[added] = columns.volumes[doc] ?? 0;
    to.prices[added] = columns.prices[doc] ?? 0;
    to.bits[added] = columns.bits[doc] ?? 0;
    const deal = from.deals.get(doc);
    if (deal !== undefined) this.deals.set(added, deal);
    return added;
  }

  finish(): DocColumns {
    return mapColumns((name) => this.columns[name].subarray(0, this.count));
  }

  priceOn(doc: number, today: KstDay): number {
    const deal = this.deals.get(doc);
    if (deal !== undefined && deal.from <= today && today <= deal.until) return priceCode(deal.salePrice);
    return this.columns.prices[doc] ?? 0;
  }
}

/**
 * Encodes a price as an integer: 15000 becomes 30001, and 15000.5 becomes 30002. So a code compares exactly with the codes of
 * whole won, and the code 0 means no price.
 */
export function priceCode(price: number): number {
  const won = Math.floor(price);
  return won * 2 + (price > won ? 2 : 1);
}

function mapColumns(make: (name: keyof DocColumns) => DocColumns[keyof DocColumns]): DocColumns {
  const names = Object.keys(COLUMN_TYPES) as (keyof DocColumns)[];
  return Object.fromEntries(names.map((name) => [name, make(name)])) as unknown as DocColumns;
}

/** A request's conditions on attributes. `ranges` is null when the request limits neither days nor prices. */
export type HitConditions = ReturnType<typeof conditionsOf>;

export function conditionsOf({ category, filter, sort }: SearchRequest, today: KstDay) {
  const { publishedFrom, publishedTo, priceFrom, priceTo } = filter;
  const asksDay = publishedFrom !== null || publishedTo !== null;
  const asksPrice = priceFrom !== null || priceTo !== null;
  const ranges = {
    dayFrom: publishedFrom ?? (asksDay ? DAY_UNKNOWN + 1 : DAY_UNKNOWN),
    dayTo: publishedTo ?? Number.POSITIVE_INFINITY,
    // Documents without a price have the code 0, and so fail any price condition.
    priceFrom: asksPrice ? priceCode(priceFrom ?? 0) : 0,
    priceTo: priceTo === null ? Number.POSITIVE_INFINITY : priceCode(priceTo),
    today,
  };
  const [catalog, catalogMask] = category === 'ALL' ? [0, 0] : [CATALOGS.indexOf(category), DOC_BITS.catalog];
  const inStock = filter.inStock ? DOC_BITS.inStock : 0;
  return {
    sort,
    /** A document meets the conditions if `(bits & mask) === wanted` and it is in the ranges. */
    mask: DOC_BITS.dead | catalogMask | inStock,
    wanted: catalog | inStock,
    ranges: asksDay || asksPrice ? ranges : null,
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
  { mask, wanted, ranges }: HitConditions,
  totals: HitTotals,
): Hits {
  const { bits } = docs.columns;
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

function isInRanges(docs: DocTable, doc: number, ranges: NonNullable<HitConditions['ranges']>): boolean {
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

/** DEFAULT: by tier, sales, title length. RELATION: by tier, volume (if the title begins with the query), title length. */
export const WRITE_KEYS: Readonly<Record<SearchSort, WriteKeys>> = {
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
  const packed = docs.map((doc) => doc << TIER_BITS);
  const keys = new Float64Array(docCount);
  const keyOf = (doc: number) => keys[doc] ?? 0;
  for (const [at, sort] of SEARCH_SORTS.entries()) {
    WRITE_KEYS[sort](columns, packed, keys);
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
