import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { OverrideField, OverrideFields, RecordedDecision } from '../../../catalog/item-overrides.ts';

/** Decisions of operators as they were made, read and written within the caller's transaction. */
export interface DecisionLog {
  /** Returns the number of the decision. */
  add(decision: Omit<RecordedDecision, 'decisionId'>): number;
  find(decisionId: number): RecordedDecision | null;
  /** From the first to the last number. */
  between(firstId: number, lastId: number): readonly RecordedDecision[];
  /** Newest first. */
  list(itemId: number, limit: number): readonly RecordedDecision[];
}

export function createDecisionLog(db: DatabaseSync): DecisionLog {
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
    add({ itemId, fields, before, reason, decidedAtMs }) {
      const texts = [JSON.stringify(fields), JSON.stringify(before), reason] as const;
      return Number(insert.run(itemId, ...texts, decidedAtMs).lastInsertRowid);
    },
    find(decisionId) {
      const row = find.get(decisionId);
      return row === undefined ? null : decisionOf(row);
    },
    between: (firstId, lastId) => between.all(firstId, lastId).map(decisionOf),
    list: (itemId, limit) => list.all(itemId, limit).map(decisionOf),
  };
}

const COLUMNS = 'decision_id, item_id, fields, before, reason, decided_at_ms';

function decisionOf(row: Record<string, SQLOutputValue>): RecordedDecision {
  const fields: readonly OverrideField[] = JSON.parse(String(row.fields));
  const before: Partial<OverrideFields> = JSON.parse(String(row.before));
  return {
    decisionId: Number(row.decision_id),
    itemId: Number(row.item_id),
    fields,
    before,
    reason: String(row.reason),
    decidedAtMs: Number(row.decided_at_ms),
  };
}
