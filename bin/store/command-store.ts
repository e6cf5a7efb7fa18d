import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { type KstDay, systemClock } from '../../src/clock.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { Config } from '../../src/config.ts';
import type { UndoRequest } from '../../src/ingest/import-log.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import type { LateLines, Restatement } from '../../src/rankings/restatement.ts';
import { buildFirstIndex } from '../../src/search/runtime/index-build.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { catchUp } from '../../src/store/postgres/log/follow.ts';
import { isLeaseHeld, whileHeld } from '../../src/store/postgres/log/lease.ts';
import { prepareReplica } from '../../src/store/postgres/log/replica.ts';
import { createFeedExport } from '../../src/store/sqlite/catalog/export-records.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { createSqliteImportLog } from '../../src/store/sqlite/catalog/import-log.ts';
import { undoImport } from '../../src/store/sqlite/catalog/import-undo.ts';
import { writeInTurn } from '../../src/store/sqlite/catalog-writes.ts';
import {
  ACCOUNTS_FILE,
  CATALOG_FILE,
  LISTS_FILE,
  migrate,
  openDatabase,
} from '../../src/store/sqlite/database.ts';
import { createSqliteOrderPrivacy } from '../../src/store/sqlite/rankings/order-privacy.ts';
import { countLate, restateMonth } from '../../src/store/sqlite/rankings/restatement.ts';
import { readSoldCopies } from '../../src/store/sqlite/rankings/sold-copies.ts';
import { readTallyProgress } from '../../src/store/sqlite/rankings/tally-record.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';
import { openStatePorts, type StatePorts } from './state-ports.ts';
import {
  CALL_TIMEOUT_MS,
  LOCAL,
  openCommandDatabase,
  sharedThrough,
  type ThreadStore,
} from './thread-store.ts';

/** How long a command waits for an import to end. */
const IMPORT_WAIT_MS = 600_000;
/** How long it waits for another process that writes to the accounts. */
const ACCOUNTS_BUSY_MS = 10_000;

export type CommandStore = Awaited<ReturnType<typeof openCommandStore>>;

/**
 * Runs one command's work on the configured store. A running server keeps serving meanwhile. Each port is opened when it is first
 * used, waits for other writers, and is closed with the store. Throws DatabaseVersionError and StoreUnavailableError.
 */
export async function withStore<T>(config: Config, work: (store: CommandStore) => Promise<T>): Promise<T> {
  await using store = await openCommandStore(config);
  return await work(store);
}

async function openCommandStore(config: Config) {
  const home = config.database === null ? openDataFolder(config) : await openShared(config, config.database);
  const { writes, isImporting, whileAlone } = home;
  const clock = systemClock;
  let sql: SqlDatabase | null = null;
  let ports: StatePorts | null = null;
  let db: DatabaseSync | null = null;
  const openSql = () => {
    sql ??= home.openSql();
    return sql;
  };
  const buyerKey = () => {
    // Before the secrets: if there are secrets but no accounts, accounts were lost.
    openSql();
    return buyerKeyOf(secretsOf(config).keyPepper);
  };
  const connect = async () => {
    const path = join(await home.folder(), CATALOG_FILE);
    db ??= openDatabase(path, { busyTimeoutMs: home.busyTimeoutMs });
    await home.update(db);
    return db;
  };
  const files = async () => {
    const folder = await home.folder();
    return { path: join(folder, CATALOG_FILE), listsPath: join(folder, LISTS_FILE), clock, writes };
  };
  return {
    state(): StatePorts {
      ports ??= openStatePorts({ config, clock, onProblem: rethrow }, openSql(), 'command');
      return ports;
    },
    catalog: async () => createCatalogStore(await connect()),
    /** With `restate`, order lines and cancellations of closed months count. */
    feeds: async (options?: { readonly restate?: boolean }) =>
      createSqliteFeedStore({ buyerKey: buyerKey(), ...options, ...(await files()) }),
    feedExport: async () => createFeedExport(await connect()),
    soldCopies: async (fromDay: KstDay, untilDay: KstDay) =>
      readSoldCopies(await connect(), fromDay, untilDay),
    importLog: async () => createSqliteImportLog(await connect(), isImporting),
    tallyProgress: async () => readTallyProgress(await connect()),
    undoImport: async (request: UndoRequest) => undoImport(await files(), request),
    /** Builds and saves the search index, so that a server starts with it. Returns what went wrong, or null. */
    buildSearchIndex: async () => buildFirstIndex(await home.folder()),
    orderPrivacy: async () =>
      createSqliteOrderPrivacy({ db: await connect(), buyerKey: buyerKey(), ...(await files()) }),
    /** Opens a published month for one more count. Returns what was late. Null, without any change, if the month has no list. */
    async restate(restatement: Restatement): Promise<LateLines | null> {
      const db = await connect();
      const work = () => {
        const late = countLate(db, restatement.month);
        return restateMonth(db, restatement) ? late : null;
      };
      return writeInTurn(writes, db, work, { waitMs: IMPORT_WAIT_MS });
    },
    rankings: async () => home.rankings(await home.folder()),
    /** Runs work that only one process at a time may do; an embedded store has only one. */
    whileAlone,
    async [Symbol.asyncDispose](): Promise<void> {
      db?.close();
      await home.close();
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}

/** Where a store is. */
interface Home extends ThreadStore {
  /** The folder of catalogue and lists: the data folder, or a replica in it, made when it is first needed. */
  folder(): Promise<string>;
  /** How long a statement on the catalogue file waits for another writer. */
  readonly busyTimeoutMs: number;
  /** Brings the catalogue file up to date. */
  update(db: DatabaseSync): Promise<unknown>;
  /** Whether somebody is importing now; by default, as the file's lock says. */
  readonly isImporting?: () => Promise<boolean>;
  /** Opens the database of accounts. */
  openSql(): SqlDatabase;
  whileAlone<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function openDataFolder({ dataDir }: Config): Home {
  let accounts: DatabaseSync | null = null;
  return {
    folder: async () => dataDir,
    busyTimeoutMs: IMPORT_WAIT_MS,
    update: async (db) => migrate(db, 'catalog'),
    ...LOCAL,
    openSql() {
      accounts = openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: ACCOUNTS_BUSY_MS });
      migrate(accounts, 'accounts');
      return createSqliteSql(accounts);
    },
    whileAlone: (work) => work(),
    close: async () => accounts?.close(),
  };
}

async function openShared({ dataDir }: Config, address: DatabaseAddress): Promise<Home> {
  const database = await openCommandDatabase(address, CALL_TIMEOUT_MS);
  let replica: Promise<string> | null = null;
  return {
    folder() {
      replica ??= prepareReplica(dataDir, database);
      return replica;
    },
    busyTimeoutMs: 0,
    update: (db) => catchUp({ file: 'catalog', db, database }),
    ...sharedThrough(database, address),
    isImporting: () => isLeaseHeld(database, 'catalogue'),
    openSql: () => database,
    whileAlone: (work) => whileHeld(database, 'demo', work),
    close: () => database.close(),
  };
}
