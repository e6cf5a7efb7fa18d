import { QUOTA_REQUEST_STATUSES, type QuotaRequests } from '../../accounts/quota-requests.ts';
import { type AuditOptions, auditLog, oneOf, toNumberOrNull } from './account-rows.ts';
import { transaction } from './database.ts';

/** Wishes for more calls in the embedded store. */
export function createSqliteQuotaRequests(options: AuditOptions): QuotaRequests {
  const { db, clock } = options;
  const audit = auditLog(options);
  const select = db.prepare('SELECT * FROM quota_request WHERE account_id = ? ORDER BY request_id DESC');
  // The partial index decides, so that two requests at once cannot both find that none waits.
  const insert = db.prepare(`
    INSERT INTO quota_request (account_id, daily_quota, reason, created_at_ms)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (account_id) WHERE status = 'waiting' DO NOTHING`);
  return {
    async list(accountId) {
      return select.all(accountId).map((row) => ({
        requestId: Number(row.request_id),
        dailyQuota: Number(row.daily_quota),
        reason: String(row.reason),
        status: oneOf(QUOTA_REQUEST_STATUSES, row.status),
        note: String(row.note),
        createdAtMs: Number(row.created_at_ms),
        decidedAtMs: toNumberOrNull(row.decided_at_ms),
      }));
    },
    async add(accountId, dailyQuota, reason) {
      return transaction(db, () => {
        if (insert.run(accountId, dailyQuota, reason, clock.nowMs()).changes === 0) return false;
        audit('quota.requested', accountId, { dailyQuota });
        return true;
      });
    },
  };
}
