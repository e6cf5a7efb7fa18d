import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SqlDatabase, SqlValue } from '../../sql-database.ts';
import { type CatalogWrites, localWrites, writeInTurn } from './catalog-writes.ts';
import { openDatabase } from './database.ts';
import { isBusy } from './file-faults.ts';
import { beginOn, busy, isLockTaken, snapshotOf } from './long-transaction.ts';
import { known, preparedStatements, rowsOfStatement, sqliteWriter } from './sql-statements.ts';

export interface CatalogDatabaseOptions {
  /** Where its commits go; into the file alone when left out. */
  readonly writes?: CatalogWrites;
  /** Whether somebody imports now; as the lock of the file's folder says, when left out. */
  readonly isImporting?: () => Promise<boolean>;
  /** How long a transaction waits for other writers; PERSON_WAIT_MS when left out. */
  readonly waitMs?: number;
}

/** Longer than any commit takes, shorter than a person waits: a long import is reported instead. */
const PERSON_WAIT_MS = 3_000;

/**
 * The database of a catalogue file or a lists file. What it reads by `query` it reads at once, on a connection that nobody writes
 * with. Each transaction has a connection of its own, so that it may wait.
 */
export function createCatalogDatabase(db: DatabaseSync, options: CatalogDatabaseOptions = {}): SqlDatabase {
  const { writes = localWrites, waitMs: usualMs = PERSON_WAIT_MS } = options;
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
    async transaction(work, { waitMs = usualMs } = {}) {
      using own = openDatabase(path, { busyTimeoutMs: 0 });
      try {
        return await writeInTurn(writes, own, () => work(sqliteWriter(own)), { waitMs });
      } catch (error) {
        throw isBusy(error) ? busy(error) : known(error);
      }
    },
    snapshot: (work) => snapshotOf(path, work),
    begin: (begin) => beginOn(path, begin, writes),
    isLocked: async (lock) => (await options.isImporting?.()) ?? isLockTaken(dirname(path), lock),
    nowMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    eraseDeleted: async () => {},
    deleteStale: async () => {},
  };
}

/** The same with a connection of its own, closed at the end of the scope that is `using` it. The file is made if there is none. */
export function openCatalogDatabase(
  path: string,
  options: CatalogDatabaseOptions & { readonly busyTimeoutMs?: number } = {},
): SqlDatabase & Disposable {
  const db = openDatabase(path, { busyTimeoutMs: options.busyTimeoutMs ?? 0 });
  db.exec('PRAGMA query_only = ON');
  return { ...createCatalogDatabase(db, options), [Symbol.dispose]: () => db.close() };
}
