import type { DatabaseSync } from 'node:sqlite';
import type { RecordedDecision } from '../../../catalog/item-overrides.ts';
import { rowOf, rowsOf } from '../rows.ts';

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
      const row = rowOf<DecisionRow>(find, decisionId);
      return row && decisionOf(row);
    },
    between: (firstId, lastId) => rowsOf<DecisionRow>(between, firstId, lastId).map(decisionOf),
    list: (itemId, limit) => rowsOf<DecisionRow>(list, itemId, limit).map(decisionOf),
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
