import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AccountFilter, AccountStore } from '../../../accounts/account-store.ts';
import { toAccount } from './account-rows.ts';

/** Finds and counts accounts, for operators. */
export function accountSearch(db: DatabaseSync): Pick<AccountStore, 'searchAccounts' | 'countAccounts'> {
  const count = db.prepare(`
    SELECT
      (SELECT count(*) FROM account) AS accounts,
      (SELECT count(*) FROM account WHERE suspended = 1) AS suspended,
      (SELECT count(*) FROM api_key WHERE revoked_at_ms IS NULL) AS live_keys`);
  return {
    async searchAccounts(filter, offset, limit) {
      const { where, values } = conditionsOf(filter);
      const total = db.prepare(`SELECT count(*) AS accounts FROM account ${where}`);
      const select = db.prepare(`
        SELECT *
        FROM account
        ${where}
        ORDER BY account_id DESC
        LIMIT ?
        OFFSET ?`);
      const rows = select.all(...values, limit, offset);
      return {
        accounts: rows.map(toAccount).filter((account) => account !== null),
        totalCount: Number(total.get(...values)?.accounts),
      };
    },
    async countAccounts() {
      const row = count.get();
      return {
        accounts: Number(row?.accounts),
        suspended: Number(row?.suspended),
        liveKeys: Number(row?.live_keys),
      };
    },
  };
}

function conditionsOf({ text, role, tier, suspended }: AccountFilter) {
  const part = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : -1;
  const conditions: (readonly [string, readonly SQLInputValue[]])[] = [
    ...(text.trim() === ''
      ? []
      : [
          [
            `(email LIKE ? ESCAPE '\\' OR name LIKE ? ESCAPE '\\' OR account_id = ?)`,
            [part, part, number],
          ] as const,
        ]),
    ...(role === null ? [] : [['role = ?', [role]] as const]),
    ...(tier === null ? [] : [['tier = ?', [tier]] as const]),
    ...(suspended === null ? [] : [['suspended = ?', [+suspended]] as const]),
  ];
  return {
    where: conditions.length === 0 ? '' : `WHERE ${conditions.map(([condition]) => condition).join(' AND ')}`,
    values: conditions.flatMap(([, values]) => values),
  };
}
