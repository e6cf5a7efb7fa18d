import type { KstDay } from '../clock.ts';
import type { SqlDatabase } from '../sql-database.ts';
import type { Role } from './roles.ts';

/** Share of a day's quota, in percent, at which its account gets a mail. */
export type QuotaMailPercent = 80 | 100;

/** Minimum time between mails about one cause, such as a feed that fails every minute. */
const PAUSE_MS = 6 * 60 * 60 * 1000;

export type WantedMails = ReturnType<typeof createWantedMails>;

/**
 * Decides who gets a mail that the service sends on its own (docs/accounts.md#mail). The first instance to ask claims it under
 * a row lock; later ones get no addresses.
 */
export function createWantedMails(database: SqlDatabase) {
  return {
    /**
     * The address of an account whose day came to a share of its quota; null where it wants no mail. The mail at 100 % takes the
     * place of the one at 80 %.
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
    /**
     * The addresses of operators with one of these roles, to be told what happened at a time (Unix ms). Nobody if a mail about the
     * cause was sent since then, or within the last six hours; ask again later.
     */
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
