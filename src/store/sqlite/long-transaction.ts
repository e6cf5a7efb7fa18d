import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BeginOptions, LockName, LongTransaction, Snapshot } from '../../sql-database.ts';
import { IMPORT_WAIT_MS, type Patience, patienceOf, waitForLock } from '../wait-for-lock.ts';
import { announceCommit, openDatabase, rollBack, takeFileLock, tryBegin } from './database.ts';
import { asStoreError, BUSY_PAUSE_MS } from './file-faults.ts';
import { preparedStatements, sqliteSnapshot, sqliteWriter } from './sql-statements.ts';

export async function snapshotOf<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  using db = openDatabase(path, { busyTimeoutMs: SNAPSHOT_WAIT_MS, mapFile: false });
  db.exec(`PRAGMA query_only = ON; ${SMALL_CACHE}; BEGIN`);
  try {
    return await work(sqliteSnapshot(db));
  } catch (error) {
    throw asStoreError(error);
  } finally {
    rollBack(db);
  }
}

/** Whole tables and ranking runs are read as fast with a quarter of the cache. */
const SMALL_CACHE = 'PRAGMA cache_size = -16384';
const SNAPSHOT_WAIT_MS = 10_000;

/** Begins a transaction that may await other work. Not for a server's main thread, which the commit would block. */
export async function beginOn(
  path: string,
  { lock, signal, waitMs, first }: BeginOptions,
): Promise<LongTransaction> {
  await using opened = new AsyncDisposableStack();
  const patience = patienceOf(waitMs, signal);
  if (lock === 'catalogue')
    opened.use(await waitForLock(() => takeImportLock(dirname(path)), LOCK_PAUSE_MS, patience));
  const db = opened.use(
    openDatabase(path, { busyTimeoutMs: BUSY_TRY_MS, mapFile: false, syncsCommits: lock === 'ranking' }),
  );
  if (lock === 'ranking') db.exec(SMALL_CACHE);
  opened.defer(() => rollBack(db));
  await beginWhenFree(db, patience);
  if (first !== undefined) {
    await first(sqliteWriter(db));
    commit(db);
    await beginWhenFree(db, patience);
  }
  return longTransaction(db, opened.move());
}

/** Begins once nobody else writes to the file. Throws CatalogBusyError, or the signal's reason. */
export async function beginWhenFree(db: DatabaseSync, patience: Patience): Promise<void> {
  await waitForLock(() => tryBegin(db) || null, BUSY_PAUSE_MS, patience);
}

function commit(db: DatabaseSync): void {
  try {
    db.exec('COMMIT');
  } catch (error) {
    rollBack(db);
    throw error;
  }
  announceCommit();
}

const BUSY_TRY_MS = 20;
const LOCK_PAUSE_MS = 80;

function longTransaction(db: DatabaseSync, held: AsyncDisposableStack): LongTransaction {
  const statementOf = preparedStatements(db);
  const end = async () => {
    // Truncates the write-ahead log, which would keep the size of a large transaction.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await held.disposeAsync();
  };
  const commitAll = async () => {
    commit(db);
    await end();
  };
  return {
    ...sqliteSnapshot(db, statementOf),
    ...sqliteWriter(db, statementOf),
    commit: commitAll,
    async rollback(last) {
      try {
        rollBack(db);
        if (last === undefined) return;
        await beginWhenFree(db, patienceOf(LAST_WAIT_MS));
        await last(sqliteWriter(db, statementOf));
        commit(db);
      } finally {
        await end();
      }
    },
    async commitWith(other, work) {
      await commitAll();
      await using last = await other.begin({ lock: 'catalogue', waitMs: IMPORT_WAIT_MS });
      await work(last);
      await last.commit();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const LAST_WAIT_MS = 1_000;

export function isLockTaken(folder: string, lock: LockName): boolean {
  if (lock !== 'catalogue') return false;
  const taken = takeImportLock(folder);
  taken?.close();
  return taken === null;
}

function takeImportLock(folder: string) {
  return takeFileLock(join(folder, 'import.lock'));
}
