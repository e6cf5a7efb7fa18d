import type { Limits } from '../gate/decide.ts';
import type { SqlOptions } from '../sql-database.ts';
import type { Account } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount, updateAccount } from './account-rows.ts';
import { auditWriter } from './audit-log.ts';

export interface QuotaRequest {
  readonly requestId: number;
  readonly dailyQuota: number;
  readonly reason: string;
  readonly status: 'waiting' | 'approved' | 'denied';
  readonly grantedQuota: number | null;
  readonly note: string;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | null;
}

export interface AccountQuotaRequest {
  readonly request: QuotaRequest;
  readonly account: Account;
}

export interface QuotaDecision {
  /** The account's new limits; null = denied. */
  readonly granted: (Account['override'] & Pick<Limits, 'dailyQuota'>) | null;
  readonly note: string;
}

type RequestRow = QuotaRequest & { readonly accountId: number };

const COLUMNS = `
  request_id AS "requestId", daily_quota AS "dailyQuota", reason, status,
  granted_quota AS "grantedQuota", note, created_at_ms AS "createdAtMs", decided_at_ms AS "decidedAtMs"`;

export type QuotaRequests = ReturnType<typeof createQuotaRequests>;

const STATES = {
  waiting: { condition: `status = 'waiting'`, order: 'request_id' },
  decided: { condition: 'decided_at_ms IS NOT NULL', order: 'decided_at_ms DESC, request_id DESC' },
} as const;

export function createQuotaRequests(options: SqlOptions) {
  const { database, clock } = options;
  const audit = auditWriter(options);
  return {
    list: (accountId: number): Promise<readonly QuotaRequest[]> =>
      database.query<QuotaRequest>(
        `SELECT ${COLUMNS} FROM quota_request WHERE account_id = $1 ORDER BY request_id DESC`,
        [accountId],
      ),
    /** False while another request of the account is pending. */
    add: (accountId: number, dailyQuota: number, reason: string): Promise<boolean> =>
      database.transaction(async (transaction) => {
        const inserted = await transaction.query(
          `INSERT INTO quota_request (account_id, daily_quota, reason, created_at_ms)
           VALUES ($1, $2, $3, $4)
           ON CONFLICT (account_id) WHERE status = 'waiting' DO NOTHING
           RETURNING request_id`,
          [accountId, dailyQuota, reason, clock.nowMs()],
        );
        if (inserted.length === 0) return false;
        await audit(transaction, 'quota.requested', accountId, { dailyQuota });
        return true;
      }),
    /** Pending requests oldest first, decided ones newest first; and their total number. */
    async listAll(state: keyof typeof STATES, offset: number, limit: number) {
      const { condition, order } = STATES[state];
      const page = `FROM quota_request WHERE ${condition} ORDER BY ${order} LIMIT $1 OFFSET $2`;
      const [rows, accounts, [count]] = await Promise.all([
        database.query<RequestRow>(`SELECT account_id AS "accountId", ${COLUMNS} ${page}`, [limit, offset]),
        database.query<AccountRow>(
          `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE account_id IN (SELECT account_id ${page})`,
          [limit, offset],
        ),
        database.query<{ total: number }>(`SELECT count(*) AS total FROM quota_request WHERE ${condition}`),
      ]);
      const accountOf = new Map(accounts.map((row) => [row.accountId, toAccount(row)]));
      const asked = rows.flatMap(({ accountId, ...request }): AccountQuotaRequest[] => {
        const account = accountOf.get(accountId);
        // An account may have been closed between the two statements.
        return account === undefined ? [] : [{ request, account }];
      });
      return { asked, totalCount: count?.total ?? 0 };
    },
    /** Sets the account's limits in the same transaction. False if the request isn't pending. */
    decide: (requestId: number, { granted, note }: QuotaDecision, by: number): Promise<boolean> =>
      database.transaction(async (transaction) => {
        const quota = granted?.dailyQuota ?? null;
        const status = granted === null ? 'denied' : 'approved';
        const [row] = await transaction.query<Pick<RequestRow, 'accountId'>>(
          `UPDATE quota_request
           SET status = $2, granted_quota = $3, note = $4, decided_at_ms = $5
           WHERE request_id = $1
             AND status = 'waiting'
           RETURNING account_id AS "accountId"`,
          [requestId, status, quota, note, clock.nowMs()],
        );
        if (row === undefined) return false;
        const { accountId } = row;
        const detail = quota === null ? {} : { dailyQuota: quota };
        await audit(transaction, `quota.${status}`, accountId, detail, by);
        if (granted !== null) await updateAccount(transaction, audit, accountId, { override: granted }, by);
        return true;
      }),
  };
}
