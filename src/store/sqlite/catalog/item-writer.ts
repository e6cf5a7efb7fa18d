import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { serialiseItem } from '../../../catalog/fragment.ts';
import { CATALOGS, type Item } from '../../../catalog/item.ts';
import { parseKstDay } from '../../../clock.ts';
import { createRowWriter, isSameValue } from '../row-writer.ts';
import { createDecidedItems } from './item-decisions.ts';

/** What became of an item. */
export interface WrittenItem {
  readonly outcome: 'added' | 'changed' | 'unchanged';
  /** The item as it is now kept. */
  readonly item: Item;
  /** Whether the item was there with another list price or selling price. */
  readonly isRepriced: boolean;
  /** Empty when the item is new or had none. */
  readonly isbn13Before: string;
}

/** Writes items within the caller's transaction. */
export interface ItemWriter {
  /**
   * `keepRegistration` = an item that is known keeps the time at which it was registered. What an operator has decided
   * of the item stands.
   */
  put(item: Item, keepRegistration: boolean): WrittenItem;
  /** Whether there was such an item. Its sales index stays, as its sales do: it may come back. */
  remove(itemId: number): boolean;
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

const REGISTERED_AT = COLUMNS.indexOf('registered_at_ms');
const ISBN13 = COLUMNS.indexOf('isbn13');
const SHOP_PRICE = COLUMNS.indexOf('shop_price');
const SALE_PRICE = COLUMNS.indexOf('sale_price');

export function createItemWriter(db: DatabaseSync): ItemWriter {
  const rows = createRowWriter(db, 'item', COLUMNS);
  const { decide } = createDecidedItems(db);
  // A first load comes in order of the item numbers more often than not; then nothing has to be looked up.
  let highestId = Number(db.prepare('SELECT max(item_id) AS id FROM item').get()?.id ?? 0);
  return {
    put(fed, keepRegistration) {
      const given = decide(fed);
      const known = given.itemId > highestId ? null : rows.find(given.itemId);
      if (known === null) {
        rows.add(rowOf(given));
        highestId = Math.max(highestId, given.itemId);
        return { outcome: 'added', item: given, isRepriced: false, isbn13Before: '' };
      }
      const item = keepRegistration ? { ...given, registeredAtMs: Number(known[REGISTERED_AT]) } : given;
      const row = rowOf(item);
      const isbn13Before = String(known[ISBN13]);
      if (row.every((value, at) => isSameValue(value, known[at]))) {
        return { outcome: 'unchanged', item, isRepriced: false, isbn13Before };
      }
      rows.replace(row);
      const isRepriced = item.shopPrice !== known[SHOP_PRICE] || item.salePrice !== known[SALE_PRICE];
      return { outcome: 'changed', item, isRepriced, isbn13Before };
    },
    remove: (itemId) => rows.remove(itemId),
  };
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
