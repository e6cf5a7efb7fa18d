import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Account, type AccountStore, ROLES, TIERS } from '../../accounts/account-store.ts';
import { generateKey, hashKey, keyEnds } from '../../accounts/api-key.ts';
import { randomBase62 } from '../../accounts/base62.ts';
import type { Clock } from '../../clock.ts';
import { transaction } from './database.ts';

const USER_KEY_LENGTH = 16;

export interface SqliteAccountStoreOptions {
  /** A connection to the migrated accounts file. */
  readonly db: DatabaseSync;
  readonly pepper: string;
  readonly keyPrefix: string;
  readonly clock: Clock;
  /** Who acts, for the audit log: a part of the system or `account:<number>`, never a name or an address. */
  readonly actor?: string;
}

/** Accounts in the embedded store. Every change and its audit line are one transaction. */
export function createSqliteAccountStore(options: SqliteAccountStoreOptions): AccountStore {
  // What a closed account leaves in freed pages of the file is personal data too: overwrite it.
  options.db.exec('PRAGMA secure_delete = ON');
  const audit = auditLog(options);
  return { ...accountMethods(options, audit), ...keyMethods(options, audit), ...usageMethods(options) };
}

type Audit = (action: string, accountId: number, detail?: object) => void;

function auditLog({ db, clock, actor = 'system' }: SqliteAccountStoreOptions): Audit {
  const insert = db.prepare(`
    INSERT INTO audit (at_ms, actor, action, target, detail)
    VALUES (?, ?, ?, ?, ?)`);
  return (action, accountId, detail = {}) => {
    insert.run(clock.nowMs(), actor, action, `account:${accountId}`, JSON.stringify(detail));
  };
}

type AccountMethods = Pick<
  AccountStore,
  | 'createAccount'
  | 'findAccountByEmail'
  | 'findAccount'
  | 'findAddOnAccount'
  | 'updateAccount'
  | 'closeAccount'
>;

