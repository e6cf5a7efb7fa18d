import { auditName } from '../../../accounts/audit-log.ts';
import type { AuditTrail } from '../../../accounts/audit-trail.ts';
import type { Clock } from '../../../clock.ts';
import type { Queryable } from '../../../sql-database.ts';

/**
 * Writes to the audit log of the database, in the one place that does. A change writes its line with its own
 * transaction as the database.
 */
export function createSqlAuditTrail({
  database,
  clock,
}: {
  readonly database: Queryable;
  readonly clock: Clock;
}): AuditTrail {
  return {
    async record(by, action, target, detail = {}) {
      const actor = typeof by === 'string' ? by : auditName(by);
      await database.query(
        'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)',
        [clock.nowMs(), actor, action, target, JSON.stringify(detail)],
      );
    },
  };
}
