import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AuditFilter, AuditLog } from '../../../accounts/audit-log.ts';

/** The audit log of the embedded store, for reading. */
export function createSqliteAuditLog(db: DatabaseSync): AuditLog {
  const actors = namesQuery(db, 'actor');
  const actions = namesQuery(db, 'action');
  return {
    async list(filter, olderThanId, limit) {
      const { where, values } = conditionsOf(filter, olderThanId);
      const select = db.prepare(`
        SELECT audit_id, at_ms, actor, action, target, detail
        FROM audit
        ${where}
        ORDER BY at_ms DESC, audit_id DESC
        LIMIT ?`);
      return select.all(...values, limit).map((row) => ({
        auditId: Number(row.audit_id),
        atMs: Number(row.at_ms),
        actor: String(row.actor),
        action: String(row.action),
        target: String(row.target),
        detail: String(row.detail),
      }));
    },
    listNames: async () => ({ actors: actors(), actions: actions() }),
  };
}

/**
 * Only the given conditions, so that each can use its index. Few lines are about one target: the plus keeps the
 * database from starting with the many lines of an actor or an action.
 */
function conditionsOf({ actor, action, target, fromMs, beforeMs }: AuditFilter, olderThanId: number | null) {
  const plus = target === null ? '' : '+';
  const conditions: readonly (readonly [string, SQLInputValue])[] = [
    [`${plus}actor = ?`, actor],
    [`${plus}action = ?`, action],
    ['target = ?', target],
    ['at_ms >= ?', fromMs],
    ['at_ms < ?', beforeMs],
    ['(at_ms, audit_id) < (SELECT at_ms, audit_id FROM audit WHERE audit_id = ?)', olderThanId],
  ];
  const asked = conditions.filter(([, value]) => value !== null);
  return {
    where: asked.length === 0 ? '' : `WHERE ${asked.map(([condition]) => condition).join(' AND ')}`,
    values: asked.map(([, value]) => value),
  };
}

/** The few different values of a column, each found by one step in its index instead of reading the whole log. */
function namesQuery(db: DatabaseSync, column: 'actor' | 'action'): () => readonly string[] {
  const select = db.prepare(`
    WITH RECURSIVE found (name) AS (
      SELECT min(${column}) FROM audit
      UNION ALL
      SELECT (SELECT min(${column}) FROM audit WHERE ${column} > found.name)
      FROM found
      WHERE found.name IS NOT NULL
    )
    SELECT name
    FROM found
    WHERE name IS NOT NULL`);
  return () => select.all().map((row) => String(row.name));
}
