import type { KstDay } from '../clock.ts';
import { findsRow, type SqlDatabase } from '../sql-database.ts';
import type { Role } from './roles.ts';

/** Share of a day's quota, in percent, at which its account gets a mail. */
export type QuotaMailPercent = 80 | 100;

export type QuotaMails = ReturnType<typeof createQuotaMails>;

/**
 * Who wants mails about the daily quota, and which were sent (docs/accounts.md#mail). Each account has one row, so the row's
 * lock decides who takes a mail.
 */
export function createQuotaMails(database: SqlDatabase) {
  const claim = (accountId: number, day: KstDay, percent: QuotaMailPercent) =>
    findsRow(
      database,
      `INSERT INTO quota_mail AS q (account_id, day_${percent})
       SELECT account_id, CAST($2 AS integer) FROM account WHERE account_id = $1
       ON CONFLICT (account_id) DO UPDATE SET day_${percent} = excluded.day_${percent}
       WHERE q.wanted AND q.day_${percent} < excluded.day_${percent}
       RETURNING account_id`,
      [accountId, day],
    );
  return {
    /** Accounts want them until they say otherwise. */
    async areWanted(accountId: number): Promise<boolean> {
      const [row] = await database.query<{ wanted: boolean | number }>(
        'SELECT wanted FROM quota_mail WHERE account_id = $1',
        [accountId],
      );
      return row === undefined || Boolean(row.wanted);
    },
    async setWanted(accountId: number, wanted: boolean): Promise<void> {
      await database.query(
        `INSERT INTO quota_mail (account_id, wanted)
         SELECT account_id, CAST($2 AS boolean) FROM account WHERE account_id = $1
         ON CONFLICT (account_id) DO UPDATE SET wanted = excluded.wanted`,
        [accountId, wanted],
      );
    },
    /**
     * Claims a day's mail: true for one caller of all instances, false for later ones and for accounts that want none or
     * are closed. Claiming the mail at 100 % also claims the one at 80 %.
     */
    async take(accountId: number, day: KstDay, percent: QuotaMailPercent): Promise<boolean> {
      if (percent === 100) await claim(accountId, day, 80);
      return claim(accountId, day, percent);
    },
  };
}

/** A feed that fails every minute is mailed about so often. */
const PAUSE_MS = 6 * 60 * 60 * 1000;

export type OperatorMails = ReturnType<typeof createOperatorMails>;

/**
 * Which operators want mail, and what was mailed (docs/accounts.md#mail-to-operators). Each cause has one row, so the row's lock
 * decides who takes its mail.
 */
export function createOperatorMails(database: SqlDatabase) {
  return {
    /** Operators want them until they say otherwise. */
    areWanted: async (accountId: number): Promise<boolean> =>
      !(await findsRow(database, 'SELECT 1 FROM operator_mail_off WHERE account_id = $1', [accountId])),
    async setWanted(accountId: number, wanted: boolean): Promise<void> {
      await database.query(
        wanted
          ? 'DELETE FROM operator_mail_off WHERE account_id = $1'
          : `INSERT INTO operator_mail_off (account_id)
             SELECT account_id FROM account WHERE account_id = $1
             ON CONFLICT (account_id) DO NOTHING`,
        [accountId],
      );
    },
    /** Addresses of the operators with one of these roles who want mail and aren't suspended. */
    async listAddresses(roles: readonly Role[]): Promise<readonly string[]> {
      const operators = await database.query<{ email: string; role: string; suspended: boolean | number }>(
        `SELECT email, role, suspended
         FROM account
         WHERE role <> 'developer' AND account_id NOT IN (SELECT account_id FROM operator_mail_off)
         ORDER BY account_id`,
      );
      return operators
        .filter(({ role, suspended }) => !suspended && roles.some((one) => one === role))
        .map(({ email }) => email);
    },
    /**
     * Claims the mail about what happened at a time (Unix ms): true for one caller of all instances. False if a mail
     * about the cause was sent since then, or within the last six hours; ask again later.
     */
    take: (cause: string, happenedAtMs: number, nowMs: number): Promise<boolean> =>
      findsRow(
        database,
        `INSERT INTO operator_mail AS m (cause, sent_at_ms)
         VALUES ($1, CAST($2 AS bigint))
         ON CONFLICT (cause) DO UPDATE SET sent_at_ms = excluded.sent_at_ms
         WHERE m.sent_at_ms < CAST($3 AS bigint) AND m.sent_at_ms <= CAST($4 AS bigint)
         RETURNING cause`,
        [cause, nowMs, happenedAtMs, nowMs - PAUSE_MS],
      ),
  };
}
