import type { AccountStore } from '../../../accounts/account-store.ts';
import { generateKey, hashKey, keyEnds } from '../../../accounts/api-key.ts';
import { writeWhenFree } from '../write-when-free.ts';
import {
  type Audit,
  type AuditOptions,
  accountInserter,
  auditLog,
  toAccount,
  toEmail,
  toNumberOrNull,
} from './account-rows.ts';
import { accountSearch } from './account-search.ts';
import { accountUpdater } from './account-updater.ts';

export interface SqliteAccountStoreOptions extends AuditOptions {
  readonly pepper: string;
  readonly keyPrefix: string;
}

/** Accounts in the embedded store. Every change and its audit line are one transaction. */
export function createSqliteAccountStore(options: SqliteAccountStoreOptions): AccountStore {
  // The data of a closed account in freed pages of the file is personal too: overwrite it.
  options.db.exec('PRAGMA secure_delete = ON');
  const audit = auditLog(options);
  return {
    ...accountMethods(options, audit),
    ...accountSearch(options.db),
    ...keyMethods(options, audit),
    ...usageMethods(options),
  };
}

type AccountMethods = Pick<
  AccountStore,
  | 'createAccount'
  | 'findAccountByEmail'
  | 'findAccount'
  | 'findAccountByUserKey'
  | 'updateAccount'
  | 'closeAccount'
>;

function accountMethods(options: SqliteAccountStoreOptions, audit: Audit): AccountMethods {
  const { db } = options;
  const insert = accountInserter(options, audit);
  const selectByEmail = db.prepare('SELECT * FROM account WHERE email = ?');
  const selectById = db.prepare('SELECT * FROM account WHERE account_id = ?');
  const selectByUserKey = db.prepare('SELECT * FROM account WHERE user_key = ?');
  const { update, checkLeaves } = accountUpdater(options, audit);
  // Sign-ups are not tied to an account yet, only to its address.
  const removeSignUps = db.prepare(`
    DELETE FROM pending_sign_up
    WHERE email = (SELECT email FROM account WHERE account_id = ?)`);
  // Everything else that belongs to it is deleted with it: foreign keys cascade.
  const remove = db.prepare('DELETE FROM account WHERE account_id = ?');

  return {
    createAccount: async (account) => writeWhenFree(db, () => insert(account)),
    findAccountByEmail: async (email) => toAccount(selectByEmail.get(toEmail(email))),
    findAccount: async (accountId) => toAccount(selectById.get(accountId)),
    findAccountByUserKey: async (userKey) => toAccount(selectByUserKey.get(userKey)),
    async updateAccount(accountId, change, by) {
      await writeWhenFree(db, () => update(accountId, change, by));
    },
    async closeAccount(accountId) {
      await writeWhenFree(db, () => {
        checkLeaves(accountId);
        removeSignUps.run(accountId);
        if (remove.run(accountId).changes > 0) audit('account.closed', accountId);
      });
      // Takes the old pages out of the write-ahead log as well, unless a reader still needs them.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
}

type KeyMethods = Pick<AccountStore, 'issueKey' | 'findService' | 'revokeKey' | 'listKeys'>;

function keyMethods(options: SqliteAccountStoreOptions, audit: Audit): KeyMethods {
  const { db, pepper, keyPrefix, clock } = options;
  // The partial index decides. Nothing is read first, so there is no gap between reading and writing.
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

  const saveService = db.prepare(`
    INSERT INTO service_information (account_id, service_name, service_url, purpose, commercial, accepted_at_ms)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET service_name = excluded.service_name, service_url = excluded.service_url,
      purpose = excluded.purpose, commercial = excluded.commercial, accepted_at_ms = excluded.accepted_at_ms`);
  const selectService = db.prepare('SELECT * FROM service_information WHERE account_id = ?');

  return {
    async issueKey(accountId, service) {
      return writeWhenFree(db, () => {
        const key = generateKey(keyPrefix);
        const { first4, last4 } = keyEnds(keyPrefix, key);
        const { changes } = insert.run(hashKey(pepper, key), accountId, first4, last4, clock.nowMs());
        if (changes === 0) return null;
        if (service !== undefined) {
          const { serviceName, serviceUrl, purpose, commercial } = service;
          saveService.run(accountId, serviceName, serviceUrl, purpose, +commercial, clock.nowMs());
        }
        audit('key.issued', accountId);
        return key;
      });
    },
    async findService(accountId) {
      const row = selectService.get(accountId);
      if (row === undefined) return null;
      return {
        serviceName: String(row.service_name),
        serviceUrl: String(row.service_url),
        purpose: String(row.purpose),
        commercial: row.commercial === 1,
      };
    },
    async revokeKey(accountId, by) {
      return writeWhenFree(db, () => {
        if (revoke.run(clock.nowMs(), accountId).changes === 0) return false;
        audit('key.revoked', accountId, {}, by);
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

type UsageMethods = Pick<
  AccountStore,
  'listUsage' | 'deleteUsageBefore' | 'recordAddOnClick' | 'listAddOnClicks'
>;

function usageMethods({ db }: SqliteAccountStoreOptions): UsageMethods {
  const list = db.prepare(`
    SELECT day, endpoint, status_class, calls
    FROM usage_day
    WHERE account_id = ?
      AND day >= ?
    ORDER BY day, endpoint, status_class`);
  const removeBefore = db.prepare('DELETE FROM usage_day WHERE day < ?');
  const removeFigures = ['refused_call', 'call_time'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE day < ?`),
  );
  const click = db.prepare(`
    INSERT INTO add_on_click (account_id, day, item_id, clicks)
    VALUES (?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET clicks = clicks + 1`);
  const listClicks = db.prepare(`
    SELECT day, SUM(clicks) AS clicks
    FROM add_on_click
    WHERE account_id = ?
      AND day >= ?
    GROUP BY day
    ORDER BY day`);

  return {
    async listUsage(accountId, fromDay) {
      return list.all(accountId, fromDay).map((row) => ({
        day: Number(row.day),
        endpoint: String(row.endpoint),
        statusClass: Number(row.status_class),
        calls: Number(row.calls),
      }));
    },
    deleteUsageBefore: (day) =>
      writeWhenFree(db, () => {
        for (const statement of removeFigures) statement.run(day);
        return Number(removeBefore.run(day).changes);
      }),
    async recordAddOnClick(accountId, itemId, day) {
      await writeWhenFree(db, () => click.run(accountId, day, itemId));
    },
    async listAddOnClicks(accountId, fromDay) {
      return listClicks
        .all(accountId, fromDay)
        .map((row) => ({ day: Number(row.day), clicks: Number(row.clicks) }));
    },
  };
}
