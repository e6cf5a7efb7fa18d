import type { DatabaseAddress } from '../../src/config/database-url.ts';
import { createSharedFeedIntake } from '../../src/jobs/shared-feed-intake.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createPostgresAccountStore } from '../../src/store/postgres/accounts/account-store.ts';
import { createPostgresAuditLog } from '../../src/store/postgres/accounts/audit-log.ts';
import { createPostgresAuditTrail } from '../../src/store/postgres/accounts/audit-trail.ts';
import { createPostgresCallMinutes } from '../../src/store/postgres/accounts/call-minutes.ts';
import { createPostgresGate } from '../../src/store/postgres/accounts/gate.ts';
import { createPostgresIdentity } from '../../src/store/postgres/accounts/identity.ts';
import { createPostgresQuotaMails } from '../../src/store/postgres/accounts/quota-mails.ts';
import { createPostgresQuotaRequests } from '../../src/store/postgres/accounts/quota-requests.ts';
import { createPostgresRateLimiter } from '../../src/store/postgres/accounts/rate-limiter.ts';
import { createPostgresRecentCalls } from '../../src/store/postgres/accounts/recent-calls.ts';
import { createPostgresSecondFactor } from '../../src/store/postgres/accounts/second-factor.ts';
import { createPostgresIntakeBoard } from '../../src/store/postgres/catalog/intake-board.ts';
import { isLeaseHeld } from '../../src/store/postgres/catalog/lease.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { createPostgresOutbox } from '../../src/store/postgres/mail/outbox.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { refuseUnfinishedMove } from '../../src/store/postgres/move/unfinished-move.ts';
import { createPostgresRunRequests } from '../../src/store/postgres/rankings/run-requests.ts';
import { createPostgresSearchTermAdmin } from '../../src/store/postgres/search/search-term-admin.ts';
import { createPostgresSql } from '../../src/store/postgres/sql-driver.ts';
import { createSqlOperatorTokens } from '../../src/store/sql/accounts/operator-tokens.ts';
import { createSqlFeedMappings } from '../../src/store/sql/feed-mappings.ts';
import { openCataloguePorts } from './catalogue-ports.ts';
import { makeReplica, openReplica } from './open-replica.ts';
import type { AccountPorts, Store, StoreOptions } from './store.ts';
import { tellThreads } from './thread-store.ts';

/** Connections of the thread that answers. Calls of one turn share one, so a few are enough. */
const CONNECTIONS_MAX = 10;

/**
 * Opens the store that instances share, and the replica of this one. Waits until the replica has what is committed now: a first
 * copy of a large catalogue takes its time. Throws DatabaseVersionError and StoreUnavailableError.
 */
export async function openPostgresStore(options: StoreOptions, address: DatabaseAddress): Promise<Store> {
  const { config, clock, onProblem } = options;
  const folder = await prepareStart(address, config.dataDir);
  tellThreads(address);
  const database = createDatabase({ address, connectionsMax: CONNECTIONS_MAX });
  const sql = createPostgresSql(database);
  try {
    const accounts = accountPorts(options, database, (urgent) => replica.whenShown(urgent));
    // While no thread runs yet that would go on after a failure.
    await accounts.gate.warmUp(START_CALL_MS);
    const replica = openReplica({ folder, address, database, onProblem });
    const searchTerms = createPostgresSearchTermAdmin({
      database,
      clock,
      actor: 'portal',
      onWriteError: (error) =>
        onProblem(error, 'counts of queries could not be written and are kept for the next batch'),
    });
    const catalogue = openCataloguePorts({
      ...options,
      folder: replica.folder,
      db: replica.db,
      writes: replica.writes,
      runRequests: createPostgresRunRequests(database),
      searchTerms,
      buyerKey: buyerKeyOf(secretsOf(config).keyPepper),
      isImporting: () => isLeaseHeld(database, 'catalogue'),
    });
    const feedIntake = createSharedFeedIntake({
      board: createPostgresIntakeBoard(database),
      entry: new URL('../feed-thread.ts', import.meta.url),
      dataDir: replica.folder,
      currency: config.currency,
      clock,
      onProblem: (error) => onProblem(error, 'a feed could not be checked or imported'),
    });
    const { keyPepper: pepper, sessionSecret } = secretsOf(config);
    return {
      accounts,
      catalog: {
        ...catalogue.catalog,
        feedIntake,
        feedMappings: createSqlFeedMappings({ database: sql, clock }),
        tokens: createSqlOperatorTokens({ database: sql, clock, pepper }),
      },
      rankings: catalogue.rankings,
      search: { search: catalogue.search, searchTerms },
      folder: replica.folder,
      shared: replica.shared,
      sessionSecret,
      async flush() {
        await searchTerms.flush();
        await accounts.gate.flush();
        await accounts.recentCalls.flush();
      },
      async close() {
        await accounts.callMinutes.close();
        await feedIntake.close();
        await catalogue.close();
        await replica.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Brings the database and the replica up to date. Returns the replica's folder. */
async function prepareStart(address: DatabaseAddress, dataDir: string): Promise<string> {
  const database = createDatabase({ address, connectionsMax: 2, callTimeoutMs: START_CALL_MS });
  try {
    await migratePostgres(database);
    await refuseUnfinishedMove(database);
    return await makeReplica(dataDir, database);
  } finally {
    await database.close();
  }
}

/** A start may wait for a busy database; nobody waits for its answer yet. */
const START_CALL_MS = 20_000;

function accountPorts(
  { config, clock, onProblem, onCountsNotWritten }: StoreOptions,
  database: Database,
  whenShown: (urgent: number) => Promise<void>,
) {
  const { keyPrefix, tierLimits } = config;
  const { keyPepper: pepper, sessionSecret } = secretsOf(config);
  const ofPortal = { database, clock, actor: 'portal' };
  return {
    gate: createPostgresGate({
      database,
      pepper,
      keyPrefix,
      tierLimits,
      whenShown,
      onWriteError: onCountsNotWritten,
    }),
    recentCalls: createPostgresRecentCalls(database, (error) =>
      onProblem(error, 'the last calls could not be written and are kept for the next batch'),
    ),
    callMinutes: createPostgresCallMinutes(database, clock),
    accounts: createPostgresAccountStore({ ...ofPortal, pepper, keyPrefix }),
    identity: createPostgresIdentity({ ...ofPortal, sessionSecret }),
    secondFactor: createPostgresSecondFactor({ ...ofPortal, sessionSecret }),
    attempts: createPostgresRateLimiter({ database, secret: sessionSecret }),
    quotaRequests: createPostgresQuotaRequests(ofPortal),
    quotaMails: createPostgresQuotaMails(database),
    auditLog: createPostgresAuditLog(database),
    auditTrail: createPostgresAuditTrail(database, clock),
    outbox: createPostgresOutbox(database, clock),
  } satisfies AccountPorts;
}
