import { parseKstDay } from '../clock.ts';
import { columnNames, type Writer } from '../sql-database.ts';
import { recordsNothing, type UndoRecorder } from '../store/undo-log.ts';
import { createChangeNumbers } from './change-numbers.ts';
import { haveSameTexts, type Item } from './item.ts';
import {
  loadOverrides,
  type OverrideFields,
  type StoredOverride,
  withOverrides,
  writeOverrides,
} from './item-overrides.ts';

export interface WrittenItem {
  readonly outcome: 'added' | 'changed' | 'unchanged';
  /** The item as stored now. */
  readonly item: Item;
  /** The item before; null when it is new. */
  readonly before: KnownItem | null;
}

/** A stored item. */
export interface KnownItem {
  readonly item: Item;
  /** The item as its feed gives it; equal to `item` if nothing is overridden. */
  readonly fed: Item;
  readonly patch: Partial<OverrideFields>;
}

/** An item of a batch. */
interface Entry {
  /** The item's JSON in the database; null = there is no such item. */
  stored: string | null;
  /** The JSON to write; null = delete the item. */
  data: string | null;
  /** `data` parsed; null until it is needed. */
  item: Item | null;
  override: StoredOverride | null;
  isOverrideChanged: boolean;
}

/**
 * Reads and writes items within the caller's transaction in batches: `load`, then any number of `find`, `put`, `remove` and
 * `decide`, then `write`. `undo` records the feed's previous versions.
 */
export function createItemWriter(sql: Writer, undo: UndoRecorder = recordsNothing) {
  const { load, isLoaded, entryOf, find, change, write } = createBatch(sql);

  /** Replaces the feed's version of an item, which has no overrides, and records the previous version for undo. */
  function changeFed(itemId: number, fed: Item | null, fedData: string | null): void {
    const entry = entryOf(itemId);
    const { data, override } = entry;
    const before = override === null ? data : override.fed && JSON.stringify(override.fed);
    if (before !== fedData) undo.note('item', String(itemId), before, fedData);
    if (override === null) return;
    entry.override = { ...override, fed };
    entry.isOverrideChanged = true;
  }

  return {
    /** Reads the items of a batch; drops the previous batch. */
    load,
    isLoaded,
    find,
    /** Writes an item of a feed, with its overrides. `keepRegistration` = a known item keeps its time of registration. */
    put(given: Item, keepRegistration: boolean): WrittenItem {
      const { itemId } = given;
      const before = find(itemId);
      const fed =
        keepRegistration && before !== null
          ? { ...given, registeredAtMs: before.item.registeredAtMs }
          : given;
      const fedData = JSON.stringify(fed);
      changeFed(itemId, fed, fedData);
      const { override, data: stored } = entryOf(itemId);
      const item = override === null ? fed : withOverrides(fed, override.patch);
      const data = override === null ? fedData : JSON.stringify(item);
      if (data === stored) return { outcome: 'unchanged', item, before };
      change(itemId, before?.item ?? null, item, data);
      return { outcome: before === null ? 'added' : 'changed', item, before };
    },
    /** Removes an item; false if there is none. Its sales, sales index and overrides remain, because it may come back. */
    remove(itemId: number): boolean {
      const before = find(itemId);
      if (before === null) return false;
      changeFed(itemId, null, null);
      change(itemId, before.item, null, null);
      return true;
    },
    /** Replaces all overrides of an item that `find` has returned. */
    decide(known: KnownItem, patch: Partial<OverrideFields>, decidedAtMs: number): void {
      const { item: before, fed } = known;
      const item = withOverrides(fed, patch);
      change(before.itemId, before, item, JSON.stringify(item));
      Object.assign(entryOf(before.itemId), {
        override: { patch, fed, decidedAtMs },
        isOverrideChanged: true,
      });
    },
    /** Writes what has changed since `load`, and numbers the changes. */
    write,
  };
}

