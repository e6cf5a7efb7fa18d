import { columnNames, type Writer } from '../sql-database.ts';
import { createChangeNumbers } from './change-numbers.ts';
import type { Item } from './item.ts';
import { DATA_FIELDS, type OverrideFields } from './item-overrides.ts';
import { ITEM_COLUMNS, itemRow, REPLACE_ITEM } from './item-row.ts';
import { haveSameTexts } from './item-texts.ts';

/** An operator's overrides of an item, as they are stored. */
export interface StoredOverride {
  readonly patch: Partial<OverrideFields>;
  /** The item as its feed gives it; null while it isn't in the catalogue. */
  readonly fed: Item | null;
  readonly decidedAtMs: number;
}

/** An item of a batch: its stored state, its new state, and its overrides. */
export interface Entry {
  stored: string | null;
  /** The item's JSON; null = there is no such item. */
  data: string | null;
  item: Item | null;
  override: StoredOverride | null;
  isOverrideChanged: boolean;
}

/** Reads the items of a batch, within the caller's transaction, and writes their new states. */
export function createItemBatch(sql: Writer) {
  const numbers = createChangeNumbers(sql);
  let entries = new Map<number, Entry>();
  /** Null until the first batch. */
  let overridden: Set<number> | null = null;
  // A first load usually comes in order of item numbers; items above the highest number needn't be looked up.
  let highestId = 0;

  async function begin(): Promise<Set<number>> {
    const [row] = await sql.query<{ id: number | null }>('SELECT max(item_id) AS id FROM item');
    highestId = row?.id ?? 0;
    const ids = await sql.query<{ item_id: number }>('SELECT item_id FROM item_override');
    return new Set(ids.map(({ item_id }) => item_id));
  }

  function entryOf(itemId: number): Entry {
    const known = entries.get(itemId);
    if (known !== undefined) return known;
    if (itemId <= highestId) throw new Error(`item ${itemId} was not loaded`);
    const entry = newEntry();
    entries.set(itemId, entry);
    return entry;
  }

  return {
    /** Reads these items. Those of the previous batch are dropped. */
    async load(itemIds: Iterable<number>): Promise<void> {
      overridden ??= await begin();
      entries = new Map();
      const ids: number[] = [];
      const decided: number[] = [];
      for (const itemId of itemIds) {
        if (entries.has(itemId)) continue;
        entries.set(itemId, newEntry());
        if (itemId <= highestId) ids.push(itemId);
        if (overridden.has(itemId)) decided.push(itemId);
      }
      if (ids.length > 0) {
        const find = 'SELECT item_id, data FROM item WHERE item_id = ANY ($1)';
        for (const { item_id, data } of await sql.query<{ item_id: number; data: string }>(find, [ids])) {
          const entry = entryOf(item_id);
          entry.stored = data;
          entry.data = data;
        }
      }
      for (const [itemId, override] of await loadOverrides(sql, decided)) entryOf(itemId).override = override;
    },

    isLoaded: (itemId: number): boolean => itemId > highestId || entries.has(itemId),

    /** The entry of a loaded item, or of a number above all stored ones. */
    entryOf,

    /** Sets the new state of an item; null = deleted. */
    change(itemId: number, entry: Entry, item: Item | null, data: string | null): void {
      const before = itemIn(entry);
      if (before !== null && item !== null && haveSameTexts(before, item)) numbers.noteItem(itemId);
      else numbers.noteTexts(itemId);
      if ((before?.withheld ?? false) !== (item?.withheld ?? true)) numbers.noteShown(itemId);
      entry.item = item;
      entry.data = data;
      highestId = Math.max(highestId, itemId);
    },

    /** Writes what has changed since `load`, and numbers the changes. */
    async write(): Promise<void> {
      const decided = await writeEntries(sql, entries);
      for (const itemId of decided) overridden?.add(itemId);
      await numbers.flush();
    },
  };
}

/** The item's new state, or null. */
export function itemIn(entry: Entry): Item | null {
  if (entry.data !== null) entry.item ??= JSON.parse(entry.data);
  return entry.item;
}

/** Writes items and overrides. Returns the items whose overrides were written. */
async function writeEntries(sql: Writer, entries: ReadonlyMap<number, Entry>): Promise<readonly number[]> {
  const rows: (readonly (string | number | null)[])[] = [];
  const gone: number[] = [];
  const decided: (readonly [number, StoredOverride])[] = [];
  for (const [itemId, entry] of entries) {
    const { stored, data, item, override } = entry;
    if (entry.isOverrideChanged && override !== null) decided.push([itemId, override]);
    entry.isOverrideChanged = false;
    entry.stored = data;
    if (stored === data) continue;
    if (data === null || item === null) gone.push(itemId);
    else rows.push(itemRow(item, data));
  }
  const conflict = `ON CONFLICT (item_id) DO UPDATE SET ${REPLACE_ITEM}`;
  await sql.insert({ into: 'item', columns: ITEM_COLUMNS, rows, conflict });
  if (gone.length > 0) await sql.query('DELETE FROM item WHERE item_id = ANY ($1)', [gone]);
  await writeOverrides(sql, decided);
  return decided.map(([itemId]) => itemId);
}

function newEntry(): Entry {
  return { stored: null, data: null, item: null, override: null, isOverrideChanged: false };
}

async function loadOverrides(
  sql: Writer,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, StoredOverride>> {
  if (itemIds.length === 0) return new Map();
  const rows = await sql.query<OverrideRow & { readonly itemId: number }>(
    `SELECT item_id AS "itemId", ${OVERRIDE} FROM item_override WHERE item_id = ANY ($1)`,
    [itemIds],
  );
  return new Map(rows.map((row) => [row.itemId, overrideOf(row)]));
}

export interface OverrideRow {
  /** Null where there is none. */
  readonly patch: string;
  readonly fed: string | null;
  readonly decidedAtMs: number;
}

/** The columns of OverrideRow. */
export const OVERRIDE = 'patch, fed, decided_at_ms AS "decidedAtMs"';

export function overrideOf({ patch, fed, decidedAtMs }: OverrideRow): StoredOverride {
  return { patch: JSON.parse(patch), fed: fed === null ? null : JSON.parse(fed), decidedAtMs };
}

const OVERRIDE_COLUMNS =
  'item_id bigint, patch text, attention_until integer, deal_until integer, has_data smallint, fed text, decided_at_ms bigint';

/** Items without overrides have no row. */
async function writeOverrides(
  sql: Writer,
  decided: readonly (readonly [itemId: number, override: StoredOverride])[],
): Promise<void> {
  const changed = columnNames(OVERRIDE_COLUMNS).map((name) => `${name} = excluded.${name}`);
  const isKept = ([, { patch }]: (typeof decided)[number]) => Object.keys(patch).length > 0;
  await sql.insert({
    into: 'item_override',
    columns: OVERRIDE_COLUMNS,
    rows: decided
      .filter(isKept)
      .map(([itemId, { patch, fed, decidedAtMs }]) => [
        itemId,
        JSON.stringify(patch),
        patch.attention?.until ?? null,
        patch.deal?.until ?? null,
        DATA_FIELDS.some((field) => field in patch) ? 1 : 0,
        fed && JSON.stringify(fed),
        decidedAtMs,
      ]),
    conflict: `ON CONFLICT (item_id) DO UPDATE SET ${changed.join(', ')}`,
  });
  const ended = decided.filter((one) => !isKept(one)).map(([itemId]) => itemId);
  if (ended.length > 0) await sql.query('DELETE FROM item_override WHERE item_id = ANY ($1)', [ended]);
}
