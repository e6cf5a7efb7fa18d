import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseKstDay } from '../clock.ts';
import { haveSameTexts } from '../search/search-document.ts';
import { type ChangeKeeper, keepsNothing } from '../store/sqlite/kept-changes.ts';
import { prepareManyRows, rowOf } from '../store/sqlite/rows.ts';
import type { Item } from './item.ts';
import { type OverrideFields, withOverrides } from './item-overrides.ts';

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
  readonly item: Item;
  /** The item as its feed says; null where no operator overrides anything. */
  readonly fed: Item | null;
}

/** The columns that stand beside an item's document because something searches or joins by them. */
const COLUMNS = {
  isbn13: ({ isbn13 }) => isbn13,
  isbn10: ({ isbn10 }) => isbn10,
  catalog: ({ catalog }) => catalog,
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
} satisfies Record<string, (item: Item) => SQLInputValue>;

const NAMES = Object.keys(COLUMNS);
const VALUES = Object.values<(item: Item) => SQLInputValue>(COLUMNS);

/** Reads and writes the rows of items within the caller's transaction, and numbers their changes. */
export function createItemRows(db: DatabaseSync) {
  const select = db.prepare('SELECT data FROM item WHERE item_id = ?');
  select.setReturnArrays(true);
  const insert = db.prepare(
    `INSERT INTO item (item_id, data, ${NAMES.join(', ')}) VALUES (?, ?${', ?'.repeat(NAMES.length)})`,
  );
  const update = db.prepare(
    `UPDATE item SET data = ?2, ${NAMES.map((name, at) => `${name} = ?${at + 3}`).join(', ')} WHERE item_id = ?1`,
  );
  const remove = db.prepare('DELETE FROM item WHERE item_id = ?');
  const search = createChangeNumbers(db);
  const valuesOf = (item: Item, data: string) => [item.itemId, data, ...VALUES.map((read) => read(item))];
  return {
    /** The document of an item, or null. */
    find(itemId: number): string | null {
      const row: unknown = select.get(itemId);
      return Array.isArray(row) ? String(row[0]) : null;
    },
    add(item: Item, data: string): void {
      insert.run(...valuesOf(item, data));
      search.noteTexts(item.itemId);
      if (item.withheld) search.noteShown(item.itemId);
    },
    replace(before: Item, item: Item, data = JSON.stringify(item)): void {
      update.run(...valuesOf(item, data));
      if (haveSameTexts(before, item)) search.noteItem(item.itemId);
      else search.noteTexts(item.itemId);
      if (before.withheld !== item.withheld) search.noteShown(item.itemId);
    },
    /** Whether there was such an item. */
    remove(itemId: number): boolean {
      const wasThere = remove.run(itemId).changes === 1;
      if (!wasThere) return false;
      search.noteTexts(itemId);
      search.noteShown(itemId);
      return true;
    },
    /** To be called before the commit. */
    tellSearch: search.flush,
  };
}

/**
 * Numbers the changes of items for search and for clients that follow them, inside the transaction of whoever writes the items: a
 * changed item takes the next number. Notes are kept until `flush`, which comes before the commit.
 */
export function createChangeNumbers(db: DatabaseSync) {
  const highest = db.prepare('SELECT max(change_no) AS change_no FROM search_item');
  const numberTexts = prepareManyRows(
    db,
    4,
    (values) => `
      INSERT INTO search_item (item_id, change_no, item_no, text_no)
      VALUES ${values}
      ON CONFLICT (item_id) DO UPDATE SET change_no = excluded.change_no, item_no = excluded.item_no,
        text_no = excluded.text_no, shown_no = iif(shown_no IS NULL, NULL, excluded.change_no)`,
  );
  const numberItem = db.prepare('UPDATE search_item SET change_no = ?2, item_no = ?2 WHERE item_id = ?1');
  const numberSales = db.prepare('UPDATE search_item SET change_no = ?2 WHERE item_id = ?1');
  const numberShown = db.prepare('UPDATE search_item SET shown_no = change_no WHERE item_id = ?');
  const texts: number[] = [];
  const items: number[] = [];
  const sales: number[] = [];
  const shown: number[] = [];
  return {
    /** Notes an item whose words are new, or one that is gone. */
    noteTexts: (itemId: number) => void texts.push(itemId),
    /** Notes an item that changed otherwise, or whose deal begins or ended. */
    noteItem: (itemId: number) => void items.push(itemId),
    /** Notes an item with another sales index; a number that never had an item is passed over. */
    noteSales: (itemId: number) => void sales.push(itemId),
    /** Notes, besides, that an item is hidden or shown from now on; one that comes back is known by its words. */
    noteShown: (itemId: number) => void shown.push(itemId),
    flush(): void {
      if (texts.length + items.length + sales.length === 0) return;
      let changeNo = Number(highest.get()?.change_no ?? 0);
      numberTexts(texts.splice(0).map((itemId) => [itemId, ++changeNo, changeNo, changeNo]));
      for (const itemId of items.splice(0)) numberItem.run(itemId, ++changeNo);
      for (const itemId of sales.splice(0)) numberSales.run(itemId, ++changeNo);
      for (const itemId of shown.splice(0)) numberShown.run(itemId);
    },
  };
}

