import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  columnNames,
  type InsertedRows,
  type SqlDatabase,
  type SqlScalar,
  type SqlValue,
  UniqueViolationError,
  valuesList,
} from '../../sql-database.ts';
import { cutRecordings } from './changeset.ts';
import { announceCommit, rollBack } from './database.ts';
import { BUSY_ATTEMPTS, BUSY_PAUSE_MS, isBusy, unavailable } from './file-faults.ts';
import { ROWS_A_STATEMENT, rowsOf } from './rows.ts';

/** Statements kept prepared; the adapters have a few hundred. */
const STATEMENTS_MAX = 500;

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
  const run = statementRunner(db);
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
        const rows = run<Row>(text, values);
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
      const query = async <Row extends object>(text: string, values?: readonly SqlValue[]) =>
        run<Row>(text, values);
      const insert = async <Row extends object>(rows: InsertedRows) => insertRows<Row>(db, run, rows);
      try {
        const result = await work({ query, queryLocked: query, lockName: async () => {}, insert });
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
    nowMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    async eraseDeleted() {
      // Takes the old pages out of the write-ahead log as well, unless a reader still needs them.
      await whenFree(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    deleteStale: async () => {},
  };
}

const READS = /^\s*SELECT/;

function statementRunner(db: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  return <Row extends object>(text: string, values: readonly SqlValue[] = []): Row[] => {
    let statement = statements.get(text);
    if (statement === undefined) {
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statement = db.prepare(
        text.replaceAll(ANY, 'IN (SELECT value FROM json_each($$$1))').replaceAll(/\$(\d+)/g, '?$1'),
      );
      statements.set(text, statement);
    }
    return rowsOf(statement, ...values.map(boundValue));
  };
}

type RunStatement = ReturnType<typeof statementRunner>;

/** A condition that one of a list of values fulfils, which SQLite is given as JSON. */
const ANY = /= ANY \(\$(\d+)\)/g;

function boundValue(value: SqlValue): Exclude<SqlScalar, boolean> {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
    ? JSON.stringify(value)
    : value;
}

/** Writes a few rows a statement: as JSON they take half as long again. */
function insertRows<Row extends object>(
  db: DatabaseSync,
  run: RunStatement,
  { into, columns, rows, conflict = '' }: InsertedRows,
): Row[] {
  const names = columnNames(columns);
  const textOf = (count: number) =>
    `INSERT INTO ${into} (${names.join(', ')}) VALUES ${valuesList(count, names.length)} ${conflict}`;
  const [many, one] = [textOf(ROWS_A_STATEMENT), textOf(1)];
  const returned: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const count = rows.length - at < ROWS_A_STATEMENT ? 1 : ROWS_A_STATEMENT;
    returned.push(...run<Row>(count === 1 ? one : many, rows.slice(at, at + count).flat()));
    cutRecordings(db);
    at += count;
  }
  return returned;
}

/** SQLite's extended result codes of a second row for a UNIQUE constraint, or a primary key. */
const UNIQUE_CODES: readonly unknown[] = [2067, 1555];

function known(error: unknown): unknown {
  if (error instanceof Error && 'errcode' in error && UNIQUE_CODES.includes(error.errcode)) {
    return new UniqueViolationError(error.message, { cause: error });
  }
  return unavailable(error);
}
