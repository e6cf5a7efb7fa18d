import type { DatabaseSync } from 'node:sqlite';
import { type ItemDecision, type OverrideFields, overrideFieldsOf } from '../../../catalog/item-overrides.ts';

/** Decisions of operators, read and written within the caller's transaction. */
export interface ItemDecisions {
  find(itemId: number): ItemDecision | null;
  put(itemId: number, decision: ItemDecision): void;
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
      const fed: OverrideFields = JSON.parse(String(row.fed));
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
  decide<T extends OverrideFields & { readonly itemId: number }>(
    given: T,
  ): { readonly item: T; readonly fedBefore: OverrideFields | null };
  /** What the feed said of an item last; null where nothing is decided. */
  fedOf(itemId: number): OverrideFields | null;
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
      decisions.put(given.itemId, { ...decision, fed: overrideFieldsOf(given) });
      return { item: { ...given, ...decision.decided }, fedBefore: decision.fed };
    },
  };
}
