import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  columnNames,
  type InsertedRows,
  type SqlDatabase,
  type SqlScalar,
  type SqlValue,
  type Transaction,
  UniqueViolationError,
} from '../../sql-database.ts';
import { cutRecordings } from './changeset.ts';
import { announceCommit, rollBack } from './database.ts';
import { BUSY_ATTEMPTS, BUSY_PAUSE_MS, isBusy, unavailable } from './file-faults.ts';
import { placeholders, ROWS_A_STATEMENT, rowsOf } from './rows.ts';

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
        const result = await work(transactionOn(db, statementOf));
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

/** The statements of a transaction that the caller has begun on a connection, and ends. */
export function sqliteTransaction(db: DatabaseSync): Transaction {
  return transactionOn(db, preparedStatements(db));
}

function transactionOn(db: DatabaseSync, statementOf: StatementOf): Transaction {
  const query = async <Row extends object>(text: string, values?: readonly SqlValue[]) =>
    rowsOfStatement<Row>(statementOf, text, values);
  return {
    query,
    queryLocked: query,
    lockName: async () => {},
    insert: async <Row extends object>(rows: InsertedRows) => insertRows<Row>(db, statementOf, rows),
  };
}

type StatementOf = ReturnType<typeof preparedStatements>;

function preparedStatements(db: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  return (text: string): StatementSync => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    const statement = db.prepare(inSqliteWords(text));
    statements.set(text, statement);
    return statement;
  };
}

function rowsOfStatement<Row extends object>(
  statementOf: StatementOf,
  text: string,
  values: readonly SqlValue[] = [],
): Row[] {
  return rowsOf(statementOf(text), ...values.map(boundValue));
}

/** Lists, which SQLite is given as JSON: a condition that one of their values fulfils, and a table of them. */
const ANY = /= ANY \((\$\d+)\)/g;
const LIST = /unnest\((\$\d+)::\w+\[\]\) AS (\w+) \((\w+)\)/g;

function inSqliteWords(text: string): string {
  return text
    .replaceAll(ANY, 'IN (SELECT value FROM json_each($1))')
    .replaceAll(LIST, '(SELECT value AS $3 FROM json_each($1)) AS $2')
    .replaceAll(/\$(\d+)/g, '?$1');
}

function boundValue(value: SqlValue): Exclude<SqlScalar, boolean> {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
    ? JSON.stringify(value)
    : value;
}

/**
 * Writes a few rows a statement: as JSON they take half as long again. Their values have no numbers, by each of which node:sqlite
 * would look through those before it.
 */
function insertRows<Row extends object>(
  db: DatabaseSync,
  statementOf: StatementOf,
  { into, columns, rows, conflict = '' }: InsertedRows,
): Row[] {
  if (rows.length === 0) return [];
  const names = columnNames(columns);
  const insert = (count: number) =>
    statementOf(
      `INSERT INTO ${into} (${names.join(', ')}) VALUES ${placeholders(count, names.length)} ${conflict}`,
    );
  const many = rows.length < ROWS_A_STATEMENT ? null : insert(ROWS_A_STATEMENT);
  const returned: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const isMany = many !== null && rows.length - at >= ROWS_A_STATEMENT;
    const until = at + (isMany ? ROWS_A_STATEMENT : 1);
    const values: Exclude<SqlScalar, boolean>[] = [];
    for (; at < until; at++) for (const value of rows[at] ?? []) values.push(boundValue(value));
    for (const row of rowsOf<Row>(isMany ? many : insert(1), ...values)) returned.push(row);
    cutRecordings(db);
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
