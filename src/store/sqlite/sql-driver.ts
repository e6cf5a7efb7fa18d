import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { SqlDatabase, SqlValue } from '../../sql-database.ts';
import { announceCommit, rollBack } from './database.ts';
import { BUSY_ATTEMPTS, BUSY_PAUSE_MS, isBusy } from './file-faults.ts';
import { beginOn, snapshotOf } from './long-transaction.ts';
import { asStoreError, preparedStatements, rowsOfStatement, sqliteWriter } from './sql-statements.ts';

/**
 * The accounts database on its own connection. A transaction runs within one tick, so the gate, which writes between ticks, never
 * waits. While another process writes, a statement is retried for almost a second, then throws StoreUnavailableError. The file's
 * write lock makes other locks needless.
 */
export function createSqliteSql(db: DatabaseSync): SqlDatabase {
  // Overwrites the data of a closed account in freed pages.
  db.exec('PRAGMA secure_delete = ON');
  const statementOf = preparedStatements(db);
  let underWay: Promise<void> | null = null;

  /** Runs `work` between transactions of this connection; retries while another one writes. */
  async function whenFree<T>(work: () => T): Promise<T> {
    for (let attemptsLeft = BUSY_ATTEMPTS; ; attemptsLeft--) {
      while (underWay !== null) await underWay;
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || attemptsLeft <= 1) throw asStoreError(error);
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
    snapshot: (work) => snapshotOf(pathOf(db), work),
    begin: (options) => beginOn(pathOf(db), options),
    isLocked: async () => false,
    nowMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    async eraseDeleted() {
      // Empties the write-ahead log as well, unless a reader still needs it.
      await whenFree(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    deleteStale: async () => {},
  };
}

const READS = /^\s*SELECT/;

function pathOf(db: DatabaseSync): string {
  return db.location() ?? '';
}
