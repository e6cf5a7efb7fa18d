import { auditName } from '../../../accounts/audit-log.ts';
import type { AuditTrail } from '../../../accounts/audit-trail.ts';
import { writeWhenFree } from '../write-when-free.ts';
import type { AuditOptions } from './account-rows.ts';
import { auditLines } from './audit-lines.ts';

/** Writes to the audit log of the accounts file. */
export function createSqliteAuditTrail({ db, clock }: Pick<AuditOptions, 'db' | 'clock'>): AuditTrail {
  const write = auditLines(db, clock);
  return {
    async record(by, action, target, detail = {}) {
      const actor = typeof by === 'string' ? by : auditName(by);
      await writeWhenFree(db, () => write(actor, action, target, detail));
    },
  };
}
