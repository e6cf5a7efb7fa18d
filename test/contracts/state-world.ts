import assert from 'node:assert/strict';
import type { Account, NewAccount } from '../../src/accounts/account.ts';
import { type AccountStore, createAccountStore } from '../../src/accounts/account-store.ts';
import { createCallLog } from '../../src/accounts/call-log.ts';
import { createIdentity } from '../../src/accounts/identity.ts';
import type { Origin, Session } from '../../src/accounts/identity-sessions.ts';
import { createOperatorTokens } from '../../src/accounts/operator-tokens.ts';
import { createQuotaRequests } from '../../src/accounts/quota-requests.ts';
import { createSecondFactor } from '../../src/accounts/second-factor.ts';
import { createWantedMails } from '../../src/accounts/wanted-mails.ts';
import { createFeedMappings } from '../../src/ingest/mapping.ts';
import { createSearchTermAdmin } from '../../src/search/search-term-admin.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { KEY_PREFIX, PEPPER } from '../store/sqlite/accounts/accounts-file.ts';
import type { FixedClock } from '../support/fixed-clock.ts';

export type StatePorts = ReturnType<typeof openState>;

/** The stores of one instance. None of their batches may fail. */
export function openState(database: SqlDatabase, clock: FixedClock) {
  const sessionSecret = 'a secret for sessions in tests';
  const options = { database, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX, sessionSecret };
  const onWriteError = (error: unknown) => assert.fail(String(error));
  return {
    accounts: createAccountStore(options),
    callLog: createCallLog(options, onWriteError),
    identity: createIdentity(options),
    mappings: createFeedMappings(options),
    quotaRequests: createQuotaRequests({ ...options, actor: 'portal' }),
    searchTerms: createSearchTermAdmin({ database, clock, onWriteError }),
    secondFactor: createSecondFactor(options),
    tokens: createOperatorTokens(options),
    wantedMails: createWantedMails(database),
  };
}

export interface StateWorld extends StatePorts {
  /** Stands at 2026-11-20 12:00 KST. */
  readonly clock: FixedClock;
  readonly database: SqlDatabase;
  /** Another instance on the same database. */
  another(): StatePorts;
}

export const HOME: Origin = { caller: '192.0.2.1', place: '192.0.2.*', userAgent: 'Browser 1.0' };

export const DEVELOPER: NewAccount = {
  email: 'dev@example.com',
  name: 'Dev',
  tier: 'free',
  role: 'developer',
};

export async function newAccount(accounts: AccountStore, more: Partial<NewAccount> = {}): Promise<Account> {
  const account = await accounts.createAccount({ ...DEVELOPER, ...more });
  assert.ok(account !== null);
  return account;
}

export const PASSWORD = 'correct horse battery';

export async function signUp(
  { identity }: Pick<StatePorts, 'identity'>,
  email = DEVELOPER.email,
): Promise<Session> {
  const token = (await identity.makeLink('sign-up', email)) ?? '';
  const session = await identity.completeSignUp(token, { name: 'Dev', password: PASSWORD }, HOME);
  assert.ok(session !== null);
  return session;
}

export async function newKey(accounts: AccountStore, more?: Partial<NewAccount>) {
  const account = await newAccount(accounts, more);
  const key = await accounts.issueKey(account.accountId);
  assert.ok(key !== null);
  return { account, accountId: account.accountId, key };
}
