import { auditName } from '../../../accounts/audit-log.ts';
import type { OperatorTrail } from '../../../accounts/operator-trail.ts';
import { writeWhenFree } from '../write-when-free.ts';
import type { AuditOptions } from './account-rows.ts';

/** Writes to the audit log of the accounts file. */
export function createSqliteOperatorTrail({ db, clock }: Pick<AuditOptions, 'db' | 'clock'>): OperatorTrail {
  const insert = db.prepare(
    'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    async note(accountId, action, target, detail = {}) {
      await writeWhenFree(db, () =>
        insert.run(clock.nowMs(), auditName(accountId), action, target, JSON.stringify(detail)),
      );
    },
  };
}
