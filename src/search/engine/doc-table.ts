import { CATALOGS, type Deal } from '../../catalog/item.ts';
import type { KstDay } from '../../clock.ts';
import { grown, sharedArray } from '../../typed-arrays.ts';
import type { SearchDocument } from '../search-document.ts';
import { DOC_BITS, type DocBlocks } from './doc-blocks.ts';
import type { DocFigures } from './doc-figures.ts';

/** publishDays of an item with an unknown date: before any real day. */
export const DAY_UNKNOWN = -(2 ** 31);

const UINT32_MAX = 2 ** 32 - 1;
const UINT16_MAX = 2 ** 16 - 1;
const UINT8_MAX = 2 ** 8 - 1;

const COLUMN_TYPES = {
  itemIds: Float64Array,
  publishDays: Int32Array,
  registeredAtMs: Float64Array,
  salePoints: Uint32Array,
  /** Characters of the title key. */
  titleLengths: Uint16Array,
  /** Units of the title key before a subtitle, 0 where there is none. */
  headLengths: Uint8Array,
  /** Which volume of a series it is, in tenths, 0 for none. */
  volumes: Uint16Array,
  /** See priceCode. */
  prices: Uint32Array,
  bits: Uint8Array,
} as const;
type ColumnTypes = typeof COLUMN_TYPES;
const COLUMN_NAMES = Object.keys(COLUMN_TYPES) as (keyof DocColumns)[];

/** The columns of a DocTable. Those of a saved segment lie in shared memory; item numbers take 32 bits where all of them fit. */
export type DocColumns = {
  -readonly [Name in keyof ColumnTypes]:
    | InstanceType<ColumnTypes[Name]>
    | (Name extends 'itemIds' ? Uint32Array : never);
};

/**
 * Figures of numbered documents in typed arrays. All except the item number may change in place. An item's words
 * never change: another document replaces it, and the old one is dead.
 */
export class DocTable {
  readonly columns: DocColumns;
  /** Documents with a deal, which are few. */
  readonly deals: Map<number, Deal>;
  count: number;
  /** Kept in step with the bits. Only for a table that gets no more documents. */
  blocks: DocBlocks | null = null;

  constructor(columns: DocColumns, deals: Map<number, Deal>, count: number) {
    this.columns = columns;
    this.deals = deals;
    this.count = count;
  }

  /** Adds a document and returns its number. */
  add(itemId: number, document: SearchDocument, figures: DocFigures): number {
    if (this.count === this.columns.bits.length)
      Object.assign(
        this.columns,
        mapColumns((name) => grown(this.columns[name])),
      );
    const doc = this.count++;
    this.columns.itemIds[doc] = itemId;
    this.columns.titleLengths[doc] = Math.min([...document.titleKey].length, UINT16_MAX);
    this.columns.headLengths[doc] = document.headLength > UINT8_MAX ? 0 : document.headLength;
    this.columns.volumes[doc] = document.volume;
    this.setFigures(doc, figures);
    return doc;
  }

  setFigures(doc: number, figures: DocFigures): void {
    const { columns, deals } = this;
    columns.publishDays[doc] = figures.publishDay ?? DAY_UNKNOWN;
    columns.registeredAtMs[doc] = figures.registeredAtMs;
    columns.salePoints[doc] = Math.min(Math.max(figures.salePoint, 0), UINT32_MAX);
    columns.prices[doc] = priceCode(figures.price);
    columns.bits[doc] =
      CATALOGS.indexOf(figures.catalog) |
      (figures.inStock ? DOC_BITS.inStock : 0) |
      (figures.withheld ? DOC_BITS.withheld : 0) |
      (figures.deal === null ? 0 : DOC_BITS.hasDeal);
    if (figures.deal === null) deals.delete(doc);
    else deals.set(doc, figures.deal);
    this.blocks?.update(doc, columns.bits[doc] ?? 0);
  }

  /** Copies a document of another table, for which there is room, and returns its number here. */
  copy(from: DocTable, doc: number): number {
    const added = this.count++;
    const [to, columns] = [this.columns, from.columns];
    // By name: a loop over the columns takes several times as long, and a merge copies millions.
    to.itemIds[added] = columns.itemIds[doc] ?? 0;
    to.publishDays[added] = columns.publishDays[doc] ?? 0;
    to.registeredAtMs[added] = columns.registeredAtMs[doc] ?? 0;
    to.salePoints[added] = columns.salePoints[doc] ?? 0;
    to.titleLengths[added] = columns.titleLengths[doc] ?? 0;
    to.headLengths[added] = columns.headLengths[doc] ?? 0;
    to.volumes[added] = columns.volumes[doc] ?? 0;
    to.prices[added] = columns.prices[doc] ?? 0;
    to.bits[added] = columns.bits[doc] ?? 0;
    const deal = from.deals.get(doc);
    if (deal !== undefined) this.deals.set(added, deal);
    return added;
  }

  /** The columns without the room behind the last document. */
  finish(): DocColumns {
    return mapColumns((name) => this.columns[name].subarray(0, this.count));
  }

  isDead(doc: number): boolean {
    return ((this.columns.bits[doc] ?? 0) & DOC_BITS.dead) !== 0;
  }

  kill(doc: number): void {
    this.columns.bits[doc] = (this.columns.bits[doc] ?? 0) | DOC_BITS.dead;
    this.deals.delete(doc);
    this.blocks?.update(doc, this.columns.bits[doc] ?? 0);
  }

  /** The price code of a day: the deal's while it lasts. */
  priceOn(doc: number, today: KstDay): number {
    const deal = this.deals.get(doc);
    if (deal !== undefined && deal.from <= today && today <= deal.until) return priceCode(deal.salePrice);
    return this.columns.prices[doc] ?? 0;
  }
}

/**
 * Whole won doubled, one more for a fraction, and one more for all, so that 0 is no price: in 32 bits, and exact
 * against bounds in whole won.
 */
export function priceCode(price: number | null): number {
  if (price === null) return 0;
  const won = Math.floor(price);
  return Math.min(won * 2 + (price > won ? 2 : 1), UINT32_MAX);
}

/** An empty table in shared memory, with room for so many documents. `add` makes more. */
export function emptyDocTable(capacity = 16): DocTable {
  const columns = mapColumns((name) => sharedArray<DocColumns[typeof name]>(COLUMN_TYPES[name], capacity));
  return new DocTable(columns, new Map(), 0);
}

function mapColumns(make: (name: keyof DocColumns) => DocColumns[keyof DocColumns]): DocColumns {
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, make(name)])) as unknown as DocColumns;
}
