import type { AuditEntry, AuditFilter, AuditLog } from '../../../accounts/audit-log.ts';
import type { SqlDatabase } from '../../../sql-database.ts';
import { whereOf } from './conditions.ts';

/** The audit log, for reading. */
export function createSqlAuditLog(database: SqlDatabase): AuditLog {
  return {
    list(filter, olderThanId, limit) {
      const { where, values } = conditionsOf(filter, olderThanId);
      return database.query<AuditEntry>(
        `SELECT audit_id AS "auditId", at_ms AS "atMs", actor, action, target, detail
         FROM audit
         ${where}
         ORDER BY at_ms DESC, audit_id DESC
         LIMIT $${values.length + 1}`,
        [...values, limit],
      );
    },
    async listNames() {
      const [actors, actions] = await Promise.all([
        listNames(database, 'actor'),
        listNames(database, 'action'),
      ]);
      return { actors, actions };
    },
  };
}

function conditionsOf({ actor, action, target, fromMs, beforeMs }: AuditFilter, olderThanId: number | null) {
  // Few lines are about one target: the expression keeps the database from starting with the many lines of an actor or an action.
  const but = target === null ? '' : " || ''";
  return whereOf([
    [`actor${but} = $`, actor],
    [`action${but} = $`, action],
    ['target = $', target],
    ['at_ms >= $', fromMs],
    ['at_ms < $', beforeMs],
    ['(at_ms, audit_id) < (SELECT at_ms, audit_id FROM audit WHERE audit_id = $)', olderThanId],
  ]);
}

/** The distinct values of a column. Each takes one step in its index, instead of a scan of the log. */
async function listNames(database: SqlDatabase, column: 'actor' | 'action'): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `WITH RECURSIVE found (name) AS (
       SELECT min(${column}) FROM audit
       UNION ALL
       SELECT (SELECT min(${column}) FROM audit WHERE ${column} > found.name)
       FROM found
       WHERE found.name IS NOT NULL
     )
     SELECT name
     FROM found
     WHERE name IS NOT NULL`,
  );
  return rows.map(({ name }) => name);
}
