import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Item } from '../../../catalog/item.ts';
import {
  isSameOverride,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideChange,
  type OverrideFields,
  type RecordedDecision,
} from '../../../catalog/item-overrides.ts';
import { type ChangedValues, readChanges, recordChanges } from '../changeset.ts';
import { rowOf, rowsOf } from '../rows.ts';
import { KEPT_MS } from './kept-changes.ts';

/** Operators' decisions, read and written within the caller's transaction. */
export function createDecisions(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO item_decision (reason, items, decided_at_ms, changes)
    VALUES (?, ?, ?, ?)`);
  const findChanges = db.prepare('SELECT changes FROM item_decision WHERE decision_id = ?');
  const forgetChanges = db.prepare(`
    UPDATE item_decision
    SET changes = NULL
    WHERE changes IS NOT NULL AND (decision_id = ? OR decided_at_ms < ?)`);
  const list = db.prepare(`
    SELECT decision_id AS "decisionId", json_array_length(items) AS items, reason, changes IS NOT NULL AS "isKept"
    FROM item_decision
    WHERE decision_id IN (SELECT value FROM json_each(?1))
      AND (?2 IS NULL OR EXISTS (SELECT 1 FROM json_each(items) WHERE value = ?2))`);
  return {
    /** Records what the connection changes from now on, until `end`, as one decision. */
    begin() {
      const parts: Uint8Array[] = [];
      const recorder = recordChanges(db, (part) => void parts.push(part));
      return {
        /** Returns its number. `takenBack` = the decision that can't be taken back any more; 0 = none. */
        end(itemIds: readonly number[], reason: string, nowMs: number, takenBack: number): number {
          recorder.end();
          forgetChanges.run(takenBack, nowMs - KEPT_MS);
          const changes = zstdCompressSync(Buffer.concat(parts));
          return Number(insert.run(reason, JSON.stringify(itemIds), nowMs, changes).lastInsertRowid);
        },
      };
    },
    /** What the decision changed; empty if it is unknown or no longer kept. */
    findChanges(decisionId: number): Uint8Array {
      const changes = findChanges.get(decisionId)?.changes;
      return changes instanceof Uint8Array ? zstdDecompressSync(changes) : new Uint8Array();
    },
    /** Those of the given ones that are there; with an item, those that are about it. */
    list: (decisionIds: readonly number[], itemId: number | null): RecordedDecision[] =>
      rowsOf<Omit<RecordedDecision, 'isKept'> & { isKept: number }>(
        list,
        JSON.stringify(decisionIds),
        itemId,
      ).map((row) => ({ ...row, isKept: row.isKept === 1 })),
  };
}

/** The column of item_override (src/store/schema/catalogue.sql). */
const PATCH = 1;

/**
 * What makes the decided fields of each item what they were before a decision, except those that were decided again since.
 * `changes` = what the decision changed (changeset.ts), `find` = the item now.
 */
export function* changesBack(
  changes: Uint8Array,
  find: (itemId: number) => OverridableItem | null,
): Generator<readonly [itemId: number, back: OverrideChange]> {
  for (const { table, before, after } of readChanges(changes)) {
    if (table !== 'item_override') continue;
    const itemId = Number((before ?? after)?.[0]);
    const [was, became] = [patchOf(before), patchOf(after)];
    const now = find(itemId)?.decision?.decided ?? {};
    const fields = OVERRIDE_FIELDS.filter(
      (field) => !isSameOverride(was[field], became[field]) && isSameOverride(now[field], became[field]),
    );
    yield [itemId, Object.fromEntries(fields.map((field) => [field, was[field]]))];
  }
}

function patchOf(values: ChangedValues | null): Partial<OverrideFields> {
  const patch = values?.[PATCH];
  return typeof patch === 'string' ? JSON.parse(patch) : {};
}

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
