import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { Config } from '../../src/config.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { catchUp } from '../../src/store/postgres/log/follow.ts';
import { whileHeld } from '../../src/store/postgres/log/held-lease.ts';
import { isLeaseHeld } from '../../src/store/postgres/log/lease.ts';
import { prepareReplica } from '../../src/store/postgres/log/replica.ts';
import { createPostgresSql } from '../../src/store/postgres/sql-driver.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { catalogueCommandPorts } from './catalogue-commands.ts';
import { openCommandDatabase } from './command-database.ts';
import { commandState } from './state-ports.ts';
import type { CommandStore } from './store.ts';
import { sharedRankings, sharedWritesTo } from './thread-store.ts';

const CALL_TIMEOUT_MS = 10_000;

/**
 * Opens PostgreSQL for one command, and brings it up to date first. Catalogue ports work on the replica in the data
 * folder. Throws DatabaseVersionError and StoreUnavailableError.
 */
export async function openPostgresCommandStore(
  config: Config,
  address: DatabaseAddress,
): Promise<CommandStore> {
  const { keyPepper: pepper } = secretsOf(config);
  const database = await openCommandDatabase(address, CALL_TIMEOUT_MS);
  const replica = commandReplica(config.dataDir, database);
  return {
    state: commandState(config, () => createPostgresSql(database)),
    ...catalogueCommandPorts({
      ...replica,
      buyerKey: () => buyerKeyOf(pepper),
      isImporting: () => isLeaseHeld(database, 'catalogue'),
    }),
    rankings: async () => sharedRankings(database, address, await replica.folder()),
    whileAlone: (work) => whileHeld(database, 'demo', work),
    async close() {
      replica.close();
      await database.close();
    },
  };
}

/** The replica of the data folder, made when a command first needs it. A server may be using it as well. */
function commandReplica(dataDir: string, database: Database) {
  let prepared: Promise<string> | null = null;
  let db: DatabaseSync | null = null;
  const folder = () => {
    prepared ??= prepareReplica(dataDir, database);
    return prepared;
  };
  return {
    folder,
    writes: () => sharedWritesTo(database),
    async connect(): Promise<DatabaseSync> {
      const path = await folder();
      db ??= openDatabase(join(path, CATALOG_FILE), { busyTimeoutMs: 0 });
      await catchUp({ file: 'catalog', db, database });
      return db;
    },
    close() {
      db?.close();
    },
  };
}
