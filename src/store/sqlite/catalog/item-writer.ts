import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseFragment, serialiseItem } from '../../../catalog/fragment.ts';
import { CATALOGS, type Item } from '../../../catalog/item.ts';
import { type OverrideFields, withOverrides } from '../../../catalog/item-overrides.ts';
import { parseKstDay } from '../../../clock.ts';
import { decodeTexts, encodeTexts, textsOf } from '../../../search/search-texts.ts';
import { createRowWriter, isSameValue, type Row } from '../row-writer.ts';
import { dealOf, windowOf } from '../rows.ts';
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
export interface KnownItem extends Pick<Item, 'isbn13' | 'title' | 'shopPrice' | 'salePrice'> {
  /** All of its columns, in the order of `rowOf`. */
  readonly row: Row;
  /** What the feed said of the fields that an operator overrides; null where there is no override. */
  readonly fed: Partial<OverrideFields> | null;
}

/** What the store keeps of an item. */
export type StoredImage = Pick<KnownItem, 'row' | 'fed'>;

/** The columns of a row, and what each holds of an item. The first is the key. */
const COLUMNS = {
  item_id: ({ itemId }) => itemId,
  isbn13: ({ isbn13 }) => isbn13,
  isbn10: ({ isbn10 }) => isbn10,
  catalog: ({ catalog }) => CATALOGS.indexOf(catalog),
  publish_day: ({ publishDate }) => parseKstDay(publishDate),
  registered_at_ms: ({ registeredAtMs }) => registeredAtMs,
  shop_price: ({ shopPrice }) => shopPrice,
  sale_price: ({ salePrice }) => salePrice,
  deal_price: ({ deal }) => deal?.salePrice ?? null,
  deal_from: ({ deal }) => deal?.from ?? null,
  deal_until: ({ deal }) => deal?.until ?? null,
  attention_from: ({ attention }) => attention?.from ?? null,
  attention_until: ({ attention }) => attention?.until ?? null,
  item_status: ({ itemStatus }) => itemStatus,
  withheld: ({ withheld }) => (withheld ? 1 : 0),
  title: ({ title }) => title,
  category_ids: ({ categoryIds }) => JSON.stringify(categoryIds),
  contributors: ({ contributors }) =>
    JSON.stringify(contributors.map(({ authorId, authorType }) => [authorId, authorType])),
  fragment: serialiseItem,
} satisfies Record<string, (item: Item) => SQLInputValue>;

export const ITEM_COLUMNS = Object.keys(COLUMNS);
const VALUES = Object.values<(item: Item) => SQLInputValue>(COLUMNS);

/** The row of an item. */
export function rowOf(item: Item): SQLInputValue[] {
  return VALUES.map((read) => read(item));
}

const AT = Object.fromEntries(ITEM_COLUMNS.map((column, at) => [column, at])) as Readonly<
  Record<keyof typeof COLUMNS, number>
>;

/** Writes items within the caller's transaction. */
export function createItemWriter(db: DatabaseSync) {
  const rows = createRowWriter(db, 'item', ITEM_COLUMNS);
  const { decide, fedOf } = createDecidedItems(db);
  // A first load usually comes in order of the item numbers; then nothing has to be looked up.
  let highestId = Number(db.prepare('SELECT max(item_id) AS id FROM item').get()?.id ?? 0);
  const knownItem = (row: Row, fed: KnownItem['fed']): KnownItem => ({
    row,
    fed,
    isbn13: String(row[AT.isbn13]),
    title: String(row[AT.title]),
    shopPrice: Number(row[AT.shop_price]),
    salePrice: Number(row[AT.sale_price]),
  });
  const find = (itemId: number) => {
    const row = rows.find(itemId);
    return row && knownItem(row, fedOf(itemId));
  };
  return {
    /** `keepRegistration` = a known item keeps its time of registration. An operator's decisions about the item stand. */
    put(fed: Item, keepRegistration: boolean): WrittenItem {
      const { item: given, fedBefore } = decide(fed);
      const known = given.itemId > highestId ? null : rows.find(given.itemId);
      if (known === null) {
        rows.add(rowOf(given));
        highestId = Math.max(highestId, given.itemId);
        return { outcome: 'added', item: given, before: null };
      }
      const item = keepRegistration
        ? { ...given, registeredAtMs: Number(known[AT.registered_at_ms]) }
        : given;
      const row = rowOf(item);
      const before = knownItem(known, fedBefore);
      if (row.every((value, at) => isSameValue(value, known[at])))
        return { outcome: 'unchanged', item, before };
      rows.replace(row);
      return { outcome: 'changed', item, before };
    },

    /** The item as it is, or null. */
    find,

    /** Whether there was such an item. Its sales index stays, as its sales do: it may come back. */
    remove: rows.remove,

    /**
     * Puts back an item that `before` returned, with the words of the search that it had. An operator's decisions about it stand;
     * the texts returned are its words then.
     */
    restore({ row, fed }: StoredImage, texts: string | null) {
      const itemId = Number(row[0]);
      const isDecided = fed !== null || fedOf(itemId) !== null;
      const item = isDecided ? decide(itemOfStored({ row, fed }, texts)).item : null;
      const restored = item === null ? row : rowOf(item);
      const isNew = rows.find(itemId) === null;
      if (isNew) rows.add(restored);
      else rows.replace(restored);
      highestId = Math.max(highestId, itemId);
      return {
        outcome: isNew ? ('added' as const) : ('changed' as const),
        texts: item === null ? texts : encodeTexts(textsOf(item)),
      };
    },
  };
}

/**
 * An item as its feed gave it, from what the store keeps of it. `texts` are the encoded words of the search; null for items
 * of early versions, whose contributors are then taken from the line of their names.
 */
export function itemOfStored({ row, fed }: StoredImage, texts: string | null): Item {
  const { author, ...fields } = parseFragment(fragmentOf(row));
  const roles: readonly (readonly [number | null, string])[] = JSON.parse(String(row[AT.contributors]));
  const names = texts === null ? author.split(', ') : decodeTexts(texts).contributors;
  const isWhole = names.length === roles.length;
  const item: Item = {
    ...fields,
    ...offersOf(row),
    catalog: CATALOGS[Number(row[AT.catalog])] ?? 'BOOK',
    salePrice: Number(row[AT.sale_price]),
    registeredAtMs: Number(row[AT.registered_at_ms]),
    categoryIds: JSON.parse(String(row[AT.category_ids])),
    contributors: roles.map(([authorId, authorType], at) => ({
      authorId,
      author: (isWhole ? names[at] : at === 0 ? author : '') ?? '',
      authorType,
    })),
  };
  return fed === null ? item : withOverrides(item, fed);
}

function offersOf(row: Row): Pick<Item, 'withheld' | 'attention' | 'deal'> {
  return {
    withheld: row[AT.withheld] === 1,
    attention: windowOf(row[AT.attention_from], row[AT.attention_until]),
    deal: dealOf(row[AT.deal_price], row[AT.deal_from], row[AT.deal_until]),
  };
}

/** The deal and the list price that the feed gave an item last. */
export function fedDealOf({ row, fed, shopPrice }: KnownItem): Pick<Item, 'deal' | 'shopPrice'> {
  const { deal } = offersOf(row);
  return { deal, shopPrice, ...fed };
}

/** The stored fragment of a row. */
export function fragmentOf(row: Row): Buffer {
  const fragment = row[AT.fragment];
  return fragment instanceof Uint8Array ? Buffer.from(fragment) : Buffer.alloc(0);
}
