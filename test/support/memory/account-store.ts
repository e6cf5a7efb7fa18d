import { differences, isActiveOwner } from '../../../src/accounts/account-change.ts';
import {
  type Account,
  type AccountFilter,
  type AccountStore,
  LastOwnerError,
} from '../../../src/accounts/account-store.ts';
import { generateKey, keyEnds } from '../../../src/accounts/api-key.ts';
import { auditName } from '../../../src/accounts/audit-log.ts';
import { randomBase62 } from '../../../src/accounts/base62.ts';
import type { Clock } from '../../../src/clock.ts';
import { type AccountData, type AccountRecord, liveKeyOf } from './account-data.ts';

export interface MemoryAccountStoreOptions {
  readonly data: AccountData;
  readonly clock: Clock;
  readonly keyPrefix: string;
}

type Audit = (action: string, accountId: number, detail?: object, by?: number) => void;

/** Accounts in memory. A method runs to its end before another begins, which is what a transaction gives a database. */
export function createMemoryAccountStore(options: MemoryAccountStoreOptions): AccountStore {
  const { data, clock } = options;
  const audit: Audit = (action, accountId, detail = {}, by = undefined) => {
    data.audit.push({
      auditId: data.audit.length + 1,
      atMs: clock.nowMs(),
      actor: by === undefined ? 'system' : auditName(by),
      action,
      target: auditName(accountId),
      detail: JSON.stringify(detail),
    });
  };
  return {
    ...accountMethods(options, audit),
    ...searchMethods(data),
    ...keyMethods(options, audit),
    ...usageMethods(data),
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

function accountMethods({ data, clock }: MemoryAccountStoreOptions, audit: Audit): AccountMethods {
  const find = (matches: (account: Account) => boolean) =>
    [...data.records.values()].find(({ account }) => matches(account))?.account ?? null;
  const byEmail = (email: string) => find((account) => account.email === email.trim().toLowerCase());
  const refuseLast = (account: Account) => {
    const isOther = (one: Account) => one.accountId !== account.accountId && isActiveOwner(one);
    if (isActiveOwner(account) && find(isOther) === null) throw new LastOwnerError();
  };
  return {
    async createAccount({ email, name, tier, role }) {
      if (byEmail(email) !== null) return null;
      data.lastAccountId += 1;
      const account: Account = {
        accountId: data.lastAccountId,
        email: email.trim().toLowerCase(),
        name,
        tier,
        role,
        userKey: randomBase62(16),
        addOnEnrolled: false,
        suspended: false,
        override: { burstPerSecond: null, burst: null, dailyQuota: null },
        createdAtMs: clock.nowMs(),
      };
      data.records.set(account.accountId, { account, keys: [], service: null, usage: [], clicks: new Map() });
      audit('account.created', account.accountId, { tier, role });
      return account;
    },
    findAccountByEmail: async (email) => byEmail(email),
    findAccount: async (accountId) => data.records.get(accountId)?.account ?? null,
    findAccountByUserKey: async (userKey) => find((account) => account.userKey === userKey),
    async updateAccount(accountId, change, by) {
      const record = data.records.get(accountId);
      if (record === undefined) throw new Error(`there is no account ${accountId}`);
      const after = { ...record.account, ...change };
      const { from, to } = differences(record.account, after);
      if (Object.keys(to).length === 0) return;
      if (!isActiveOwner(after)) refuseLast(record.account);
      record.account = after;
      audit('account.changed', accountId, { from, to }, by);
    },
    async closeAccount(accountId) {
      const record = data.records.get(accountId);
      if (record === undefined) return;
      refuseLast(record.account);
      data.records.delete(accountId);
      audit('account.closed', accountId);
    },
  };
}

function searchMethods({ records }: AccountData): Pick<AccountStore, 'searchAccounts' | 'countAccounts'> {
  return {
    async searchAccounts(filter, offset, limit) {
      const found = [...records.values()]
        .map(({ account }) => account)
        .filter((account) => isFound(account, filter))
        .toReversed();
      return { accounts: found.slice(offset, offset + limit), totalCount: found.length };
    },
    async countAccounts() {
      const all = [...records.values()];
      return {
        accounts: all.length,
        suspended: all.filter(({ account }) => account.suspended).length,
        liveKeys: all.filter((record) => liveKeyOf(record) !== null).length,
      };
    },
  };
}

function isFound(account: Account, { text, role, tier, suspended }: AccountFilter): boolean {
  const part = text.trim().toLowerCase();
  const hasText =
    account.email.includes(part) ||
    account.name.toLowerCase().includes(part) ||
    String(account.accountId) === part;
  return (
    hasText &&
    (role === null || account.role === role) &&
    (tier === null || account.tier === tier) &&
    (suspended === null || account.suspended === suspended)
  );
}

type KeyMethods = Pick<AccountStore, 'issueKey' | 'findService' | 'revokeKey' | 'listKeys'>;

function keyMethods({ data, clock, keyPrefix }: MemoryAccountStoreOptions, audit: Audit): KeyMethods {
  return {
    async issueKey(accountId, service) {
      const record = data.records.get(accountId);
      if (record === undefined) throw new Error(`there is no account ${accountId}`);
      if (liveKeyOf(record) !== null) return null;
      const key = generateKey(keyPrefix);
      const info = { ...keyEnds(keyPrefix, key), issuedAtMs: clock.nowMs(), revokedAtMs: null };
      record.keys.push({ key, info });
      if (service !== undefined) record.service = service;
      audit('key.issued', accountId);
      return key;
    },
    findService: async (accountId) => data.records.get(accountId)?.service ?? null,
    async revokeKey(accountId, by) {
      const last = data.records.get(accountId)?.keys.at(-1);
      if (last === undefined || last.info.revokedAtMs !== null) return false;
      last.info = { ...last.info, revokedAtMs: clock.nowMs() };
      audit('key.revoked', accountId, {}, by);
      return true;
    },
    async listKeys(accountId) {
      return (data.records.get(accountId)?.keys ?? []).map(({ info }) => info).toReversed();
    },
  };
}

type UsageMethods = Pick<
  AccountStore,
  'listUsage' | 'deleteUsageBefore' | 'recordAddOnClick' | 'listAddOnClicks'
>;

function usageMethods({ records }: AccountData): UsageMethods {
  return {
    async listUsage(accountId, fromDay) {
      return (records.get(accountId)?.usage ?? [])
        .filter(({ day }) => day >= fromDay)
        .toSorted(
          (a, b) => a.day - b.day || compare(a.endpoint, b.endpoint) || a.statusClass - b.statusClass,
        );
    },
    async deleteUsageBefore(day) {
      return [...records.values()].reduce((deleted, record) => deleted + dropUsage(record, day), 0);
    },
    async recordAddOnClick(accountId, _itemId, day) {
      const clicks = records.get(accountId)?.clicks;
      clicks?.set(day, (clicks.get(day) ?? 0) + 1);
    },
    async listAddOnClicks(accountId, fromDay) {
      return [...(records.get(accountId)?.clicks ?? [])]
        .filter(([day]) => day >= fromDay)
        .sort(([a], [b]) => a - b)
        .map(([day, clicks]) => ({ day, clicks }));
    },
  };
}

function dropUsage(record: AccountRecord, day: number): number {
  const before = record.usage.length;
  record.usage = record.usage.filter((row) => row.day >= day);
  return before - record.usage.length;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
