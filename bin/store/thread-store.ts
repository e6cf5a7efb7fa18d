import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { RankingRepository } from '../../src/rankings/ranking-repository.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { catchUp } from '../../src/store/postgres/log/follow.ts';
import { keepLeaseInThread } from '../../src/store/postgres/log/lease.ts';
import { createSharedWrites } from '../../src/store/postgres/log/shared-writes.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { createSharedRankingRepository } from '../../src/store/postgres/rankings/ranking-repository.ts';
import { type CatalogWrites, localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';

/** A thread, or a command, makes one call after the other, and renews its lease meanwhile. */
const CONNECTIONS_MAX = 3;
/** Threads and commands can wait longer than a request. */
export const CALL_TIMEOUT_MS = 10_000;

/** What changes a catalogue file, wherever its truth is. */
export interface ThreadStore {
  readonly writes: CatalogWrites;
  /** The rankings of the catalogue in a folder. */
  readonly rankings: (folder: string) => RankingRepository;
}

/** Runs a thread's work on the configured store. */
export async function withThreadStore<T>(work: (store: ThreadStore) => Promise<T>): Promise<T> {
  const { readConfig } = await import('../../src/config.ts');
  const { database: address } = readConfig();
  if (address === null) return work(LOCAL);
  const options = { address, connectionsMax: CONNECTIONS_MAX, callTimeoutMs: CALL_TIMEOUT_MS };
  await using database = createDatabase(options);
  return await work(sharedThrough(database, address));
}

/** In a data folder. */
export const LOCAL: ThreadStore = { writes: localWrites, rankings: createSqliteRankingRepository };

/** In a database, whose replica this thread or process brings up to date by itself. */
export function sharedThrough(database: Database, address: DatabaseAddress): ThreadStore {
  const file = 'catalog';
  const entry = new URL('../work-thread.ts', import.meta.url);
  return {
    writes: createSharedWrites({ database, file, catchUp: (db) => catchUp({ file, db, database }) }),
    rankings: (folder) =>
      createSharedRankingRepository({
        database,
        folder,
        keepLease: (ticket) => keepLeaseInThread(entry, { address, ticket }),
      }),
  };
}

/**
 * Opens PostgreSQL for one command, up to date; closes it again if that fails. A command can wait longer than a request, because
 * others may be changing the same rows: `callTimeoutMs` at most. Throws DatabaseVersionError and StoreUnavailableError.
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
