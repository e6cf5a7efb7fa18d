import {
  columnNames,
  type InsertedRows,
  type Snapshot,
  type SqlValue,
  type Writer,
} from '../../sql-database.ts';
import type { Connection } from './connection.ts';
import { readRows, visitRows } from './whole-tables.ts';

export interface TimedReader {
  /**
   * `timeoutMs` replaces the usual timeout, but not that of a transaction. Statements are unnamed, for pgbouncer. Throws
   * StoreUnavailableError, with an unknown outcome.
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[], timeoutMs?: number): Promise<Row[]>;
}

/** Client and server hold the rows of one INSERT in memory. */
const ROWS_A_STATEMENT = 1_000;

export function snapshotOn(connection: Connection, timeoutMs: number): Snapshot {
  return {
    query: (text, values = []) => connection.ask(text, values, timeoutMs),
    rows: (text, values = []) => readRows(connection, text, values, timeoutMs),
    visit: (text, values, each) => visitRows(connection, text, values, each, timeoutMs),
  };
}

export function withLocks({ query }: Pick<TimedReader, 'query'>): TimedReader & Writer {
  return {
    query,
    // Unlike FOR UPDATE, this lock lets others insert rows that refer to the locked row.
    queryLocked: (text, values) => query(`${text} FOR NO KEY UPDATE`, values),
    async lockName(name) {
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    },
    async insert<Row extends object>({ into, columns, rows, conflict = '' }: InsertedRows) {
      const lists = columns
        .split(', ')
        .map((column, at) => `$${at + 1}::${column.slice(column.indexOf(' ') + 1)}[]`);
      const text = `INSERT INTO ${into} (${columnNames(columns).join(', ')}) SELECT * FROM unnest(${lists.join(', ')}) ${conflict}`;
      const returned: Row[] = [];
      for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
        const some = rows.slice(at, at + ROWS_A_STATEMENT);
        returned.push(
          ...(await query<Row>(
            text,
            lists.map((_, column) => some.map((row) => row[column] ?? null)),
          )),
        );
      }
      return returned;
    },
  };
}

export async function runTransaction<T>(
  connection: Connection,
  timeoutMs: number,
  begin: string,
  work: (transaction: TimedReader & Writer) => Promise<T>,
): Promise<T> {
  const ask = (text: string) => connection.ask(text, [], timeoutMs);
  await ask(begin);
  try {
    const result = await work(withLocks(snapshotOn(connection, timeoutMs)));
    await ask('COMMIT');
    return result;
  } catch (error) {
    if (connection.isUsable) await ask('ROLLBACK').catch(() => connection.destroy());
    throw error;
  }
}

/** By then, the server has ended the transaction of a frozen holder (FROZEN_MS). */
const LOCK_WAIT_MS = 30_000;

/** Limits the rest of a transaction, so that a paused process doesn't keep rows locked. */
export function boundsOf(timeoutMs: number, idleMs: number): string {
  return `SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)};
    SET LOCAL lock_timeout = ${Math.ceil(Math.min(timeoutMs, LOCK_WAIT_MS))};
    SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(Math.min(timeoutMs, idleMs))}`;
}
