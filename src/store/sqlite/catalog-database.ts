import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SqlDatabase, SqlValue } from '../../sql-database.ts';
import { patienceOf } from '../wait-for-lock.ts';
import { announceCommit, openDatabase, rollBack } from './database.ts';
import { beginOn, beginWhenFree, isLockTaken, snapshotOf } from './long-transaction.ts';
import { asStoreError, preparedStatements, rowsOfStatement, sqliteWriter } from './sql-statements.ts';

/** Longer than commits take, shorter than people wait. */
const PERSON_WAIT_MS = 3_000;

/**
 * The database of a catalogue or lists file. `query` reads synchronously on a connection that nobody writes with. Each
 * transaction has its own connection, so it can await other things.
 */
export function createCatalogDatabase(db: DatabaseSync, usualWaitMs = PERSON_WAIT_MS): SqlDatabase {
  const path = db.location() ?? '';
  const statementOf = preparedStatements(db);
  return {
    async query<Row extends object>(text: string, values?: readonly SqlValue[]) {
      try {
        return rowsOfStatement<Row>(statementOf, text, values);
      } catch (error) {
        throw asStoreError(error);
      }
    },
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
    snapshot: (work) => snapshotOf(path, work),
    begin: (options) => beginOn(path, options),
    isLocked: async (lock) => isLockTaken(dirname(path), lock),
    nowMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    eraseDeleted: async () => {},
    deleteStale: async () => {},
  };
}

/** A database with its own connection. Creates the file if there is none. */
export function openCatalogDatabase(
  path: string,
  { busyTimeoutMs = 0, waitMs }: { readonly busyTimeoutMs?: number; readonly waitMs?: number } = {},
): SqlDatabase & Disposable {
  const db = openReader(path, busyTimeoutMs);
  return { ...createCatalogDatabase(db, waitMs), [Symbol.dispose]: () => db.close() };
}

/** A read-only connection. Creates or migrates the file first. */
export function openReader(path: string, busyTimeoutMs: number): DatabaseSync {
  openDatabase(path, { busyTimeoutMs }).close();
  return openDatabase(path, { busyTimeoutMs, readOnly: true });
}
