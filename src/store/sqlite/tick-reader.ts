import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { Revision } from '../../catalog/revision.ts';
import type { Reader, SqlValue } from '../../sql-database.ts';
import { countOwnCommits } from './database.ts';
import { withStoreErrors } from './file-faults.ts';
import { preparedStatements, rowsOfStatement } from './sql-statements.ts';

interface TickReader extends Reader {
  /** A value that changes between snapshots if others have committed. Throws StoreUnavailableError. */
  version(): unknown;
}

/**
 * Reads a file in one read transaction per tick of the event loop. So all reads of a tick see one snapshot, and SQLite locks the
 * file once. A commit of this process begins a new snapshot. `db` must be a connection without writers.
 */
export function createTickReader(db: DatabaseSync): TickReader {
  const statementOf = preparedStatements(db);
  const begin = db.prepare('BEGIN');
  const end = db.prepare('ROLLBACK');
  const pragma = db.prepare('PRAGMA data_version');
  let version: unknown;
  /** The count of own commits when the snapshot was taken; null without a snapshot. */
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

  const read = <T>(work: () => T): T =>
    withStoreErrors(() => {
      enter();
      return work();
    });
  return {
    query: async <Row extends object>(text: string, values?: readonly SqlValue[]) =>
      read(() => rowsOfStatement<Row>(statementOf, text, values)),
    version: () => read(() => version),
  };
}

/**
 * The revision of catalogue and lists, as this process numbers it. `db` reads the catalogue; `publications` counts changes of the
 * lists. `current` equals `latest`, because a tick has one snapshot.
 */
export function createFileRevision(
  db: DatabaseSync,
  { version }: Pick<TickReader, 'version'>,
  publications: () => number = () => 0,
): Revision {
  const select = db.prepare('SELECT revision FROM catalog_state');
  const revisionAt = memoizeLast((_version: unknown) => Number(select.get()?.revision));
  const current = () => withStoreErrors(() => revisionAt(version()) + publications());
  return { current, latest: async () => current() };
}
