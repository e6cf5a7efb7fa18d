import type { DatabaseSync } from 'node:sqlite';
import type { Reader, SqlValue } from '../../sql-database.ts';
import { countOwnCommits } from './database.ts';
import { known, preparedStatements, rowsOfStatement } from './sql-statements.ts';

export type TurnReader = ReturnType<typeof createTurnReader>;

/**
 * Reads a file on a connection that nobody writes with. All that one turn of the event loop reads is of one state, as of its first
 * statement or the last commit of this process: calls that one turn handles had all begun to arrive when it started, so what another
 * process committed before them is seen by all. One read transaction a turn also takes and gives back SQLite's locks only once.
 */
export function createTurnReader(db: DatabaseSync) {
  const statementOf = preparedStatements(db);
  const begin = db.prepare('BEGIN');
  const end = db.prepare('ROLLBACK');
  const pragma = db.prepare('PRAGMA data_version');
  let version: unknown;
  /** Own commits when the state was taken; null = there is none now. */
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
        throw known(error);
      }
    },
  };
  return {
    ...reader,
    /** A value that differs between two states. Throws StoreUnavailableError. */
    version(): unknown {
      try {
        enter();
        return version;
      } catch (error) {
        throw known(error);
      }
    },
  };
}
