import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../catalog/item.ts';
import type { OverrideFields } from '../../../catalog/item-overrides.ts';
import { rowOf } from '../rows.ts';

/** What operators decided of an item, as it is stored. */
export interface StoredOverride {
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
