import type { QuotaMails } from '../../../accounts/quota-mails.ts';
import { findsRow, type SqlDatabase } from '../../../sql-database.ts';

/** Mails about the daily quota. Each account has one row, so the row's lock decides who takes a mail. */
export function createSqlQuotaMails(database: SqlDatabase): QuotaMails {
  return {
    async areWanted(accountId) {
      const [row] = await database.query<{ wanted: boolean | number }>(
        'SELECT wanted FROM quota_mail WHERE account_id = $1',
        [accountId],
      );
      return row === undefined || Boolean(row.wanted);
    },
    async setWanted(accountId, wanted) {
      await database.query(
        `INSERT INTO quota_mail (account_id, wanted)
         SELECT account_id, CAST($2 AS boolean) FROM account WHERE account_id = $1
         ON CONFLICT (account_id) DO UPDATE SET wanted = excluded.wanted`,
        [accountId, wanted],
      );
    },
    take: (accountId, day, percent) => findsRow(database, TAKE[percent], [accountId, day]),
  };
}

const TAKE = {
  80: `INSERT INTO quota_mail AS q (account_id, day_80)
    SELECT account_id, CAST($2 AS integer) FROM account WHERE account_id = $1
    ON CONFLICT (account_id) DO UPDATE SET day_80 = excluded.day_80
    WHERE q.wanted AND q.day_80 < excluded.day_80
    RETURNING account_id`,
  100: `INSERT INTO quota_mail AS q (account_id, day_80, day_100)
    SELECT account_id, CAST($2 AS integer), CAST($2 AS integer) FROM account WHERE account_id = $1
    ON CONFLICT (account_id) DO UPDATE
    SET day_100 = excluded.day_100,
      day_80 = CASE WHEN q.day_80 > excluded.day_80 THEN q.day_80 ELSE excluded.day_80 END
    WHERE q.wanted AND q.day_100 < excluded.day_100
    RETURNING account_id`,
} as const;
