import type { DatabaseSync } from 'node:sqlite';
import type { RecordedDecision } from '../../../catalog/item-overrides.ts';
import { rowOf, rowsOf } from '../rows.ts';

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
