import { createAccountStore } from '../../src/accounts/account-store.ts';
import { createAuditLog } from '../../src/accounts/audit-log.ts';
import { createIdentity } from '../../src/accounts/identity.ts';
import { createOperatorTokens } from '../../src/accounts/operator-tokens.ts';
import type { HashCost } from '../../src/accounts/password.ts';
import { createQuotaRequests } from '../../src/accounts/quota-requests.ts';
import { createSecondFactor } from '../../src/accounts/second-factor.ts';
import { createWantedMails } from '../../src/accounts/wanted-mails.ts';
import type { Clock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { createFeedMappings } from '../../src/ingest/feed-mappings.ts';
import { createOutbox } from '../../src/mail/outbox.ts';
import { createRunRequests } from '../../src/rankings/run/ranking-admin.ts';
import { createSearchTermAdmin } from '../../src/search/search-term-admin.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';

export interface StoreOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** Of passwords, if not the usual one: tests hash by the hundred. */
  readonly hashCost?: HashCost | undefined;
  /** Call counts couldn't be written; their calls got 503. */
  onCountsNotWritten(error: unknown): void;
  /** Something failed between requests; the message says what. */
  onProblem(error: unknown, message: string): void;
}

/** The ports that are the same on every database. `actor` is their name in the audit log. */
export function openStatePorts(
  { config, clock, onProblem, hashCost }: Pick<StoreOptions, 'config' | 'clock' | 'onProblem' | 'hashCost'>,
  database: SqlDatabase,
  actor: 'portal' | 'command',
) {
  const { keyPrefix } = config;
  const { keyPepper: pepper, sessionSecret } = secretsOf(config);
  const state = { database, clock, actor };
  return {
    accounts: createAccountStore({ ...state, pepper, keyPrefix }),
    identity: createIdentity({ ...state, sessionSecret, hashCost }),
    secondFactor: createSecondFactor({ ...state, sessionSecret }),
    quotaRequests: createQuotaRequests(state),
    wantedMails: createWantedMails(database),
    outbox: createOutbox(state),
    runRequests: createRunRequests(database),
    auditLog: createAuditLog(state),
    feedMappings: createFeedMappings(state),
    tokens: createOperatorTokens({ ...state, pepper }),
    searchTerms: createSearchTermAdmin({
      ...state,
      onWriteError: (error) =>
        onProblem(error, 'counts of queries could not be written and are kept for the next batch'),
    }),
  };
}

export type StatePorts = ReturnType<typeof openStatePorts>;
