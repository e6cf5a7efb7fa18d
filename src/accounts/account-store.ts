import type { KstDay } from '../clock.ts';
import { type SqlDatabase, type SqlOptions, whereOf } from '../sql-database.ts';
import {
  type Account,
  type AccountChange,
  type AccountFilter,
  type KeyInfo,
  LastOwnerError,
  type NewAccount,
  type ServiceInformation,
} from './account.ts';
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  insertAccount,
  lockWithOwners,
  toAccount,
  toEmail,
  updateAccount,
} from './account-rows.ts';
import { generateKey, hashKey } from './api-key.ts';
import { type Audit, auditWriter } from './audit-log.ts';

export type AccountStore = ReturnType<typeof createAccountStore>;

/** Accounts, their keys and usage (docs/accounts.md). Each change commits with its audit line, which names the account `by`. */
export function createAccountStore(options: KeyOptions) {
  const audit = auditWriter(options);
  return {
    ...accountMethods(options, audit),
    ...accountSearch(options.database),
    ...keyMethods(options, audit),
    ...usageMethods(options.database),
  };
}

function accountMethods({ database, clock }: KeyOptions, audit: Audit) {
  const find = async (condition: string, value: string | number) => {
    const select = `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE ${condition}`;
    const [row] = await database.query<AccountRow>(select, [value]);
    return row === undefined ? null : toAccount(row);
  };

  return {
    /** Null if the address is taken. */
    createAccount: (account: NewAccount): Promise<Account | null> =>
      database.transaction((transaction) => insertAccount(transaction, account, { clock, audit })),
    findAccountByEmail: (email: string): Promise<Account | null> => find('email = $1', toEmail(email)),
    findAccount: (accountId: number): Promise<Account | null> => find('account_id = $1', accountId),
    findAccountByUserKey: (userKey: string): Promise<Account | null> => find('user_key = $1', userKey),
    /** Throws LastOwnerError. Unchanged fields aren't logged. */
    updateAccount: (accountId: number, change: AccountChange, by?: number): Promise<void> =>
      database.transaction((transaction) => updateAccount(transaction, audit, accountId, change, by)),
    /** Deletes an account and its data in one transaction (docs/accounts.md#closing). Throws LastOwnerError. */
    async closeAccount(accountId: number): Promise<void> {
      await database.transaction(async (transaction) => {
        if ((await lockWithOwners(transaction, accountId)).isLastOwner) throw new LastOwnerError();
        // The key's hash stays, so that no account ever gets the same key.
        await transaction.query(
          `UPDATE api_key
           SET account_id = NULL, first4 = '', last4 = '', issued_at_ms = 0, revoked_at_ms = 0,
             service_name = NULL, service_url = NULL, purpose = NULL, commercial = NULL
           WHERE account_id = $1`,
          [accountId],
        );
        // Foreign keys delete everything else of the account.
        const closed = await transaction.query(
          'DELETE FROM account WHERE account_id = $1 RETURNING account_id',
          [accountId],
        );
        // These tables have no foreign key. The gate may add rows to usage_total until the account is deleted.
        await transaction.query('DELETE FROM recent_calls WHERE account_id = $1', [accountId]);
        await transaction.query('DELETE FROM usage_total WHERE account_id = $1', [accountId]);
        if (closed.length > 0) await audit(transaction, 'account.closed', accountId);
      });
      await database.eraseDeleted();
    },
  };
}