/** Whether an item's columns say what its document says. */
export function agreesWithColumns(item: Item, row: Readonly<Record<string, unknown>>): boolean {
  return row.item_id === item.itemId && NAMES.every((name, at) => row[name] === VALUES[at]?.(item));
}

/** What operators decided of an item, as it is stored. */
interface StoredOverride {
  readonly patch: Partial<OverrideFields>;
  /** The item as its feed says; null while it isn't in the catalogue. */
  readonly fed: Item | null;
  /** Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** The overrides of items, read and written within the caller's transaction. */
export function createOverrideRows(db: DatabaseSync) {
  const find = db.prepare(
    'SELECT patch, fed, decided_at_ms AS "decidedAtMs" FROM item_override WHERE item_id = ?',
  );
  const put = db.prepare(`
    INSERT INTO item_override (item_id, patch, fed, decided_at_ms)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (item_id) DO UPDATE SET patch = excluded.patch, decided_at_ms = excluded.decided_at_ms`);
  const setFed = db.prepare('UPDATE item_override SET fed = ?2 WHERE item_id = ?1 AND fed IS NOT ?2');
  const remove = db.prepare('DELETE FROM item_override WHERE item_id = ?');
  return {
    find(itemId: number): StoredOverride | null {
      const row = rowOf<{ patch: string; fed: string | null; decidedAtMs: number }>(find, itemId);
      return (
        row && { ...row, patch: JSON.parse(row.patch), fed: row.fed === null ? null : JSON.parse(row.fed) }
      );
    },
    /** `fed` counts where nothing was overridden before. */
    put(itemId: number, { patch, fed, decidedAtMs }: StoredOverride): void {
      put.run(itemId, JSON.stringify(patch), fed && JSON.stringify(fed), decidedAtMs);
    },
    /** Null = the item is gone. */
    setFed: (itemId: number, fed: string | null) => void setFed.run(itemId, fed),
    remove: (itemId: number) => void remove.run(itemId),
  };
}

/** Writes items within the caller's transaction. `kept` keeps them as their feeds had them before. */
export function createItemWriter(db: DatabaseSync, kept: ChangeKeeper = keepsNothing) {
  const rows = createItemRows(db);
  const overrides = createOverrideRows(db);
  const overridden = new Set(
    db
      .prepare('SELECT item_id FROM item_override')
      .all()
      .map((row) => Number(row.item_id)),
  );
  const findOverride = (itemId: number) => (overridden.has(itemId) ? overrides.find(itemId) : null);
  /** `known` and `override` are those of before. */
  const note = (
    itemId: number,
    known: string | null,
    override: StoredOverride | null,
    after: string | null,
  ) => {
    const before = override === null ? known : override.fed && JSON.stringify(override.fed);
    if (before !== after) kept.note('item', String(itemId), before, after);
  };
  // A first load usually comes in order of the item numbers; then nothing has to be looked up.
  let highestId = Number(db.prepare('SELECT max(item_id) AS id FROM item').get()?.id ?? 0);
  return {
    /** `keepRegistration` = a known item keeps its time of registration. An operator's overrides of the item stand. */
    put(given: Item, keepRegistration: boolean): WrittenItem {
      const { itemId } = given;
      const known = itemId > highestId ? null : rows.find(itemId);
      const override = findOverride(itemId);
      const before: KnownItem | null =
        known === null ? null : { item: JSON.parse(known), fed: override?.fed ?? null };
      const fed =
        keepRegistration && before !== null
          ? { ...given, registeredAtMs: before.item.registeredAtMs }
          : given;
      const fedData = JSON.stringify(fed);
      note(itemId, known, override, fedData);
      if (override !== null) overrides.setFed(itemId, fedData);
      const item = override === null ? fed : withOverrides(fed, override.patch);
      const data = override === null ? fedData : JSON.stringify(item);
      if (before === null) {
        rows.add(item, data);
        highestId = Math.max(highestId, itemId);
        return { outcome: 'added', item, before };
      }
      if (data === known) return { outcome: 'unchanged', item, before };
      rows.replace(before.item, item, data);
      return { outcome: 'changed', item, before };
    },

    /** The item as it is, or null. */
    find(itemId: number): KnownItem | null {
      const data = rows.find(itemId);
      return data === null ? null : { item: JSON.parse(data), fed: findOverride(itemId)?.fed ?? null };
    },

    /** Whether there was such an item. Its sales index stays, as its sales do: it may come back. So do its overrides. */
    remove(itemId: number): boolean {
      const known = rows.find(itemId);
      if (known === null) return false;
      note(itemId, known, findOverride(itemId), null);
      if (overridden.has(itemId)) overrides.setFed(itemId, null);
      return rows.remove(itemId);
    },
    tellSearch: rows.tellSearch,
  };
}

/** An item as its feed gave it. */
export function fedItemOf({ item, fed }: KnownItem): Item {
  return fed ?? item;
}
