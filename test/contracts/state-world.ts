import assert from 'node:assert/strict';
import type { Account, NewAccount } from '../../src/accounts/account.ts';
import type { AccountStore } from '../../src/accounts/account-store.ts';
import type { AuditLog, AuditTrail } from '../../src/accounts/audit-log.ts';
import type { Identity } from '../../src/accounts/identity.ts';
import type { OperatorMails } from '../../src/accounts/operator-mails.ts';
import type { OperatorTokens } from '../../src/accounts/operator-tokens.ts';
import type { QuotaMails } from '../../src/accounts/quota-mails.ts';
import type { QuotaRequests } from '../../src/accounts/quota-requests.ts';
import type { SecondFactor } from '../../src/accounts/second-factor.ts';
import type { Origin } from '../../src/accounts/sign-in.ts';
import type { FeedMappings } from '../../src/ingest/feed-mappings.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import type { FixedClock } from '../support/fixed-clock.ts';

/** The ports of state on one database, as an instance has them. */
export interface StatePorts {
  readonly accounts: AccountStore;
  readonly auditLog: AuditLog;
  readonly auditTrail: AuditTrail;
  readonly identity: Identity;
  readonly mappings: FeedMappings;
  readonly quotaMails: QuotaMails;
  readonly operatorMails: OperatorMails;
  readonly quotaRequests: QuotaRequests;
  readonly secondFactor: SecondFactor;
  readonly tokens: OperatorTokens;
}

/** An empty database with its ports. */
export interface StateWorld extends StatePorts {
  /** Stands at 2026-11-20 12:00 KST. */
  readonly clock: FixedClock;
  readonly database: SqlDatabase;
  /** Another instance on the same database. */
  another(): StatePorts;
}

/** The address from which everyone but strangers signs in. */
export const HOME: Origin = { caller: '192.0.2.1', place: '192.0.2.*', userAgent: 'Browser 1.0' };

export const DEVELOPER: NewAccount = {
  email: 'dev@example.com',
  name: 'Dev',
  tier: 'free',
  role: 'developer',
};

/** Makes an account: that of a developer where nothing else is said. */
export async function newAccount(accounts: AccountStore, more: Partial<NewAccount> = {}): Promise<Account> {
  const account = await accounts.createAccount({ ...DEVELOPER, ...more });
  assert.ok(account !== null);
  return account;
}

/** Makes an account with a key. */
export async function newKey(accounts: AccountStore, more?: Partial<NewAccount>) {
  const account = await newAccount(accounts, more);
  const key = await accounts.issueKey(account.accountId);
  assert.ok(key !== null);
  return { account, accountId: account.accountId, key };
}
