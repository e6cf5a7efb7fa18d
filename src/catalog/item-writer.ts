import { parseKstDay } from '../clock.ts';
import { columnNames, type Writer } from '../sql-database.ts';
import { recordsNothing, type UndoRecorder } from '../store/undo-log.ts';
import { haveSameTexts, type Item } from './item.ts';
import {
  loadOverrides,
  type OverrideFields,
  type StoredOverride,
  withOverrides,
  writeOverrides,
} from './item-overrides.ts';
import { createChangeNumbers } from './revision.ts';

export interface WrittenItem {
  readonly outcome: 'added' | 'changed' | 'unchanged';
  readonly item: Item;
  /** Null for a new item. */
  readonly before: KnownItem | null;
}

export interface KnownItem {
  readonly item: Item;
  /** The feed's version, without overrides. */
  readonly fed: Item;
  readonly patch: Partial<OverrideFields>;
}

interface Entry {
  /** The item's JSON in the database; null if there is no such item. */
  stored: string | null;
  /** The JSON to write; null deletes the item. */
  data: string | null;
  /** `data`, parsed when it is needed. */
  item: Item | null;
  override: StoredOverride | null;
  isOverrideChanged: boolean;
}

/** Reads and writes items. For each batch: `load`, any number of other calls, `write`. `undo` records the feed's versions. */
export function createItemWriter(sql: Writer, undo: UndoRecorder = recordsNothing) {
  const { load, isLoaded, entryOf, find, change, write } = createBatch(sql);

  /** Records a new version from the feed, for undo and beside the item's overrides; null = removed. */
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
    /** Reads the items of a batch and drops the previous batch. */
    load,
    isLoaded,
    find,
    /** Writes the feed's version of an item. `keepRegistration` = a known item keeps its registration time. */
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
    /** Returns false if there is no such item. Sales and overrides of the item stay, in case the item comes back. */
    remove(itemId: number): boolean {
      const before = find(itemId);
      if (before === null) return false;
      changeFed(itemId, null, null);
      change(itemId, before.item, null, null);
      return true;
    },
    decide(known: KnownItem, patch: Partial<OverrideFields>, decidedAtMs: number): void {
      const { item: before, fed } = known;
      const item = withOverrides(fed, patch);
      change(before.itemId, before, item, JSON.stringify(item));
      Object.assign(entryOf(before.itemId), {
        override: { patch, fed, decidedAtMs },
        isOverrideChanged: true,
      });
    },
    write,
  };
}

function createBatch(sql: Writer) {
  const numbers = createChangeNumbers(sql);
  let entries = new Map<number, Entry>();
  /** Numbers of all items with overrides; null until the first batch. */
  let overridden: Set<number> | null = null;
  // Higher numbers needn't be looked up: a first import usually comes in the order of item numbers.
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
      const isSame = before !== null && item !== null && haveSameTexts(before, item);
      numbers.note(isSame ? 'data' : 'texts', itemId);
      if ((before?.withheld ?? false) !== (item?.withheld ?? true)) numbers.note('shown', itemId);
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

/** Returns the items whose overrides were written. */
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

/** Columns that copy values from the JSON, so that queries can search and join by them. */
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

export const ITEM_COLUMNS = ['item_id bigint', 'data text', ...Object.keys(COLUMNS)].join(', ');
const NAMES = columnNames(Object.keys(COLUMNS).join(', '));
const VALUES = Object.values<(item: Item) => string | number | null>(COLUMNS);
export function itemRow(item: Item, data: string): readonly (string | number | null)[] {
  return [item.itemId, data, ...VALUES.map((read) => read(item))];
}

export function agreesWithColumns(item: Item, row: Readonly<Record<string, unknown>>): boolean {
  return row.item_id === item.itemId && NAMES.every((name, at) => row[name] === VALUES[at]?.(item));
}
