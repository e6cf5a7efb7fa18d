import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createKeyHashes } from '../../src/accounts/api-key.ts';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import { createGate } from '../../src/gate/create-gate.ts';
import type { GateRows } from '../../src/gate/decide.ts';
import type { RateLimiter } from '../../src/gate/rate-limiter.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { createImportLog } from '../../src/ingest/import-log.ts';
import type { UndoOutcome, UndoRequest } from '../../src/ingest/import-undo.ts';
import { buyerKeyOf, ensureBuyerKey } from '../../src/rankings/ledger/buyer-reference.ts';
import { createOrderDesk } from '../../src/rankings/ledger/order-desk.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { createRankingStore } from '../../src/rankings/lists/ranking-store.ts';
import { createRankingAdmin } from '../../src/rankings/run/ranking-admin.ts';
import { runTask } from '../../src/run-task.ts';
import { ThreadedSearch } from '../../src/search/runtime/threaded-search.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createPostgresGateRows } from '../../src/store/postgres/accounts/gate-rows.ts';
import { createPostgresRateLimiter } from '../../src/store/postgres/accounts/rate-limiter.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { isLeaseHeld } from '../../src/store/postgres/log/lease.ts';
import { renewReplica } from '../../src/store/postgres/log/replica.ts';
import { createSqliteGateRows } from '../../src/store/sqlite/accounts/gate-rows.ts';
import { type CatalogWrites, localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import {
  ACCOUNTS_FILE,
  CATALOG_FILE,
  LISTS_FILE,
  migrate,
  openDatabase,
} from '../../src/store/sqlite/database.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';
import type { UndoTaskData } from '../work-thread.ts';
import { openCommandDatabase } from './home.ts';
import { openReplica, type SharedPorts } from './open-replica.ts';
import { openStatePorts, type StoreOptions } from './state-ports.ts';

/** Connections of the serving thread to PostgreSQL. Calls of one turn share one, so a few are enough. */
const CONNECTIONS_MAX = 10;
/** Startup can wait for a busy database, because nobody is waiting for a response yet. */
const START_CALL_MS = 20_000;

/** All that the service knows about where its data are. */
export type Store = ReturnType<typeof openPorts>;

/**
 * Opens the configured store. Of an embedded one, the caller has ensured that no other server uses it. On PostgreSQL it waits until
 * this instance's replica has what is committed now, which takes time for the first copy of a large catalogue. Throws
 * DatabaseVersionError and StoreUnavailableError.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { database } = options.config;
  return database === null ? openEmbedded(options) : openShared(options, database);
}

/** What differs between the stores. */
interface Place {
  /** The folder of the catalogue file, the lists and the search index: the data folder, or a replica in it. */
  readonly folder: string;
  /** A connection to the catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly writes: CatalogWrites;
  readonly sql: SqlDatabase;
  readonly rows: GateRows;
  /** Attempts to sign in and requests for mail, counted over all instances. */
  readonly attempts: RateLimiter;
  readonly shared: SharedPorts;
  /** Whether somebody is importing now; by default, as the file's lock says. */
  readonly isImporting?: () => Promise<boolean>;
  /** Closes it, but `db`. */
  close(): Promise<void>;
}

function openEmbedded(options: StoreOptions): Store {
  const { config, clock, onCountsNotWritten } = options;
  const { dataDir, syncsCommits, tierLimits } = config;
  // Connections of the serving thread never wait for a lock.
  const openAccounts = () => openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0, syncsCommits });
  const gate = openAccounts();
  migrate(gate, 'accounts');
  const state = openAccounts();
  const { keyPepper } = secretsOf(config);
  const db = openForReading(dataDir, (own) => ensureBuyerKey(own, buyerKeyOf(keyPepper)));
  return openPorts(options, {
    folder: dataDir,
    db,
    writes: localWrites,
    sql: createSqliteSql(state),
    rows: createSqliteGateRows({ db: gate, clock, tierLimits, onCountError: onCountsNotWritten }),
    attempts: createRateLimiter(clock),
    shared: ALONE,
    async close() {
      gate.close();
      state.close();
    },
  });
}

/** The only server of its data folder. */
const ALONE: SharedPorts = {
  runsJobs: () => true,
  clockProblem: () => null,
  whenFresh: async () => {},
  problem: async () => null,
  figures: () => null,
};

