import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { serialiseItem } from '../../../catalog/fragment.ts';
import { CATALOGS, type Item } from '../../../catalog/item.ts';
import type { OverrideFields } from '../../../catalog/item-overrides.ts';
import { parseKstDay } from '../../../clock.ts';
import { createRowWriter, isSameValue, type Row } from '../row-writer.ts';
import { createDecidedItems } from './item-decisions.ts';

/** What happened to an item. */
export interface WrittenItem {
  readonly outcome: 'added' | 'changed' | 'unchanged';
  /** The item as stored now. */
  readonly item: Item;
  /** The item as it was until then; null when it is new. */
  readonly before: KnownItem | null;
}

/** A stored item. */
export interface KnownItem {
  /** All of its columns, in the order of `rowOf`. */
  readonly row: Row;
  /** What the feed said of the fields that an operator overrides; null where there is no override. */
  readonly fed: OverrideFields | null;
  readonly isbn13: string;
  readonly title: string;
  readonly shopPrice: number;
  readonly salePrice: number;
}

/** Writes items within the caller's transaction. */
export interface ItemWriter {
  /**
   * `keepRegistration` = a known item keeps its time of registration. An operator's decisions about the item stand.
   */
  put(item: Item, keepRegistration: boolean): WrittenItem;
  /** The item as it was, or null. Its sales index stays, as its sales do: it may come back. */
  remove(itemId: number): KnownItem | null;
  /** The item as it is, or null. */
  find(itemId: number): KnownItem | null;
  /** Puts back a row that `before` returned. An operator's decisions about the item stand. */
  restore(row: Row, fed: OverrideFields | null): 'added' | 'changed';
}

/** The columns of a row, in the order of `rowOf`. The first is the key. */
const COLUMNS = [
  'item_id',
  'isbn13',
  'isbn10',
  'catalog',
  'publish_day',
  'registered_at_ms',
  'shop_price',
  'sale_price',
  'deal_price',
  'deal_from',
  'deal_until',
  'attention_from',
  'attention_until',
  'item_status',
  'withheld',
  'title',
  'category_ids',
  'contributors',
  'fragment',
] as const;

const AT = {
  isbn13: COLUMNS.indexOf('isbn13'),
  catalog: COLUMNS.indexOf('catalog'),
  categoryIds: COLUMNS.indexOf('category_ids'),
  contributors: COLUMNS.indexOf('contributors'),
  registeredAt: COLUMNS.indexOf('registered_at_ms'),
  shopPrice: COLUMNS.indexOf('shop_price'),
  salePrice: COLUMNS.indexOf('sale_price'),
  dealPrice: COLUMNS.indexOf('deal_price'),
  dealFrom: COLUMNS.indexOf('deal_from'),
  dealUntil: COLUMNS.indexOf('deal_until'),
  attentionFrom: COLUMNS.indexOf('attention_from'),
  attentionUntil: COLUMNS.indexOf('attention_until'),
  withheld: COLUMNS.indexOf('withheld'),
  title: COLUMNS.indexOf('title'),
  fragment: COLUMNS.indexOf('fragment'),
} as const;

