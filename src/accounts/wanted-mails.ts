import type { KstDay } from '../clock.ts';
import type { SqlDatabase } from '../sql-database.ts';
import type { Role } from './roles.ts';

export type QuotaMailPercent = 80 | 100;

/** Minimum time between mails about one cause, such as a feed that fails every minute. */
const PAUSE_MS = 6 * 60 * 60 * 1000;

export type WantedMails = ReturnType<typeof createWantedMails>;

/** Email addresses for mails from the service (docs/accounts.md#mail). Of several instances, the first to ask gets an address. */
export function createWantedMails(database: SqlDatabase) {
  return {
    /**
     * Claims a quota mail and returns its address. Null if the mail of this day and percentage is unwanted or already claimed.
     */
    async claimQuotaMail(accountId: number, day: KstDay, percent: QuotaMailPercent): Promise<string | null> {
      const [row] = await database.query<{ email: string }>(
        `UPDATE account
         SET quota_mailed = $2
         WHERE account_id = $1
           AND quota_mails
           AND quota_mailed < $2
         RETURNING email`,
        [accountId, day * 2 + Number(percent === 100)],
      );
      return row?.email ?? null;
    },
    /** Email addresses of operators. Empty if the cause was mailed after `happenedAtMs` or within the last six hours. */
    async claimOperatorMail(
      cause: string,
      happenedAtMs: number,
      nowMs: number,
      roles: readonly Role[],
    ): Promise<readonly string[]> {
      const operators = await database.query<{ email: string }>(
        `SELECT email
         FROM account
         WHERE role = ANY ($1)
           AND operator_mails
           AND NOT suspended
         ORDER BY account_id`,
        [roles],
      );
      if (operators.length === 0) return [];
      const taken = await database.query(
        `INSERT INTO operator_mail AS m (cause, sent_at_ms)
         VALUES ($1, CAST($2 AS bigint))
         ON CONFLICT (cause) DO UPDATE SET sent_at_ms = excluded.sent_at_ms
         WHERE m.sent_at_ms < CAST($3 AS bigint) AND m.sent_at_ms <= CAST($4 AS bigint)
         RETURNING cause`,
        [cause, nowMs, happenedAtMs, nowMs - PAUSE_MS],
      );
      return taken.length === 0 ? [] : operators.map(({ email }) => email);
    },
  };
}
