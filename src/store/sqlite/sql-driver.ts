import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { SqlDatabase, SqlValue } from '../../sql-database.ts';
import { announceCommit, rollBack } from './database.ts';
import { BUSY_ATTEMPTS, BUSY_PAUSE_MS, isBusy } from './file-faults.ts';
import { beginOn, snapshotOf } from './long-transaction.ts';
import { known, preparedStatements, rowsOfStatement, sqliteWriter } from './sql-statements.ts';

/**
 * The SQL database of an accounts file, on a connection that nobody else uses. On a thread that answers it has a busy timeout of 0.
 *
 * A transaction runs in one turn of the event loop, because its statements are done at once: it never keeps the gate, which writes
 * to the file between turns, from its commit. It holds the file's only write lock, so it needs no other locks. Behind another
 * process it waits for a little less than a second, lets reads go first, and then throws StoreUnavailableError.
 */
export function createSqliteSql(db: DatabaseSync): SqlDatabase {
  // The data of a closed account in freed pages of the file is personal too: overwrite it.
  db.exec('PRAGMA secure_delete = ON');
  const statementOf = preparedStatements(db);
  let underWay: Promise<void> | null = null;

  /** Runs `work` between transactions of this connection, again while another connection writes. */
  async function whenFree<T>(work: () => T): Promise<T> {
    for (let attemptsLeft = BUSY_ATTEMPTS; ; attemptsLeft--) {
      while (underWay !== null) await underWay;
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || attemptsLeft <= 1) throw known(error);
      }
      await wait(BUSY_PAUSE_MS);
    }
  }

  return {
    query: <Row extends object>(text: string, values?: readonly SqlValue[]) =>
      whenFree(() => {
        const rows = rowsOfStatement<Row>(statementOf, text, values);
        if (!READS.test(text)) announceCommit();
        return rows;
      }),
    async transaction(work) {
      const { promise, resolve } = Promise.withResolvers<void>();
      await whenFree(() => {
        db.exec('BEGIN IMMEDIATE');
        underWay = promise;
      });
      let isLate = false;
      const nextTurn = setImmediate(() => {
        isLate = true;
      });
      try {
        const result = await work(sqliteWriter(db, statementOf));
        if (isLate) throw new Error('a transaction waited for something else than its statements');
        db.exec('COMMIT');
        announceCommit();
        return result;
      } catch (error) {
        throw known(error);
      } finally {
        clearImmediate(nextTurn);
        rollBack(db);
        underWay = null;
        resolve();
      }
    },
    snapshot: (work) => snapshotOf(pathOf(db), work),
    begin: (options) => beginOn(pathOf(db), options),
    isLocked: async () => false,
    nowMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    async eraseDeleted() {
      // Takes the old pages out of the write-ahead log as well, unless a reader still needs them.
      await whenFree(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    deleteStale: async () => {},
  };
}

const READS = /^\s*SELECT/;

function pathOf(db: DatabaseSync): string {
  return db.location() ?? '';
}
