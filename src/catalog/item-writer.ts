import type { Writer } from '../sql-database.ts';
import { recordsNothing, type UndoRecorder } from '../store/undo-log.ts';
import type { Item } from './item.ts';
import { createItemBatch, type Entry, itemIn } from './item-batch.ts';
import { type OverrideFields, withOverrides } from './item-overrides.ts';

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
  /** The item as its feed gives it; null without overrides. */
  readonly fed: Item | null;
}

/**
 * Reads and writes items within the caller's transaction in batches: `load`, then any number of `find`, `put`, `remove` and
 * `decide`, then `write`. The feed's previous versions are recorded for undo in `undo`.
 */
export function createItemWriter(sql: Writer, undo: UndoRecorder = recordsNothing) {
  const { load, isLoaded, entryOf, change, write } = createItemBatch(sql);

  function noteKept(itemId: number, { data, override }: Entry, after: string | null): void {
    const before = override === null ? data : override.fed && JSON.stringify(override.fed);
    if (before !== after) undo.note('item', String(itemId), before, after);
  }

  return {
    load,
    isLoaded,

    /**
     * Writes an item of a feed; overrides still apply to it. `keepRegistration` = a known item keeps its time of registration.
     */
    put(given: Item, keepRegistration: boolean): WrittenItem {
      const { itemId } = given;
      const entry = entryOf(itemId);
      const { override } = entry;
      const known = itemIn(entry);
      const before: KnownItem | null = known && { item: known, fed: override?.fed ?? null };
      const fed =
        keepRegistration && before !== null
          ? { ...given, registeredAtMs: before.item.registeredAtMs }
          : given;
      const fedData = JSON.stringify(fed);
      noteKept(itemId, entry, fedData);
      setFed(entry, fed);
      const item = override === null ? fed : withOverrides(fed, override.patch);
      const data = override === null ? fedData : JSON.stringify(item);
      if (data === entry.data) return { outcome: 'unchanged', item, before };
      change(itemId, entry, item, data);
      return { outcome: before === null ? 'added' : 'changed', item, before };
    },

    find(itemId: number): KnownItem | null {
      const entry = entryOf(itemId);
      const item = itemIn(entry);
      return item && { item, fed: entry.override?.fed ?? null };
    },

    /** Returns whether there was such an item. Its sales, sales index and overrides remain, because it may come back. */
    remove(itemId: number): boolean {
      const entry = entryOf(itemId);
      if (entry.data === null) return false;
      noteKept(itemId, entry, null);
      setFed(entry, null);
      change(itemId, entry, null, null);
      return true;
    },

    /** The overrides of an item, whether it is in the catalogue or not. */
    findPatch: (itemId: number): Partial<OverrideFields> => entryOf(itemId).override?.patch ?? {},

    /** Replaces all overrides of an item. */
    decide(itemId: number, patch: Partial<OverrideFields>, decidedAtMs: number): void {
      const entry = entryOf(itemId);
      const before = itemIn(entry);
      if (before === null) return;
      const fed = entry.override?.fed ?? before;
      const item = withOverrides(fed, patch);
      change(itemId, entry, item, JSON.stringify(item));
      entry.override = { patch, fed, decidedAtMs };
      entry.isOverrideChanged = true;
    },

    write,
  };
}

function setFed(entry: Entry, fed: Item | null): void {
  if (entry.override === null) return;
  entry.override = { ...entry.override, fed };
  entry.isOverrideChanged = true;
}

/** An item as its feed gave it. */
export function fedItemOf({ item, fed }: KnownItem): Item {
  return fed ?? item;
}
