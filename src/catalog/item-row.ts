import { parseKstDay } from '../clock.ts';
import { columnNames } from '../sql-database.ts';
import type { Item } from './item.ts';

/** Columns beside an item's JSON that are searched or joined, with their types. */
const COLUMNS = {
  'isbn13 text': ({ isbn13 }) => isbn13,
  'isbn10 text': ({ isbn10 }) => isbn10,
  'catalog text': ({ catalog }) => catalog,
  'publish_day integer': ({ publishDate }) => parseKstDay(publishDate),
  'registered_at_ms bigint': ({ registeredAtMs }) => registeredAtMs,
  'shop_price double precision': ({ shopPrice }) => shopPrice,
  'sale_price double precision': ({ salePrice }) => salePrice,
  'deal_price double precision': ({ deal }) => deal?.salePrice ?? null,
  'deal_from integer': ({ deal }) => deal?.from ?? null,
  'deal_until integer': ({ deal }) => deal?.until ?? null,
  'attention_from integer': ({ attention }) => attention?.from ?? null,
  'attention_until integer': ({ attention }) => attention?.until ?? null,
  'item_status text': ({ itemStatus }) => itemStatus,
  'withheld smallint': ({ withheld }) => (withheld ? 1 : 0),
  'title text': ({ title }) => title,
  'category_ids text': ({ categoryIds }) => JSON.stringify(categoryIds),
} satisfies Record<string, (item: Item) => string | number | null>;

/** The columns of an item's row with their types. */
export const ITEM_COLUMNS = ['item_id bigint', 'data text', ...Object.keys(COLUMNS)].join(', ');
const NAMES = columnNames(Object.keys(COLUMNS).join(', '));
const VALUES = Object.values<(item: Item) => string | number | null>(COLUMNS);
/** Values in the order of ITEM_COLUMNS. */
export function itemRow(item: Item, data: string): readonly (string | number | null)[] {
  return [item.itemId, data, ...VALUES.map((read) => read(item))];
}

/** The SET clause that overwrites an existing row. */
export const REPLACE_ITEM = ['data', ...NAMES].map((name) => `${name} = excluded.${name}`).join(', ');

/** Whether an item's columns agree with its JSON. */
export function agreesWithColumns(item: Item, row: Readonly<Record<string, unknown>>): boolean {
  return row.item_id === item.itemId && NAMES.every((name, at) => row[name] === VALUES[at]?.(item));
}
