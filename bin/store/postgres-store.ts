import type { DatabaseAddress } from '../../src/config/database-url.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createPostgresGateRows } from '../../src/store/postgres/accounts/gate-rows.ts';
import { createPostgresRateLimiter } from '../../src/store/postgres/accounts/rate-limiter.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { isLeaseHeld } from '../../src/store/postgres/log/lease.ts';
import { createPostgresSql } from '../../src/store/postgres/sql-driver.ts';
import { openCataloguePorts } from './catalogue-ports.ts';
import { makeReplica, openReplica } from './open-replica.ts';
import type { Store } from './sqlite-store.ts';
import { openGate, openStatePorts, type StoreOptions } from './state-ports.ts';
import { openCommandDatabase } from './thread-store.ts';

/** Connections of the serving thread. Calls of one turn share one, so a few are enough. */
const CONNECTIONS_MAX = 10;

/**
 * Opens the store that instances share, and this instance's replica. Waits until the replica has what is committed now,
 * which takes time for the first copy of a large catalogue. Throws DatabaseVersionError and StoreUnavailableError.
 */
export async function openPostgresStore(options: StoreOptions, address: DatabaseAddress): Promise<Store> {
  const { config, clock, onProblem } = options;
  const folder = await prepareStart(address, config.dataDir);
  const database = createDatabase({ address, connectionsMax: CONNECTIONS_MAX });
  try {
    const state = openStatePorts(options, createPostgresSql(database), 'portal');
    const rows = createPostgresGateRows({
      database,
      tierLimits: config.tierLimits,
      whenShown: (urgent) => replica.whenShown(urgent),
    });
    // While no thread is running yet that would continue after a failure.
    await rows.warmUp(START_CALL_MS);
    const replica = openReplica({ folder, address, database, clock, onProblem });
    const catalogue = openCataloguePorts({
      ...options,
      folder: replica.folder,
      db: replica.db,
      writes: replica.writes,
      state,
      buyerKey: buyerKeyOf(secretsOf(config).keyPepper),
      isImporting: () => isLeaseHeld(database, 'catalogue'),
    });
    return {
      ...catalogue,
      accounts: {
        ...state,
        gate: openGate(options, rows),
        attempts: createPostgresRateLimiter({ database, secret: secretsOf(config).sessionSecret }),
      },
      shared: replica.shared,
      sessionSecret: secretsOf(config).sessionSecret,
      async close() {
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
  await using database = await openCommandDatabase(address, START_CALL_MS);
  return await makeReplica(dataDir, database);
}

/** Startup can wait for a busy database, because nobody is waiting for a response yet. */
const START_CALL_MS = 20_000;
