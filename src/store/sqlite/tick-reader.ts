import type { DatabaseSync } from 'node:sqlite';
import type { Reader, SqlValue } from '../../sql-database.ts';
import { countOwnCommits } from './database.ts';
import { asStoreError, preparedStatements, rowsOfStatement } from './sql-statements.ts';

export type TickReader = ReturnType<typeof createTickReader>;

/**
 * Reads a file in one read transaction per tick of the event loop, or until this process commits: all reads of a tick see one
 * snapshot, and SQLite's locks are taken once. `db` is a connection that nobody writes with.
 */
export function createTickReader(db: DatabaseSync) {
  const statementOf = preparedStatements(db);
  const begin = db.prepare('BEGIN');
  const end = db.prepare('ROLLBACK');
  const pragma = db.prepare('PRAGMA data_version');
  let version: unknown;
  /** The own commits when the snapshot was taken; null without a snapshot. */
  let takenAt: number | null = null;

  function leave(): void {
    takenAt = null;
    if (db.isOpen && db.isTransaction) end.run();
  }

  function enter(): void {
    if (takenAt === countOwnCommits()) return;
    if (takenAt === null) setImmediate(leave);
    leave();
    begin.run();
    version = pragma.get()?.data_version;
    takenAt = countOwnCommits();
  }

  const reader: Reader = {
    async query<Row extends object>(text: string, values?: readonly SqlValue[]) {
      try {
        enter();
        return rowsOfStatement<Row>(statementOf, text, values);
      } catch (error) {
        throw asStoreError(error);
      }
    },
  };
  return {
    ...reader,
    /** A value that changes between snapshots if others have committed. Throws StoreUnavailableError. */
    version(): unknown {
      try {
        enter();
        return version;
      } catch (error) {
        throw asStoreError(error);
      }
    },
  };
}
