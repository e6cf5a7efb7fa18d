import type { DatabaseSync } from 'node:sqlite';
import type { QuotaMails } from '../../../accounts/quota-mails.ts';
import { writeWhenFree } from '../write-when-free.ts';

/** Mails about the daily quota in the embedded store. */
export function createSqliteQuotaMails(db: DatabaseSync): QuotaMails {
  const select = db.prepare('SELECT wanted FROM quota_mail WHERE account_id = ?');
  const choose = db.prepare(`
    INSERT INTO quota_mail (account_id, wanted)
    SELECT account_id, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET wanted = excluded.wanted`);
  const take = {
    80: db.prepare(`
      INSERT INTO quota_mail AS q (account_id, day_80)
      SELECT account_id, ?
      FROM account
      WHERE account_id = ?
      ON CONFLICT DO UPDATE SET day_80 = excluded.day_80
      WHERE q.wanted = 1 AND q.day_80 < excluded.day_80`),
    100: db.prepare(`
      INSERT INTO quota_mail AS q (account_id, day_80, day_100)
      SELECT account_id, ?1, ?1
      FROM account
      WHERE account_id = ?2
      ON CONFLICT DO UPDATE SET day_80 = max(q.day_80, excluded.day_80), day_100 = excluded.day_100
      WHERE q.wanted = 1 AND q.day_100 < excluded.day_100`),
  };
  return {
    areWanted: async (accountId) => select.get(accountId)?.wanted !== 0,
    async setWanted(accountId, wanted) {
      await writeWhenFree(db, () => choose.run(+wanted, accountId));
    },
    take: (accountId, day, percent) => writeWhenFree(db, () => take[percent].run(day, accountId).changes > 0),
  };
}