/** The items of a batch as they are stored, and as they are to be written. */
function createBatch(sql: Writer) {
  const numbers = createChangeNumbers(sql);
  let entries = new Map<number, Entry>();
  /** Numbers of all items with overrides; null until the first batch. */
  let overridden: Set<number> | null = null;
  // Items above the highest stored number needn't be looked up: a first import usually comes in order of item numbers.
  let highestId = 0;

  async function begin(): Promise<Set<number>> {
    const [row] = await sql.query<{ id: number | null }>('SELECT max(item_id) AS id FROM item');
    highestId = row?.id ?? 0;
    const ids = await sql.query<{ item_id: number }>('SELECT item_id FROM item_override');
    return new Set(ids.map(({ item_id }) => item_id));
  }

  function addEntry(itemId: number): Entry {
    const entry = { stored: null, data: null, item: null, override: null, isOverrideChanged: false };
    entries.set(itemId, entry);
    return entry;
  }

  /** The entry of a loaded item, or a new one for a number above all stored ones. */
  function entryOf(itemId: number): Entry {
    const known = entries.get(itemId);
    if (known !== undefined) return known;
    if (itemId <= highestId) throw new Error(`item ${itemId} was not loaded`);
    return addEntry(itemId);
  }

  return {
    async load(itemIds: Iterable<number>): Promise<void> {
      overridden ??= await begin();
      entries = new Map();
      for (const itemId of itemIds) if (!entries.has(itemId)) addEntry(itemId);
      const ids = [...entries.keys()];
      const stored = ids.filter((itemId) => itemId <= highestId);
      if (stored.length > 0) {
        const select = 'SELECT item_id, data FROM item WHERE item_id = ANY ($1)';
        for (const { item_id, data } of await sql.query<{ item_id: number; data: string }>(select, [stored]))
          Object.assign(entryOf(item_id), { stored: data, data });
      }
      const decided = ids.filter((itemId) => overridden?.has(itemId));
      for (const [itemId, override] of await loadOverrides(sql, decided)) entryOf(itemId).override = override;
    },
    isLoaded: (itemId: number): boolean => itemId > highestId || entries.has(itemId),
    entryOf,
    find(itemId: number): KnownItem | null {
      const entry = entryOf(itemId);
      if (entry.data !== null) entry.item ??= JSON.parse(entry.data);
      const { item, override } = entry;
      return item && { item, fed: override?.fed ?? item, patch: override?.patch ?? {} };
    },
    /** Sets the new state of an item; null = removed. */
    change(itemId: number, before: Item | null, item: Item | null, data: string | null): void {
      if (before !== null && item !== null && haveSameTexts(before, item)) numbers.noteItem(itemId);
      else numbers.noteTexts(itemId);
      if ((before?.withheld ?? false) !== (item?.withheld ?? true)) numbers.noteShown(itemId);
      const entry = entryOf(itemId);
      entry.item = item;
      entry.data = data;
      highestId = Math.max(highestId, itemId);
    },
    async write(): Promise<void> {
      const decided = await writeEntries(sql, entries);
      for (const itemId of decided) overridden?.add(itemId);
      await numbers.flush();
    },
  };
}

/** Writes items and overrides. Returns the items whose overrides were written. */
async function writeEntries(sql: Writer, entries: ReadonlyMap<number, Entry>): Promise<readonly number[]> {
  const rows: (readonly (string | number | null)[])[] = [];
  const gone: number[] = [];
  const decided = new Map<number, StoredOverride>();
  for (const [itemId, entry] of entries) {
    const { stored, data, item, override } = entry;
    if (entry.isOverrideChanged && override !== null) decided.set(itemId, override);
    entry.isOverrideChanged = false;
    entry.stored = data;
    if (stored === data) continue;
    if (data === null || item === null) gone.push(itemId);
    else rows.push(itemRow(item, data));
  }
  const changed = ['data', ...NAMES].map((name) => `${name} = excluded.${name}`);
  const conflict = `ON CONFLICT (item_id) DO UPDATE SET ${changed}`;
  await sql.insert({ into: 'item', columns: ITEM_COLUMNS, rows, conflict });
  if (gone.length > 0) await sql.query('DELETE FROM item WHERE item_id = ANY ($1)', [gone]);
  await writeOverrides(sql, decided);
  return [...decided.keys()];
}

/** Columns with copies of values in the JSON, for queries to search and join, with their types. */
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

/** The columns of an item's row, with their types. */
export const ITEM_COLUMNS = ['item_id bigint', 'data text', ...Object.keys(COLUMNS)].join(', ');
const NAMES = columnNames(Object.keys(COLUMNS).join(', '));
const VALUES = Object.values<(item: Item) => string | number | null>(COLUMNS);
/** Values in the order of ITEM_COLUMNS. */
export function itemRow(item: Item, data: string): readonly (string | number | null)[] {
  return [item.itemId, data, ...VALUES.map((read) => read(item))];
}

/** Whether an item's columns agree with its JSON. */
export function agreesWithColumns(item: Item, row: Readonly<Record<string, unknown>>): boolean {
  return row.item_id === item.itemId && NAMES.every((name, at) => row[name] === VALUES[at]?.(item));
}
