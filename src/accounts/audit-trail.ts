import type { Clock } from '../clock.ts';
import type { Queryable } from '../sql-database.ts';
import { auditName } from './audit-log.ts';

export type AuditTrail = ReturnType<typeof createAuditTrail>;

/**
 * Writes to the audit log, in the one place that does. A change writes its line with its own transaction as the database. Lines
 * hold numbers, settings and data of products, never personal data, because nothing in the log can be deleted.
 */
export function createAuditTrail({
  database,
  clock,
}: {
  readonly database: Queryable;
  readonly clock: Clock;
}) {
  return {
    /**
     * `by` is the number of an operator's account, or a part of the system: `system`, or the actor of an import such as
     * `command` or `token:erp`. `action` is such as `item.decided`, `target` such as `item:1001`.
     */
    async record(by: number | string, action: string, target: string, detail: object = {}): Promise<void> {
      const actor = typeof by === 'string' ? by : auditName(by);
      await database.query(
        'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)',
        [clock.nowMs(), actor, action, target, JSON.stringify(detail)],
      );
    },
  };
}
