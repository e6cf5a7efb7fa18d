import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../catalog/item.ts';
import {
  type OverrideFields,
  overrideFieldsOf,
  pickOverrides,
  withOverrides,
} from '../../../catalog/item-overrides.ts';

/** A decision as it is stored. */
export interface StoredDecision {
  readonly decided: Partial<OverrideFields>;
  /** What the feed says of the fields that are decided; in early versions, of all offers. */
  readonly fed: Partial<OverrideFields>;
  /** Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Decisions of operators, read and written within the caller's transaction. */
export interface ItemDecisions {
  find(itemId: number): StoredDecision | null;
  put(itemId: number, decision: StoredDecision): void;
  remove(itemId: number): void;
}

export function createItemDecisions(db: DatabaseSync): ItemDecisions {
  const find = db.prepare('SELECT decided, fed, decided_at_ms FROM item_decision WHERE item_id = ?');
  const put = db.prepare(`
    INSERT INTO item_decision (item_id, decided, fed, decided_at_ms)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (item_id) DO UPDATE SET decided = excluded.decided, fed = excluded.fed,
      decided_at_ms = excluded.decided_at_ms`);
  const remove = db.prepare('DELETE FROM item_decision WHERE item_id = ?');
  return {
    find(itemId) {
      const row = find.get(itemId);
      if (row === undefined) return null;
      const decided: Partial<OverrideFields> = JSON.parse(String(row.decided));
      const fed: Partial<OverrideFields> = JSON.parse(String(row.fed));
      return { decided, fed, decidedAtMs: Number(row.decided_at_ms) };
    },
    put(itemId, { decided, fed, decidedAtMs }) {
      put.run(itemId, JSON.stringify(decided), JSON.stringify(fed), decidedAtMs);
    },
    remove(itemId) {
      remove.run(itemId);
    },
  };
}

/** What a feed says of items, with the decisions of operators in its place. */
export interface DecidedItems {
  /**
   * The item to store. What the feed says is stored for the day on which the decision ends; `fedBefore` is what it
   * said until now, null where nothing is decided.
   */
  decide(given: Item): { readonly item: Item; readonly fedBefore: Partial<OverrideFields> | null };
  /** What the feed said last of an item's decided fields; null where nothing is decided. */
  fedOf(itemId: number): Partial<OverrideFields> | null;
}

/** For one transaction: it checks once whether there are decisions at all, because most shops have few. */
export function createDecidedItems(db: DatabaseSync): DecidedItems {
  const decisions = createItemDecisions(db);
  const ids = new Set(
    db
      .prepare('SELECT item_id FROM item_decision')
      .all()
      .map((row) => Number(row.item_id)),
  );
  const find = (itemId: number) => (ids.has(itemId) ? decisions.find(itemId) : null);
  return {
    fedOf: (itemId) => find(itemId)?.fed ?? null,
    decide(given) {
      const decision = find(given.itemId);
      if (decision === null) return { item: given, fedBefore: null };
      const { decided } = decision;
      const fed = pickOverrides(overrideFieldsOf(given), Object.keys(decided));
      decisions.put(given.itemId, { ...decision, fed });
      return { item: withOverrides(given, decided), fedBefore: decision.fed };
    },
  };
}
