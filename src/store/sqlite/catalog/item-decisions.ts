import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../catalog/item.ts';
import {
  type OverrideFields,
  overrideFieldsOf,
  pickOverrides,
  type RecordedDecision,
  withOverrides,
} from '../../../catalog/item-overrides.ts';
import { rowOf, rowsOf } from '../rows.ts';

/** A decision as it is stored. */
export interface StoredDecision {
  readonly decided: Partial<OverrideFields>;
  /** What the feed says of the fields that are decided. */
  readonly fed: Partial<OverrideFields>;
  /** Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Decisions of operators, read and written within the caller's transaction. */
export function createItemDecisions(db: DatabaseSync) {
  const find = db.prepare(
    'SELECT decided, fed, decided_at_ms AS "decidedAtMs" FROM item_decision WHERE item_id = ?',
  );
  const put = db.prepare(`
    INSERT INTO item_decision (item_id, decided, fed, decided_at_ms)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (item_id) DO UPDATE SET decided = excluded.decided, fed = excluded.fed,
      decided_at_ms = excluded.decided_at_ms`);
  const remove = db.prepare('DELETE FROM item_decision WHERE item_id = ?');
  return {
    find(itemId: number): StoredDecision | null {
      const row = rowOf<Record<'decided' | 'fed', string> & Pick<StoredDecision, 'decidedAtMs'>>(
        find,
        itemId,
      );
      return row && { ...row, decided: JSON.parse(row.decided), fed: JSON.parse(row.fed) };
    },
    put(itemId: number, { decided, fed, decidedAtMs }: StoredDecision): void {
      put.run(itemId, JSON.stringify(decided), JSON.stringify(fed), decidedAtMs);
    },
    remove(itemId: number): void {
      remove.run(itemId);
    },
  };
}

/**
 * What a feed says of items, with the decisions of operators in its place. For one transaction: it checks once whether there are
 * decisions at all, because most shops have few.
 */
export function createDecidedItems(db: DatabaseSync) {
  const decisions = createItemDecisions(db);
  const ids = new Set(
    db
      .prepare('SELECT item_id FROM item_decision')
      .all()
      .map((row) => Number(row.item_id)),
  );
  const find = (itemId: number) => (ids.has(itemId) ? decisions.find(itemId) : null);
  return {
    /** What the feed said last of an item's decided fields; null where nothing is decided. */
    fedOf: (itemId: number) => find(itemId)?.fed ?? null,
    /**
     * The item to store. What the feed says is stored for the day on which the decision ends; `fedBefore` is what it said until now,
     * null where nothing is decided.
     */
    decide(given: Item) {
      const decision = find(given.itemId);
      if (decision === null) return { item: given, fedBefore: null };
      const { decided } = decision;
      const fed = pickOverrides(overrideFieldsOf(given), Object.keys(decided));
      decisions.put(given.itemId, { ...decision, fed });
      return { item: withOverrides(given, decided), fedBefore: decision.fed };
    },
  };
}

/** Decisions of operators as they were made, read and written within the caller's transaction. */
export function createDecisionLog(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO item_decision_log (item_id, fields, before, reason, decided_at_ms)
    VALUES (?, ?, ?, ?, ?)`);
  const find = db.prepare(`SELECT ${COLUMNS} FROM item_decision_log WHERE decision_id = ?`);
  const between = db.prepare(`
    SELECT ${COLUMNS}
    FROM item_decision_log
    WHERE decision_id BETWEEN ? AND ?
    ORDER BY decision_id`);
  const list = db.prepare(`
    SELECT ${COLUMNS}
    FROM item_decision_log
    WHERE item_id = ?
    ORDER BY decision_id DESC
    LIMIT ?`);
  return {
    /** Returns the number of the decision. */
    add({ itemId, fields, before, reason, decidedAtMs }: Omit<RecordedDecision, 'decisionId'>): number {
      const texts = [JSON.stringify(fields), JSON.stringify(before), reason] as const;
      return Number(insert.run(itemId, ...texts, decidedAtMs).lastInsertRowid);
    },
    find(decisionId: number): RecordedDecision | null {
      const row = rowOf<DecisionRow>(find, decisionId);
      return row && decisionOf(row);
    },
    /** From the first to the last number. */
    between: (firstId: number, lastId: number) =>
      rowsOf<DecisionRow>(between, firstId, lastId).map(decisionOf),
    /** Newest first. */
    list: (itemId: number, limit: number) => rowsOf<DecisionRow>(list, itemId, limit).map(decisionOf),
  };
}

const COLUMNS =
  'decision_id AS "decisionId", item_id AS "itemId", fields, before, reason, decided_at_ms AS "decidedAtMs"';

/** Fields and former values are stored as JSON. */
type DecisionRow = Omit<RecordedDecision, 'fields' | 'before'> &
  Readonly<Record<'fields' | 'before', string>>;

function decisionOf(row: DecisionRow): RecordedDecision {
  return { ...row, fields: JSON.parse(row.fields), before: JSON.parse(row.before) };
}
