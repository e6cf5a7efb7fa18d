import { auditName } from '../../../accounts/audit-log.ts';
import type { AuditTrail } from '../../../accounts/audit-trail.ts';
import type { Clock } from '../../../clock.ts';
import type { Database } from '../database.ts';

/** Writes what operators do to the audit log of the database. */
export function createPostgresAuditTrail(database: Database, clock: Clock): AuditTrail {
  return {
    async record(by, action, target, detail = {}) {
      await database.query(
        'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)',
        [clock.nowMs(), typeof by === 'string' ? by : auditName(by), action, target, JSON.stringify(detail)],
      );
    },
  };
}
