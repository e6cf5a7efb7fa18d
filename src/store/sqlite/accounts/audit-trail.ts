import { auditName } from '../../../accounts/audit-log.ts';
import type { AuditTrail } from '../../../accounts/audit-trail.ts';
import { writeWhenFree } from '../write-when-free.ts';
import type { AuditOptions } from './account-rows.ts';

/** Writes to the audit log of the accounts file. */
export function createSqliteAuditTrail({ db, clock }: Pick<AuditOptions, 'db' | 'clock'>): AuditTrail {
  const insert = db.prepare(
    'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    async record(by, action, target, detail = {}) {
      await writeWhenFree(db, () =>
        insert.run(
          clock.nowMs(),
          typeof by === 'string' ? by : auditName(by),
          action,
          target,
          JSON.stringify(detail),
        ),
      );
    },
  };
}
