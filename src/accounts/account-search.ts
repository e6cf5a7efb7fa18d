import type { SqlDatabase } from '../sql-database.ts';
import type { Account, AccountCounts, AccountFilter } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './account-rows.ts';
import { whereOf } from './conditions.ts';

/** Finds and counts accounts, for operators. */
export function accountSearch(database: SqlDatabase) {
  return {
    /** At most `limit` accounts after the first `offset` ones, newest first, and the total number. */
    async searchAccounts(
      filter: AccountFilter,
      offset: number,
      limit: number,
    ): Promise<{ readonly accounts: readonly Account[]; readonly totalCount: number }> {
      const { where, values } = conditionsOf(filter);
      const [rows, [counted]] = await Promise.all([
        database.query<AccountRow>(
          `SELECT ${ACCOUNT_COLUMNS}
           FROM account
           ${where}
           ORDER BY account_id DESC
           LIMIT $${values.length + 1}
           OFFSET $${values.length + 2}`,
          [...values, limit, offset],
        ),
        database.query<{ accounts: number }>(`SELECT count(*) AS accounts FROM account ${where}`, values),
      ]);
      return { accounts: rows.map(toAccount), totalCount: counted?.accounts ?? 0 };
    },
    async countAccounts(): Promise<AccountCounts> {
      const [row] = await database.query<{ accounts: number; suspended: number; live_keys: number }>(
        `SELECT
           (SELECT count(*) FROM account) AS accounts,
           (SELECT count(*) FROM account WHERE suspended) AS suspended,
           (SELECT count(*) FROM api_key WHERE revoked_at_ms IS NULL) AS live_keys`,
      );
      return {
        accounts: row?.accounts ?? 0,
        suspended: row?.suspended ?? 0,
        liveKeys: row?.live_keys ?? 0,
      };
    },
  };
}

/** Ignores the case of ASCII letters only: that is what both databases fold. */
function conditionsOf({ text, role, tier, suspended }: AccountFilter) {
  const folded = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const part = folded === '' ? null : `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : -1;
  return whereOf([
    [`(email LIKE $ ESCAPE '\\' OR lower(name) LIKE $ ESCAPE '\\' OR account_id = $)`, part, part, number],
    ['role = $', role],
    ['tier = $', tier],
    ['suspended = $', suspended],
  ]);
}
