import type { AccountFilter, AccountStore } from '../../../accounts/account-store.ts';
import type { SqlValue } from '../connection.ts';
import type { Database, Queryable } from '../database.ts';
import { type AccountRow, toAccount } from './account-rows.ts';
import { whereOf } from './conditions.ts';

/** Finds and counts accounts, for operators. */
export function accountSearch(database: Database): Pick<AccountStore, 'searchAccounts' | 'countAccounts'> {
  return {
    async searchAccounts(filter, offset, limit) {
      const { where, values } = conditionsOf(filter);
      const at = values.length;
      const [rows, totalCount] = await Promise.all([
        database.query<AccountRow>(
          `SELECT * FROM account ${where} ORDER BY account_id DESC LIMIT $${at + 1} OFFSET $${at + 2}`,
          [...values, limit, offset],
        ),
        countRows(database, where, values),
      ]);
      return { accounts: rows.map(toAccount), totalCount };
    },
    async countAccounts() {
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

async function countRows(queryable: Queryable, where: string, values: readonly SqlValue[]): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `SELECT count(*) AS count FROM account ${where}`,
    values,
  );
  return row?.count ?? 0;
}

/** ILIKE folds what the collation "C" knows: ASCII letters, as the embedded store does. */
function conditionsOf({ text, role, tier, suspended }: AccountFilter) {
  const part = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : -1;
  return whereOf([
    ...(text.trim() === ''
      ? []
      : [{ condition: '(email ILIKE $ OR name ILIKE $ OR account_id = $)', values: [part, part, number] }]),
    ...(role === null ? [] : [{ condition: 'role = $', values: [role] }]),
    ...(tier === null ? [] : [{ condition: 'tier = $', values: [tier] }]),
    ...(suspended === null ? [] : [{ condition: 'suspended = $', values: [suspended] }]),
  ]);
}
