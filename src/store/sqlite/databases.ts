import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { SqlDatabase, SqlValue } from '../../sql-database.ts';
import { PERSON_WAIT_MS, patienceOf } from '../wait-for-lock.ts';
import { announceCommit, openDatabase, rollBack } from './database.ts';
import { asStoreError, whenFree, withStoreErrors } from './file-faults.ts';
import { beginOn, beginWhenFree, isLockTaken, snapshotOf } from './long-transaction.ts';
import { preparedStatements, rowsOfStatement, sqliteWriter } from './sql-statements.ts';
import { createTickReader } from './tick-reader.ts';

/**
 * The accounts database on one connection. A transaction runs within one tick of the event loop, so it never delays the gate,
 * which writes between ticks. While another process writes, a statement is retried for 0.8 s on a server and up to 20 s
 * elsewhere, then throws StoreUnavailableError. Locks besides the file's write lock are needless.
 */
export function createAccountsDatabase(db: DatabaseSync): SqlDatabase {
  // Overwrites the data of a closed account in freed pages.
  db.exec('PRAGMA secure_delete = ON');
  const statementOf = preparedStatements(db);
  let underWay: Promise<void> | null = null;
  const afterTransactions = async <T>(work: () => T): Promise<T> => {
    while (underWay !== null) await underWay;
    return work();
  };
  const between = <T>(work: () => T): Promise<T> =>
    whenFree(() => (underWay === null ? work() : afterTransactions(work)));
  return {
    ...fileDatabase(pathOf(db)),
    query: <Row extends object>(text: string, values?: readonly SqlValue[]) =>
      between(() => {
        const rows = rowsOfStatement<Row>(statementOf, text, values);
        if (!READS.test(text)) announceCommit();
        return rows;
      }),
    async transaction(work) {
      const { promise, resolve } = Promise.withResolvers<void>();
      await between(() => {
        db.exec('BEGIN IMMEDIATE');
        underWay = promise;
      });
      let isLate = false;
      const nextTick = setImmediate(() => {
        isLate = true;
      });
      try {
        const result = await work(sqliteWriter(db, statementOf));
        if (isLate) throw new Error('a transaction waited for something else than its statements');
        db.exec('COMMIT');
        announceCommit();
        return result;
      } catch (error) {
        throw asStoreError(error);
      } finally {
        clearImmediate(nextTick);
        rollBack(db);
        underWay = null;
        resolve();
      }
    },
    async eraseDeleted() {
      // Empties the write-ahead log as well, unless a reader still needs it.
      await between(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
  };
}

const READS = /^\s*SELECT/;

function pathOf(db: DatabaseSync): string {
  return db.location() ?? '';
}

function fileDatabase(path: string): Omit<SqlDatabase, 'query' | 'transaction'> {
  return {
    snapshot: (work) => snapshotOf(path, work),
    begin: (options) => beginOn(path, options),
    isLocked: async (lock) => isLockTaken(dirname(path), lock),
    nowMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    eraseDeleted: async () => {},
    deleteStale: async () => {},
  };
}

/**
 * The database of a catalogue or lists file. `query` reads synchronously on a connection without writers. Each transaction has
 * its own connection, and may await other work.
 */
export function createCatalogDatabase(db: DatabaseSync, usualWaitMs = PERSON_WAIT_MS): SqlDatabase {
  const path = pathOf(db);
  const statementOf = preparedStatements(db);
  return {
    ...fileDatabase(path),
    query: async (text, values) => withStoreErrors(() => rowsOfStatement(statementOf, text, values)),
    async transaction(work, { waitMs = usualWaitMs } = {}) {
      using own = openDatabase(path, { busyTimeoutMs: 0 });
      try {
        await beginWhenFree(own, patienceOf(waitMs));
        const result = await work(sqliteWriter(own));
        own.exec('COMMIT');
        announceCommit();
        return result;
      } catch (error) {
        throw asStoreError(error);
      } finally {
        rollBack(own);
      }
    },
  };
}

export function openCatalogDatabase(
  path: string,
  {
    busyTimeoutMs = 0,
    waitMs,
  }: { readonly busyTimeoutMs?: number; readonly waitMs?: number | undefined } = {},
): SqlDatabase & Disposable {
  const db = openReader(path, busyTimeoutMs);
  return { ...createCatalogDatabase(db, waitMs), [Symbol.dispose]: () => db.close() };
}

export function openReader(path: string, busyTimeoutMs: number): DatabaseSync {
  openDatabase(path, { busyTimeoutMs }).close();
  return openDatabase(path, { busyTimeoutMs, readOnly: true });
}

export interface ListsDatabase extends SqlDatabase, Disposable {
  /** Counts changes of the lists that this reader has seen. Never throws. */
  publications(): number;
}

/**
 * Opens the file at the first read, because a server starts even if lists are damaged. If the file is deleted or replaced, opens
 * it again after the next change of the catalogue, which every run makes.
 */
export function openListsDatabase(
  path: string,
  catalog: { version(): unknown } = { version: () => null },
): ListsDatabase {
  let opened: ReturnType<typeof openListsFile> | null = null;
  const close = () => {
    opened?.close();
    opened = null;
  };
  const closeReplaced = memoizeLast((_version: unknown) => {
    if (opened?.inode !== inodeOf(path)) close();
  });
  const database = () =>
    withStoreErrors(() => {
      closeReplaced(catalog.version());
      opened ??= openListsFile(path);
      return opened;
    });
  let publications = 0;
  // Counts each version of each opened file once.
  const countVersion = memoizeLast((_opened: unknown) => memoizeLast((_version: unknown) => ++publications));
  return {
    ...fileDatabase(path),
    query: async (text, values) => database().query(text, values),
    transaction: async (work, options) => database().transaction(work, options),
    snapshot: async (work) => database().snapshot(work),
    publications(): number {
      try {
        const file = database();
        return countVersion(file)(file.version());
      } catch {
        return publications;
      }
    },
    [Symbol.dispose]: close,
  };
}

function openListsFile(path: string) {
  const lists = openReader(path, 0);
  const inode = inodeOf(path);
  return { ...createCatalogDatabase(lists), ...createTickReader(lists), inode, close: () => lists.close() };
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