async function openShared(options: StoreOptions, address: DatabaseAddress): Promise<Store> {
  const { config, clock, onProblem } = options;
  const folder = await prepareStart(address, config.dataDir);
  const database = createDatabase({ address, connectionsMax: CONNECTIONS_MAX });
  try {
    const rows = createPostgresGateRows({
      database,
      tierLimits: config.tierLimits,
      whenShown: (urgent) => replica.whenShown(urgent),
    });
    // While no thread is running yet that would continue after a failure.
    await rows.warmUp(START_CALL_MS);
    const db = openForReading(folder);
    const replica = openReplica({ folder, db, address, database, clock, onProblem });
    return openPorts(options, {
      folder,
      db,
      writes: replica.writes,
      sql: database,
      rows,
      attempts: createPostgresRateLimiter({ database, secret: secretsOf(config).sessionSecret }),
      shared: replica.shared,
      isImporting: () => isLeaseHeld(database, 'catalogue'),
      async close() {
        await replica.close();
        await database.close();
      },
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Brings the database and the replica up to date. Returns the replica's folder. */
async function prepareStart(address: DatabaseAddress, dataDir: string): Promise<string> {
  await using database = await openCommandDatabase(address, START_CALL_MS);
  return await renewReplica(dataDir, database);
}

/** A read connection of the serving thread, to a file that is migrated first; `prepare` may write to it. */
function openForReading(folder: string, prepare: (db: DatabaseSync) => void = () => {}): DatabaseSync {
  const path = join(folder, CATALOG_FILE);
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  migrate(db, 'catalog');
  prepare(db);
  db.close();
  return openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
}

const WORK_THREAD = new URL('../work-thread.ts', import.meta.url);

/** The ports of a server: the same on every store, as the catalogue file is a local one. */
function openPorts(options: StoreOptions, place: Place) {
  const { config, clock, onProblem } = options;
  const { folder, db, writes, attempts, shared } = place;
  const { keyPepper, sessionSecret } = secretsOf(config);
  const buyerKey = buyerKeyOf(keyPepper);
  const state = openStatePorts(options, place.sql, 'portal');
  const items = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0 });
  const listsPath = join(folder, LISTS_FILE);
  const rankings = createRankingStore({ path: listsPath, catalog: db });
  const search = new ThreadedSearch({
    entry: new URL('../search-thread.ts', import.meta.url),
    dataDir: folder,
    clock,
    similarWords: () => state.searchTerms.similarWords(),
    onProblem: (problem) => onProblem(problem, 'the search index has a problem'),
  });
  return {
    ...state,
    gate: createGate({
      rows: place.rows,
      limiter: attempts,
      hashOf: createKeyHashes(config.keyPrefix, keyPepper),
      onWriteError: (error) =>
        onProblem(error, 'the breakdown of calls could not be written and is kept for the next batch'),
    }),
    attempts,
    catalog: createCatalogStore(db),
    itemOverrides: createItemOverrides({ db: items, clock, writes }),
    importLog: createImportLog(db, place.isImporting),
    undoImport(request: UndoRequest): Promise<UndoOutcome> {
      const data: UndoTaskData = { folder, request, startMs: clock.nowMs() };
      return runTask(WORK_THREAD, { name: 'undo', data });
    },
    rankings,
    rankingAdmin: createRankingAdmin(db, rankings),
    orderPrivacy: createOrderPrivacy({ db: items, listsPath, clock, buyerKey, writes }),
    orderDesk: createOrderDesk({
      db,
      clock,
      buyerKey,
      entry: WORK_THREAD,
      folder,
      copiesPerBuyer: config.copiesPerBuyer,
      writes,
    }),
    search,
    /** Where every way into the service reads its feeds. */
    feedThread: { entry: WORK_THREAD, dataDir: folder, currency: config.currency, clock },
    /** For the threads that work on catalogue, lists and search index. */
    folder,
    /** What this instance shares with others. */
    shared,
    /** Signs cookies and other values that a browser hands back. */
    sessionSecret,
    /** Stops its threads and closes the files or connections. Flush the ports that keep something in memory first. */
    async close(): Promise<void> {
      await search.close();
      rankings.close();
      items.close();
      await place.close();
      db.close();
    },
  };
}