export function createItemWriter(db: DatabaseSync): ItemWriter {
  const rows = createRowWriter(db, 'item', COLUMNS);
  const { decide, fedOf } = createDecidedItems(db);
  // A first load usually comes in order of the item numbers; then nothing has to be looked up.
  let highestId = Number(db.prepare('SELECT max(item_id) AS id FROM item').get()?.id ?? 0);
  const knownItem = (row: Row, fed: OverrideFields | null): KnownItem => ({
    row,
    fed,
    isbn13: String(row[AT.isbn13]),
    title: String(row[AT.title]),
    shopPrice: Number(row[AT.shopPrice]),
    salePrice: Number(row[AT.salePrice]),
  });
  const find = (itemId: number) => {
    const row = rows.find(itemId);
    return row && knownItem(row, fedOf(itemId));
  };
  return {
    put(fed, keepRegistration) {
      const { item: given, fedBefore } = decide(fed);
      const known = given.itemId > highestId ? null : rows.find(given.itemId);
      if (known === null) {
        rows.add(rowOf(given));
        highestId = Math.max(highestId, given.itemId);
        return { outcome: 'added', item: given, before: null };
      }
      const item = keepRegistration ? { ...given, registeredAtMs: Number(known[AT.registeredAt]) } : given;
      const row = rowOf(item);
      const before = knownItem(known, fedBefore);
      if (row.every((value, at) => isSameValue(value, known[at])))
        return { outcome: 'unchanged', item, before };
      rows.replace(row);
      return { outcome: 'changed', item, before };
    },

    find,

    remove(itemId) {
      const known = find(itemId);
      if (known !== null) rows.remove(itemId);
      return known;
    },

    restore(row, fed) {
      const itemId = Number(row[0]);
      const fields = decide({ itemId, ...(fed ?? overridesOf(row)) }).item;
      const restored = withOverrides(row, fields);
      if (rows.find(itemId) !== null) {
        rows.replace(restored);
        return 'changed';
      }
      rows.add(restored);
      highestId = Math.max(highestId, itemId);
      return 'added';
    },
  };
}

/** The fields of a row that operators may override. */
export function overridesOf(row: Row): OverrideFields {
  const window = (from: unknown, until: unknown) =>
    from === null ? null : { from: Number(from), until: Number(until) };
  const deal = window(row[AT.dealFrom], row[AT.dealUntil]);
  return {
    withheld: row[AT.withheld] === 1,
    attention: window(row[AT.attentionFrom], row[AT.attentionUntil]),
    deal: deal === null ? null : { salePrice: Number(row[AT.dealPrice]), ...deal },
  };
}

function withOverrides(row: Row, { withheld, attention, deal }: OverrideFields): Row {
  const restored = [...row];
  restored[AT.withheld] = withheld ? 1 : 0;
  restored[AT.attentionFrom] = attention?.from ?? null;
  restored[AT.attentionUntil] = attention?.until ?? null;
  restored[AT.dealPrice] = deal?.salePrice ?? null;
  restored[AT.dealFrom] = deal?.from ?? null;
  restored[AT.dealUntil] = deal?.until ?? null;
  return restored;
}

/** A row that a journal kept: in old ones the fragment is a text. */
export function rowOfJournal(kept: Row): Row {
  return kept.map((value, at) =>
    at === AT.fragment && typeof value === 'string' ? Buffer.from(value) : value,
  );
}

/** Columns of a row that aren't in its fragment. */
export function columnsOf(row: Row) {
  return {
    catalog: Number(row[AT.catalog]),
    salePrice: Number(row[AT.salePrice]),
    registeredAtMs: Number(row[AT.registeredAt]),
    categoryIds: String(row[AT.categoryIds]),
    contributors: String(row[AT.contributors]),
  };
}

/** The stored fragment of a row. */
export function fragmentOf(row: Row): Buffer {
  const fragment = row[AT.fragment];
  return fragment instanceof Uint8Array ? Buffer.from(fragment) : Buffer.alloc(0);
}

function rowOf(item: Item): SQLInputValue[] {
  const { deal, attention } = item;
  return [
    item.itemId,
    item.isbn13,
    item.isbn10,
    CATALOGS.indexOf(item.catalog),
    parseKstDay(item.publishDate),
    item.registeredAtMs,
    item.shopPrice,
    item.salePrice,
    deal?.salePrice ?? null,
    deal?.from ?? null,
    deal?.until ?? null,
    attention?.from ?? null,
    attention?.until ?? null,
    item.itemStatus,
    item.withheld ? 1 : 0,
    item.title,
    JSON.stringify(item.categoryIds),
    JSON.stringify(item.contributors.map(({ authorId, authorType }) => [authorId, authorType])),
    serialiseItem(item),
  ];
}
