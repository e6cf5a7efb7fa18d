import { auditName } from '../../../accounts/audit-log.ts';
import type { AuditTrail } from '../../../accounts/audit-trail.ts';
import type { Clock } from '../../../clock.ts';
import type { Queryable } from '../sql-database.ts';

interface AuditLine {
  readonly atMs: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly detail: object;
}

/** The one place that writes to the audit log of the database. Call it in the transaction of the change. */
export async function writeAuditLine(database: Queryable, line: AuditLine): Promise<void> {
  const { atMs, actor, action, target, detail } = line;
  await database.query(
    'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)',
    [atMs, actor, action, target, JSON.stringify(detail)],
  );
}

/** Writes what operators do to the audit log of the database. */
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
      await writeAuditLine(database, { atMs: clock.nowMs(), actor, action, target, detail });
    },
  };
}
