import { auditName } from '../../../accounts/audit-log.ts';
import type { AuditTrail } from '../../../accounts/audit-trail.ts';
import type { AuditOptions } from './account-rows.ts';
import { writeAuditLine } from './audit-lines.ts';

/** Writes what operators do to the audit log of the database. */
export function createSqlAuditTrail({
  database,
  clock,
}: Pick<AuditOptions, 'database' | 'clock'>): AuditTrail {
  return {
    async record(by, action, target, detail = {}) {
      const actor = typeof by === 'string' ? by : auditName(by);
      await writeAuditLine(database, { atMs: clock.nowMs(), actor, action, target, detail });
    },
  };
}
