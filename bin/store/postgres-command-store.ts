import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/clock.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { Config } from '../../src/config.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { buildFirstIndex } from '../../src/search/runtime/index-builds.ts';
import { EDITIONS_FOLDER } from '../../src/store/files/edition-files.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { whileHeld } from '../../src/store/postgres/catalog/held-lease.ts';
import { isLeaseHeld } from '../../src/store/postgres/catalog/lease.ts';
import { createCatchUp } from '../../src/store/postgres/catalog/pull-changes.ts';
import { prepareReplica } from '../../src/store/postgres/catalog/replica.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { createPostgresOutbox } from '../../src/store/postgres/mail/outbox.ts';
import { refuseUnfinishedMove } from '../../src/store/postgres/move/unfinished-move.ts';
import { countItemsInDatabase } from '../../src/store/postgres/search/count-items-with.ts';
import { createPostgresSql } from '../../src/store/postgres/sql-driver.ts';
import { createSqliteCatalogStore } from '../../src/store/sqlite/catalog/catalog-store.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { createSqliteImportLog } from '../../src/store/sqlite/catalog/import-log.ts';
import { createSqliteImportUndo } from '../../src/store/sqlite/catalog/import-undo.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteOrderPrivacy } from '../../src/store/sqlite/rankings/order-privacy.ts';
import { restateMonth } from '../../src/store/sqlite/rankings/restatement.ts';
import { openSqliteChangeFeed } from '../../src/store/sqlite/search/change-feed.ts';
import { openCommandDatabase } from './command-database.ts';
import { commandStatePorts } from './state-ports.ts';
import type { CommandStore } from './store.ts';
import { sharedRankings, sharedWritesTo } from './thread-store.ts';

const CALL_TIMEOUT_MS = 10_000;

/**
 * Opens PostgreSQL for one command, and brings it up to date first. Ports of the catalogue work on the replica in the data folder.
 * Throws DatabaseVersionError and StoreUnavailableError.
 */
export async function openPostgresCommandStore(
  config: Config,
  address: DatabaseAddress,
): Promise<CommandStore> {
  const { keyPepper: pepper } = secretsOf(config);
  const database = await openCommandDatabase(address, CALL_TIMEOUT_MS, refuseUnfinishedMove);
  const buyerKey = buyerKeyOf(pepper);
  const replica = commandReplica(config.dataDir, database);
  return {
    ...commandStatePorts(config, () => createPostgresSql(database)),
    outbox: () => createPostgresOutbox(database, systemClock),
    async catalog() {
      return createSqliteCatalogStore(await replica.upToDate());
    },
    feeds: (feedOptions) =>
      createSqliteFeedStore({
        buyerKey,
        ...feedOptions,
        path: replica.path(),
        clock: systemClock,
        writes: replica.writes(),
      }),
    async importLog() {
      return createSqliteImportLog(await replica.upToDate(), () => isLeaseHeld(database, 'catalogue'));
    },
    importUndo: () =>
      createSqliteImportUndo({ path: replica.path(), clock: systemClock, writes: replica.writes() }),
    rankings: () => sharedRankings(database, address, replica.folder()),
    countItemsWith: (test) => countItemsInDatabase(database, test),
    buildSearchIndex: async () => buildFirstIndex(replica.folder(), openSqliteChangeFeed),
    orderPrivacy: () =>
      createSqliteOrderPrivacy({
        db: replica.connect(),
        clock: systemClock,
        buyerKey,
        writes: replica.writes(),
      }),
    restate: async (restatement) =>
      restateMonth(await replica.upToDate(), restatement, replica.writes(), IMPORT_WAIT_MS),
    whileAlone: (work) => whileHeld(database, 'demo', work),
    async close() {
      replica.close();
      await database.close();
    },
  };
}

/** How long a command waits for an import to end. */
const IMPORT_WAIT_MS = 600_000;

/** The replica of the data folder, made when a command needs it first. A server may be using it as well. */
function commandReplica(dataDir: string, database: Database) {
  let folder: string | null = null;
  let db: DatabaseSync | null = null;
  const folderOf = () => {
    folder ??= prepareReplica(dataDir);
    return folder;
  };
  const path = () => join(folderOf(), CATALOG_FILE);
  const connect = () => {
    db ??= openDatabase(path(), { busyTimeoutMs: 0 });
    return db;
  };
  return {
    folder: folderOf,
    path,
    writes: () => sharedWritesTo(database, folderOf()),
    connect,
    async upToDate(): Promise<DatabaseSync> {
      const opened = connect();
      await createCatchUp(database, join(folderOf(), EDITIONS_FOLDER))(opened);
      return opened;
    },
    close() {
      db?.close();
    },
  };
}