function accountSearch(database: SqlDatabase) {
  return {
    async searchAccounts(filter: AccountFilter, offset: number, limit: number) {
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
    async countAccounts() {
      const [row] = await database.query<{ accounts: number; suspended: number; liveKeys: number }>(
        `SELECT
           (SELECT count(*) FROM account) AS accounts,
           (SELECT count(*) FROM account WHERE suspended) AS suspended,
           (SELECT count(*) FROM api_key WHERE revoked_at_ms IS NULL) AS "liveKeys"`,
      );
      return row ?? { accounts: 0, suspended: 0, liveKeys: 0 };
    },
  };
}

/** Lower-cases A to Z only, as the databases do in these columns. */
function conditionsOf({ text = '', role, tier, suspended }: AccountFilter) {
  const folded = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const part = folded === '' ? undefined : `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : -1;
  return whereOf([
    [`(email LIKE $ ESCAPE '\\' OR lower(name) LIKE $ ESCAPE '\\' OR account_id = $)`, part, part, number],
    ['role = $', role],
    ['tier = $', tier],
    ['suspended = $', suspended],
  ]);
}

interface KeyOptions extends SqlOptions {
  readonly pepper: string;
  readonly keyPrefix: string;
}

function keyMethods({ database, pepper, keyPrefix, clock }: KeyOptions, audit: Audit) {
  return {
    /** The new key, of which only the hash is stored; null if the account has an active one. */
    issueKey: (accountId: number, service: Partial<ServiceInformation> = {}): Promise<string | null> =>
      database.transaction(async (transaction) => {
        const key = generateKey(keyPrefix);
        const first4 = key.slice(keyPrefix.length, keyPrefix.length + 4);
        const { serviceName = null, serviceUrl = null, purpose = null, commercial = null } = service;
        // A unique index on active keys refuses a second one, even if two requests come at once.
        const inserted = await transaction.query(
          `INSERT INTO api_key
             (hash, account_id, first4, last4, issued_at_ms, service_name, service_url, purpose, commercial)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           ON CONFLICT (account_id) WHERE revoked_at_ms IS NULL DO NOTHING
           RETURNING key_id`,
          [
            ...[hashKey(pepper, key), accountId, first4, key.slice(-4), clock.nowMs()],
            ...[serviceName, serviceUrl, purpose, commercial],
          ],
        );
        if (inserted.length === 0) return null;
        await audit(transaction, 'key.issued', accountId);
        return key;
      }),
    /** Refuses the key for every call that starts after this resolves. False if there is no active key. */
    revokeKey: (accountId: number, by?: number): Promise<boolean> =>
      database.transaction(async (transaction) => {
        const revoked = await transaction.query(
          `UPDATE api_key
           SET revoked_at_ms = $2
           WHERE account_id = $1
             AND revoked_at_ms IS NULL
           RETURNING key_id`,
          [accountId, clock.nowMs()],
        );
        if (revoked.length === 0) return false;
        await audit(transaction, 'key.revoked', accountId, {}, by);
        return true;
      }),
    async listKeys(accountId: number): Promise<readonly KeyInfo[]> {
      const rows = await database.query<KeyRow>(
        `SELECT first4, last4, issued_at_ms AS "issuedAtMs", revoked_at_ms AS "revokedAtMs",
           service_name AS "serviceName", service_url AS "serviceUrl", purpose, commercial
         FROM api_key
         WHERE account_id = $1
         ORDER BY key_id DESC`,
        [accountId],
      );
      return rows.map(({ serviceName, serviceUrl, purpose, commercial, ...key }) => ({
        ...key,
        service:
          serviceName === null ? null : { serviceName, serviceUrl, purpose, commercial: Boolean(commercial) },
      }));
    },
  };
}

type KeyRow = Omit<KeyInfo, 'service'> & (ServiceInformation | Record<keyof ServiceInformation, null>);

function usageMethods(database: SqlDatabase) {
  return {
    async findLastDay(accountId: number) {
      const select = 'SELECT day, calls FROM call_total WHERE account_id = $1 ORDER BY day DESC LIMIT 1';
      const [row] = await database.query<{ day: KstDay; calls: number }>(select, [accountId]);
      return row ?? null;
    },
    async recordAddOnClick(accountId: number, itemId: number, day: KstDay): Promise<void> {
      await database.query(
        `INSERT INTO add_on_click AS c (account_id, day, item_id, clicks)
         VALUES ($1, $2, $3, 1)
         ON CONFLICT (account_id, day, item_id) DO UPDATE SET clicks = c.clicks + 1`,
        [accountId, day, itemId],
      );
    },
    listAddOnClicks: (accountId: number, fromDay: KstDay) =>
      database.query<{ readonly day: KstDay; readonly clicks: number }>(
        `SELECT day, CAST(sum(clicks) AS bigint) AS clicks
         FROM add_on_click
         WHERE account_id = $1
           AND day >= $2
         GROUP BY day
         ORDER BY day`,
        [accountId, fromDay],
      ),
  };
}
