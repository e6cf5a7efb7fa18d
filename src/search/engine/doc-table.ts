import { atMost, grown, sharedArray, UINT32_MAX } from '../../base/typed-arrays.ts';
import { CATALOGS, type Deal, IN_STOCK_STATUS, type Item } from '../../catalog/item.ts';
import type { KstDay } from '../../clock.ts';
import { keyWithoutArticle, type SearchDocument } from '../search-document.ts';

export interface DocFigures
  extends Pick<
    Item,
    'catalog' | 'registeredAtMs' | 'shopPrice' | 'salePrice' | 'deal' | 'itemStatus' | 'withheld'
  > {
  /** Null when the day is unknown. */
  readonly publishDay: KstDay | null;
  /** Sales index, 0 before the first sale. */
  readonly salePoint: number;
}

/** The publication day of items whose date is unknown: before any real day. */
export const DAY_UNKNOWN = -(2 ** 31);

/** Maximum number of documents in a segment: document numbers have 28 of 32 bits. */
export const DOCS_MAX = 2 ** 28;

const UINT16_MAX = 2 ** 16 - 1;

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
const COLUMN_NAMES = Object.keys(COLUMN_TYPES) as (keyof DocColumns)[];

/** The columns of a DocTable. In a saved segment, item numbers take 32 bits if all of them fit. */
export type DocColumns = {
  -readonly [Name in keyof ColumnTypes]:
    | InstanceType<ColumnTypes[Name]>
    | (Name extends 'itemIds' ? Uint32Array : never);
};

/**
 * The attributes of a segment's documents. A document is one version of an item's texts, numbered from 0. Attributes change in
 * place; new texts make a new document, and the old one is dead.
 */
export class DocTable {
  readonly columns: DocColumns;
  readonly deals: Map<number, Deal>;
  count: number;
  /** Called with a document's number and its new DOC_BITS. */
  onBits: ((doc: number, bits: number) => void) | null = null;

  constructor(columns: DocColumns, deals: Map<number, Deal>, count: number) {
    this.columns = columns;
    this.deals = deals;
    this.count = count;
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
    this.columns.itemIds[doc] = itemId;
    this.columns.titleLengths[doc] = Math.min([...keyWithoutArticle(document.titleKey)].length, UINT16_MAX);
    this.columns.volumes[doc] = document.volume;
    this.setFigures(doc, figures);
    return doc;
  }

  setFigures(doc: number, figures: DocFigures): void {
    const { columns, deals } = this;
    columns.publishDays[doc] = figures.publishDay ?? DAY_UNKNOWN;
    columns.registeredAtMs[doc] = figures.registeredAtMs;
    columns.salePoints[doc] = Math.min(Math.max(figures.salePoint, 0), UINT32_MAX);
    // Prices of 0 mean that the feed gave none; a free item has a list price.
    const hasPrice = figures.shopPrice !== 0 || figures.salePrice !== 0;
    columns.prices[doc] = hasPrice ? priceCode(figures.salePrice) : 0;
    columns.bits[doc] =
      CATALOGS.indexOf(figures.catalog) |
      (figures.itemStatus === IN_STOCK_STATUS ? DOC_BITS.inStock : 0) |
      (figures.withheld ? DOC_BITS.withheld : 0) |
      (figures.deal === null ? 0 : DOC_BITS.hasDeal);
    if (figures.deal === null) deals.delete(doc);
    else deals.set(doc, figures.deal);
    this.onBits?.(doc, columns.bits[doc] ?? 0);
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

  isDead(doc: number): boolean {
    return ((this.columns.bits[doc] ?? 0) & DOC_BITS.dead) !== 0;
  }

  kill(doc: number): void {
    this.columns.bits[doc] = (this.columns.bits[doc] ?? 0) | DOC_BITS.dead;
    this.deals.delete(doc);
    this.onBits?.(doc, this.columns.bits[doc] ?? 0);
  }

  priceOn(doc: number, today: KstDay): number {
    const deal = this.deals.get(doc);
    if (deal !== undefined && deal.from <= today && today <= deal.until) return priceCode(deal.salePrice);
    return this.columns.prices[doc] ?? 0;
  }
}

/**
 * Encodes a price as an integer that compares exactly with codes of whole won: twice the won, plus 1, or plus 2 if there is a
 * fraction. So the code 0 means no price.
 */
export function priceCode(price: number): number {
  const won = Math.floor(price);
  return won * 2 + (price > won ? 2 : 1);
}

export function emptyDocTable(capacity = 16): DocTable {
  atMost(DOCS_MAX, 'the documents of a segment', capacity);
  const columns = mapColumns((name) => sharedArray<DocColumns[typeof name]>(COLUMN_TYPES[name], capacity));
  return new DocTable(columns, new Map(), 0);
}

function mapColumns(make: (name: keyof DocColumns) => DocColumns[keyof DocColumns]): DocColumns {
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, make(name)])) as unknown as DocColumns;
}

/** Bits of DocTable.bits; the lowest three are the position in CATALOGS. */
export const DOC_BITS = { catalog: 7, inStock: 8, withheld: 16, dead: 32, hasDeal: 64 } as const;
