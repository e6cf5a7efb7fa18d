import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SqlDatabase, SqlValue } from '../../sql-database.ts';
import { announceCommit, openDatabase, rollBack } from './database.ts';
import { beginOn, beginWhenFree, isLockTaken, snapshotOf } from './long-transaction.ts';
import { known, preparedStatements, rowsOfStatement, sqliteWriter } from './sql-statements.ts';

/** Longer than any commit takes, shorter than a person waits: a long import is reported instead. */
const PERSON_WAIT_MS = 3_000;

/**
 * The database of a catalogue file or a lists file. What it reads by `query` it reads at once, on a connection that nobody writes
 * with. Each transaction has a connection of its own, so that it may wait, for others at most `waitMs` unless it says so.
 */
export function createCatalogDatabase(db: DatabaseSync, usualWaitMs = PERSON_WAIT_MS): SqlDatabase {
  const path = db.location() ?? '';
  const statementOf = preparedStatements(db);
  return {
    async query<Row extends object>(text: string, values?: readonly SqlValue[]) {
      try {
        return rowsOfStatement<Row>(statementOf, text, values);
      } catch (error) {
        throw known(error);
      }
    },
    async transaction(work, { waitMs = usualWaitMs } = {}) {
      using own = openDatabase(path, { busyTimeoutMs: 0 });
      try {
        await beginWhenFree(own, { waitMs });
        const result = await work(sqliteWriter(own));
        own.exec('COMMIT');
        announceCommit();
        return result;
      } catch (error) {
        throw known(error);
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

/** The same with a connection of its own, closed at the end of the scope that is `using` it. The file is made if there is none. */
export function openCatalogDatabase(
  path: string,
  { busyTimeoutMs = 0, waitMs }: { readonly busyTimeoutMs?: number; readonly waitMs?: number } = {},
): SqlDatabase & Disposable {
  const db = openReader(path, busyTimeoutMs);
  return { ...createCatalogDatabase(db, waitMs), [Symbol.dispose]: () => db.close() };
}

/** A connection that nobody writes with, to a file that is made or brought up to date before. */
export function openReader(path: string, busyTimeoutMs: number): DatabaseSync {
  openDatabase(path, { busyTimeoutMs }).close();
  return openDatabase(path, { busyTimeoutMs, readOnly: true });
}
