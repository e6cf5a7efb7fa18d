import { createKeyHashes } from '../../src/accounts/api-key.ts';
import type { HashCost } from '../../src/accounts/password.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { createGate } from '../../src/gate/create-gate.ts';
import type { Gate } from '../../src/gate/gate.ts';
import type { GateRows } from '../../src/gate/gate-rows.ts';
import { createOutbox } from '../../src/mail/outbox.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createSqlAccountStore } from '../../src/store/sql/accounts/account-store.ts';
import { createSqlAuditTrail } from '../../src/store/sql/accounts/audit-lines.ts';
import { createSqlAuditLog } from '../../src/store/sql/accounts/audit-log.ts';
import { createSqlCallMinutes } from '../../src/store/sql/accounts/call-minutes.ts';
import { createSqlIdentity } from '../../src/store/sql/accounts/identity.ts';
import { createSqlOperatorMails } from '../../src/store/sql/accounts/operator-mails.ts';
import { createSqlOperatorTokens } from '../../src/store/sql/accounts/operator-tokens.ts';
import { createSqlQuotaMails } from '../../src/store/sql/accounts/quota-mails.ts';
import { createSqlQuotaRequests } from '../../src/store/sql/accounts/quota-requests.ts';
import { createSqlRecentCalls } from '../../src/store/sql/accounts/recent-calls.ts';
import { createSqlSecondFactor } from '../../src/store/sql/accounts/second-factor.ts';
import { createSqlFeedMappings } from '../../src/store/sql/feed-mappings.ts';
import { createSqlSearchTermAdmin } from '../../src/store/sql/search/search-term-admin.ts';

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
    accounts: createSqlAccountStore({ ...state, pepper, keyPrefix }),
    identity: createSqlIdentity({ ...state, sessionSecret, hashCost }),
    secondFactor: createSqlSecondFactor({ ...state, sessionSecret }),
    quotaRequests: createSqlQuotaRequests(state),
    quotaMails: createSqlQuotaMails(database),
    operatorMails: createSqlOperatorMails(database),
    recentCalls: createSqlRecentCalls(database, (error) =>
      onProblem(error, 'the last calls could not be written and are kept for the next batch'),
    ),
    outbox: createOutbox(state),
    callMinutes: createSqlCallMinutes(state),
    auditLog: createSqlAuditLog(database),
    auditTrail: createSqlAuditTrail(state),
    feedMappings: createSqlFeedMappings(state),
    tokens: createSqlOperatorTokens({ ...state, pepper }),
    searchTerms: createSqlSearchTermAdmin({
      ...state,
      onWriteError: (error) =>
        onProblem(error, 'counts of queries could not be written and are kept for the next batch'),
    }),
  };
}

/** The gate on the rows of a store. */
export function openGate(
  { config, onProblem }: Pick<StoreOptions, 'config' | 'onProblem'>,
  rows: GateRows,
): Gate {
  return createGate({
    rows,
    hashOf: createKeyHashes(config.keyPrefix, secretsOf(config).keyPepper),
    onWriteError: (error) =>
      onProblem(error, 'the breakdown of calls could not be written and is kept for the next batch'),
  });
}

export type StatePorts = ReturnType<typeof openStatePorts>;

/** The same for one command, which opens the database when it first needs it. */
export function commandState(config: Config, open: () => SqlDatabase): () => StatePorts {
  let state: StatePorts | null = null;
  const onProblem = (error: unknown) => {
    throw error;
  };
  return () => {
    state ??= openStatePorts({ config, clock: systemClock, onProblem }, open(), 'command');
    return state;
  };
}
