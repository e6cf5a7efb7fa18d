import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../src/base/memoize-last.ts';
import type { Config } from '../../src/config/config.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { OpenSession } from '../../src/rankings/run/ranking-session.ts';
import { sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { catchUp } from '../../src/store/postgres/log/follow.ts';
import { isLeaseHeld, takeWhenFree } from '../../src/store/postgres/log/lease.ts';
import { prepareReplica } from '../../src/store/postgres/log/replica.ts';
import { createSharedWrites } from '../../src/store/postgres/log/shared-writes.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { sharedSessionsOf } from '../../src/store/postgres/ranking-session.ts';
import { type CatalogWrites, localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';

/** A thread, or a command, makes one call after the other, and renews its lease meanwhile. */
const CONNECTIONS_MAX = 3;
/** Threads and commands can wait longer than a request. */
const CALL_TIMEOUT_MS = 10_000;
/** How long a command waits for an import to end. */
export const IMPORT_WAIT_MS = 600_000;
/** How long it waits for another process that writes to the accounts. */
const ACCOUNTS_BUSY_MS = 10_000;

/** Where the data are, for a thread or a command: whatever isn't asked for isn't opened. */
export interface Home {
  /** The folder of catalogue and lists: the data folder, or a replica in it, made when it is first needed. */
  folder(): Promise<string>;
  /** Opens the catalogue file, up to date. */
  connect(): Promise<DatabaseSync>;
  readonly writes: CatalogWrites;
  /** Where ranking runs of the catalogue in a folder count and publish. */
  sessions(folder: string): OpenSession;
  /** Whether somebody is importing now; by default, as the file's lock says. */
  readonly isImporting?: () => Promise<boolean>;
  /** Opens the database of accounts. */
  openSql(): SqlDatabase;
  /** Runs work that only one process at a time may do; an embedded store has only one. */
  whileAlone<T>(work: () => Promise<T>): Promise<T>;
  /** Closes whatever was opened. */
  close(): Promise<void>;
}

/** The home of a command. Throws StoreRefused and StoreUnavailableError. */
export async function openHome({ dataDir, database: address }: Config): Promise<Home> {
  if (address === null) return homeIn(dataDir);
  return homeBehind(await openCommandDatabase(address, CALL_TIMEOUT_MS), address, dataDir);
}

/** Runs a thread's work on the configured store, which its process has brought up to date. */
export async function withThreadStore<T>(
  work: (store: Pick<Home, 'writes' | 'sessions'>) => Promise<T>,
): Promise<T> {
  const { readConfig } = await import('../../src/config/config.ts');
  const { dataDir, database: address } = readConfig();
  if (address === null) return work(homeIn(dataDir));
  const options = { address, connectionsMax: CONNECTIONS_MAX, callTimeoutMs: CALL_TIMEOUT_MS };
  await using database = createDatabase(options);
  return await work(homeBehind(database, address, dataDir));
}

function homeIn(dataDir: string): Home {
  const opened = new DisposableStack();
  const open = (name: string, busyTimeoutMs: number) =>
    opened.use(openDatabase(join(dataDir, name), { busyTimeoutMs }));
  return {
    folder: async () => dataDir,
    connect: async () => open(CATALOG_FILE, IMPORT_WAIT_MS),
    writes: localWrites,
    sessions: sessionsOf,
    openSql: () => createSqliteSql(open(ACCOUNTS_FILE, ACCOUNTS_BUSY_MS)),
    whileAlone: (work) => work(),
    close: async () => opened.dispose(),
  };
}

/** In a database, whose replica this thread or process brings up to date by itself. */
export function homeBehind(database: Database, address: DatabaseAddress, dataDir: string): Home {
  const file = 'catalog';
  const opened = new DisposableStack();
  const update = (db: DatabaseSync) => catchUp({ file, db, database });
  const folder = memoizeLast<void, Promise<string>>(() => prepareReplica(dataDir, database));
  return {
    folder,
    async connect() {
      const db = opened.use(openDatabase(join(await folder(), CATALOG_FILE), { busyTimeoutMs: 0 }));
      await update(db);
      return db;
    },
    writes: createSharedWrites({ database, file, catchUp: update }),
    sessions: (folder) => sharedSessionsOf(database, address, folder),
    isImporting: () => isLeaseHeld(database, 'catalogue'),
    openSql: () => database,
    async whileAlone(work) {
      await using _ = await takeWhenFree(database, 'demo', { waitMs: Number.POSITIVE_INFINITY });
      return await work();
    },
    async close() {
      opened.dispose();
      await database.close();
    },
  };
}

/**
 * Opens PostgreSQL for one command, up to date; closes it again if that fails. A command can wait longer than a request, because
 * others may be changing the same rows: `callTimeoutMs` at most. Throws StoreRefused and StoreUnavailableError.
 */
export async function openCommandDatabase(
  address: DatabaseAddress,
  callTimeoutMs: number,
): Promise<Database> {
  const database = createDatabase({ address, connectionsMax: CONNECTIONS_MAX, callTimeoutMs });
  try {
    await migratePostgres(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
