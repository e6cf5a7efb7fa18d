import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { RankingRepository } from '../../src/rankings/ranking-repository.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { catchUp } from '../../src/store/postgres/log/follow.ts';
import { keepLeaseInThread } from '../../src/store/postgres/log/lease.ts';
import { createSharedWrites } from '../../src/store/postgres/log/shared-writes.ts';
import { createSharedRankingRepository } from '../../src/store/postgres/rankings/ranking-repository.ts';
import { type CatalogWrites, localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';

/** The name under which threads find the URL of the database. */
const KEY = 'seoga.database';

/** A thread makes one call after the other, and renews its lease meanwhile. */
const CONNECTIONS_MAX = 3;
/** Threads can wait longer than a request. */
const CALL_TIMEOUT_MS = 10_000;

/** Tells threads started by this process from now on that the data are in PostgreSQL. */
export function tellThreads(address: DatabaseAddress): void {
  setEnvironmentData(KEY, { ...address });
}

function addressOfProcess(): DatabaseAddress | null {
  const address: unknown = getEnvironmentData(KEY);
  return isAddress(address) ? address : null;
}

function isAddress(value: unknown): value is DatabaseAddress {
  return typeof value === 'object' && value !== null && 'host' in value;
}

function openDatabase(address: DatabaseAddress): Database {
  return createDatabase({ address, connectionsMax: CONNECTIONS_MAX, callTimeoutMs: CALL_TIMEOUT_MS });
}

/** Runs a thread's work with the means to write to the catalogue. */
export async function withThreadWrites<T>(work: (writes: CatalogWrites) => Promise<T>): Promise<T> {
  const address = addressOfProcess();
  if (address === null) return work(localWrites);
  await using database = openDatabase(address);
  return await work(sharedWritesTo(database));
}

/** Writes of a process, or thread, that brings its replica up to date by itself. */
export function sharedWritesTo(database: Database): CatalogWrites {
  const file = 'catalog';
  return createSharedWrites({ database, file, catchUp: (db) => catchUp({ file, db, database }) });
}

/** Runs a thread's work with the rankings of the catalogue in `folder`. */
export async function withThreadRankings<T>(
  folder: string,
  work: (rankings: RankingRepository) => Promise<T>,
): Promise<T> {
  const address = addressOfProcess();
  if (address === null) return work(createSqliteRankingRepository(folder));
  await using database = openDatabase(address);
  return await work(sharedRankings(database, address, folder));
}

export function sharedRankings(
  database: Database,
  address: DatabaseAddress,
  folder: string,
): RankingRepository {
  const entry = new URL('../work-thread.ts', import.meta.url);
  return createSharedRankingRepository({
    database,
    folder,
    keepLease: (ticket) => keepLeaseInThread(entry, { address, ticket }),
  });
}
