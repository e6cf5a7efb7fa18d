import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  type AccountQuotaRequest,
  QUOTA_REQUEST_STATUSES,
  type QuotaRequest,
  type QuotaRequests,
} from '../../../accounts/quota-requests.ts';
import { writeWhenFree } from '../write-when-free.ts';
import { type Audit, type AuditOptions, auditLog, oneOf, toAccount, toNumberOrNull } from './account-rows.ts';
import { accountUpdater } from './account-updater.ts';

/** Requests for more calls in the embedded store. */
export function createSqliteQuotaRequests(options: AuditOptions): QuotaRequests {
  const audit = auditLog(options);
  return { ...ofAccounts(options, audit), ...ofOperators(options, audit) };
}

function ofAccounts({ db, clock }: AuditOptions, audit: Audit): Pick<QuotaRequests, 'list' | 'add'> {
  const select = db.prepare('SELECT * FROM quota_request WHERE account_id = ? ORDER BY request_id DESC');
  // The partial index decides, so two requests at once can't both find that none is waiting.
  const insert = db.prepare(`
    INSERT INTO quota_request (account_id, daily_quota, reason, created_at_ms)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (account_id) WHERE status = 'waiting' DO NOTHING`);
  return {
    list: async (accountId) => select.all(accountId).map(toRequest),
    async add(accountId, dailyQuota, reason) {
      return writeWhenFree(db, () => {
        if (insert.run(accountId, dailyQuota, reason, clock.nowMs()).changes === 0) return false;
        audit('quota.requested', accountId, { dailyQuota });
        return true;
      });
    },
  };
}

function ofOperators(options: AuditOptions, audit: Audit): Pick<QuotaRequests, 'listAll' | 'decide'> {
  const { db, clock } = options;
  const lists = {
    waiting: listQuery(db, `status = 'waiting'`, 'request_id'),
    decided: listQuery(db, 'decided_at_ms IS NOT NULL', 'decided_at_ms DESC, request_id DESC'),
  };
  const { update } = accountUpdater(options, audit);
  const decide = db.prepare(`
    UPDATE quota_request
    SET status = ?, granted_quota = ?, note = ?, decided_at_ms = ?
    WHERE request_id = ?
      AND status = 'waiting'
    RETURNING *`);
  const selectAccount = db.prepare('SELECT * FROM account WHERE account_id = ?');
  const toAccountRequest = (row: Row): AccountQuotaRequest | null => {
    const account = toAccount(selectAccount.get(Number(row.account_id)));
    return account === null ? null : { request: toRequest(row), account };
  };
  return {
    async listAll(state, offset, limit) {
      const { rows, totalCount } = lists[state](offset, limit);
      return { asked: rows.map(toAccountRequest).filter((one) => one !== null), totalCount };
    },
    async decide(requestId, { granted, note }, by) {
      return writeWhenFree(db, () => {
        const quota = granted?.dailyQuota ?? null;
        const status = granted === null ? 'denied' : 'approved';
        const row = decide.get(status, quota, note, clock.nowMs(), requestId);
        if (row === undefined) return null;
        const accountId = Number(row.account_id);
        audit(`quota.${status}`, accountId, quota === null ? {} : { dailyQuota: quota }, by);
        if (granted !== null) update(accountId, { override: granted }, by);
        return toAccountRequest(row);
      });
    },
  };
}

function listQuery(db: DatabaseSync, condition: string, order: string) {
  const count = db.prepare(`SELECT count(*) AS requests FROM quota_request WHERE ${condition}`);
  const select = db.prepare(`
    SELECT *
    FROM quota_request
    WHERE ${condition}
    ORDER BY ${order}
    LIMIT ?
    OFFSET ?`);
  return (offset: number, limit: number) => ({
    rows: select.all(limit, offset),
    totalCount: Number(count.get()?.requests),
  });
}

type Row = Record<string, SQLOutputValue>;

function toRequest(row: Row): QuotaRequest {
  return {
    requestId: Number(row.request_id),
    dailyQuota: Number(row.daily_quota),
    reason: String(row.reason),
    status: oneOf(QUOTA_REQUEST_STATUSES, row.status),
    grantedQuota: toNumberOrNull(row.granted_quota),
    note: String(row.note),
    createdAtMs: Number(row.created_at_ms),
    decidedAtMs: toNumberOrNull(row.decided_at_ms),
  };
}