function accountMethods({ db, clock }: SqliteAccountStoreOptions, audit: Audit): AccountMethods {
  const insert = db.prepare(`
    INSERT INTO account (email, name, tier, role, user_key, created_at_ms)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (email) DO NOTHING
    RETURNING *`);
  const selectByEmail = db.prepare('SELECT * FROM account WHERE email = ?');
  const selectById = db.prepare('SELECT * FROM account WHERE account_id = ?');
  const selectByUserKey = db.prepare(`
    SELECT *
    FROM account
    WHERE user_key = ?
      AND add_on_enrolled = 1
      AND suspended = 0`);
  const update = db.prepare(`
    UPDATE account
    SET tier = ?, add_on_enrolled = ?, suspended = ?, burst_per_second = ?, burst = ?, daily_quota = ?
    WHERE account_id = ?`);
  // Keys, usage and clicks go with it: their foreign keys cascade.
  const remove = db.prepare('DELETE FROM account WHERE account_id = ?');

  return {
    async createAccount({ email, name, tier, role }) {
      return transaction(db, () => {
        const userKey = randomBase62(USER_KEY_LENGTH);
        const account = toAccount(insert.get(toEmail(email), name, tier, role, userKey, clock.nowMs()));
        if (account !== null) audit('account.created', account.accountId, { tier, role });
        return account;
      });
    },
    findAccountByEmail: async (email) => toAccount(selectByEmail.get(toEmail(email))),
    findAccount: async (accountId) => toAccount(selectById.get(accountId)),
    findAddOnAccount: async (userKey) => toAccount(selectByUserKey.get(userKey)),
    async updateAccount(accountId, change) {
      transaction(db, () => {
        const before = toAccount(selectById.get(accountId));
        if (before === null) throw new Error(`there is no account ${accountId}`);
        const { tier, addOnEnrolled, suspended, override } = { ...before, ...change };
        const { burstPerSecond, burst, dailyQuota } = override;
        update.run(tier, +addOnEnrolled, +suspended, burstPerSecond, burst, dailyQuota, accountId);
        audit('account.changed', accountId, { tier, addOnEnrolled, suspended, override });
      });
    },
    async closeAccount(accountId) {
      transaction(db, () => {
        if (remove.run(accountId).changes > 0) audit('account.closed', accountId);
      });
      // Takes the old pages out of the write-ahead log as well, unless a reader still needs them.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
}

type KeyMethods = Pick<AccountStore, 'issueKey' | 'revokeKey' | 'listKeys'>;

function keyMethods(options: SqliteAccountStoreOptions, audit: Audit): KeyMethods {
  const { db, pepper, keyPrefix, clock } = options;
  // The partial index decides: no reading whether a live key exists, so no gap between reading and writing.
  const insert = db.prepare(`
    INSERT INTO api_key (hash, account_id, first4, last4, issued_at_ms)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (account_id) WHERE revoked_at_ms IS NULL DO NOTHING`);
  const revoke = db.prepare(`
    UPDATE api_key
    SET revoked_at_ms = ?
    WHERE account_id = ?
      AND revoked_at_ms IS NULL`);
  const list = db.prepare(`
    SELECT first4, last4, issued_at_ms, revoked_at_ms
    FROM api_key
    WHERE account_id = ?
    ORDER BY key_id DESC`);

  return {
    async issueKey(accountId) {
      return transaction(db, () => {
        const key = generateKey(keyPrefix);
        const { first4, last4 } = keyEnds(keyPrefix, key);
        const { changes } = insert.run(hashKey(pepper, key), accountId, first4, last4, clock.nowMs());
        if (changes === 0) return null;
        audit('key.issued', accountId);
        return key;
      });
    },
    async revokeKey(accountId) {
      return transaction(db, () => {
        if (revoke.run(clock.nowMs(), accountId).changes === 0) return false;
        audit('key.revoked', accountId);
        return true;
      });
    },
    async listKeys(accountId) {
      return list.all(accountId).map((row) => ({
        first4: String(row.first4),
        last4: String(row.last4),
        issuedAtMs: Number(row.issued_at_ms),
        revokedAtMs: toNumberOrNull(row.revoked_at_ms),
      }));
    },
  };
}

type UsageMethods = Pick<AccountStore, 'listUsage' | 'deleteUsageBefore' | 'recordAddOnClick'>;

function usageMethods({ db }: SqliteAccountStoreOptions): UsageMethods {
  const list = db.prepare(`
    SELECT day, endpoint, status_class, calls
    FROM usage_day
    WHERE account_id = ?
      AND day >= ?
    ORDER BY day, endpoint, status_class`);
  const removeBefore = db.prepare('DELETE FROM usage_day WHERE day < ?');
  const click = db.prepare(`
    INSERT INTO add_on_click (account_id, day, item_id, clicks)
    VALUES (?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET clicks = clicks + 1`);

  return {
    async listUsage(accountId, fromDay) {
      return list.all(accountId, fromDay).map((row) => ({
        day: Number(row.day),
        endpoint: String(row.endpoint),
        statusClass: Number(row.status_class),
        calls: Number(row.calls),
      }));
    },
    deleteUsageBefore: async (day) => Number(removeBefore.run(day).changes),
    async recordAddOnClick(accountId, itemId, day) {
      click.run(accountId, day, itemId);
    },
  };
}

function toEmail(text: string): string {
  return text.trim().toLowerCase();
}

type Row = Record<string, SQLOutputValue>;

function toAccount(row: Row | undefined): Account | null {
  if (row === undefined) return null;
  return {
    accountId: Number(row.account_id),
    email: String(row.email),
    name: String(row.name),
    tier: oneOf(TIERS, row.tier),
    role: oneOf(ROLES, row.role),
    userKey: String(row.user_key),
    addOnEnrolled: row.add_on_enrolled === 1,
    suspended: row.suspended === 1,
    override: {
      burstPerSecond: toNumberOrNull(row.burst_per_second),
      burst: toNumberOrNull(row.burst),
      dailyQuota: toNumberOrNull(row.daily_quota),
    },
    createdAtMs: Number(row.created_at_ms),
  };
}

function toNumberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function oneOf<T extends string>(allowed: readonly T[], value: SQLOutputValue | undefined): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`unexpected value in the accounts file: ${value}`);
  return found;
}
