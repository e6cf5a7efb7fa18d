import type { InsertedRows, Snapshot, Writer } from '../../sql-database.ts';
import type { Connection, SqlValue } from './connection.ts';
import { chunksOf, insertOf } from './insert-rows.ts';
import { readRows, visitRows } from './whole-tables.ts';

/** Runs statements. Values are numbered `$1`, `$2`, ...; statements have no name, so that pgbouncer can pool us. */
export interface TimedReader {
  /**
   * The rows of one statement, which may take `timeoutMs` where the usual time isn't enough; within a transaction that one's counts.
   * Throws StoreUnavailableError; then its outcome is unknown.
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[], timeoutMs?: number): Promise<Row[]>;
}

/** What a connection reads in a transaction that the caller has begun, and ends. */
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
    // Whoever only refers to the row, as the gate does, goes on.
    queryLocked: (text, values) => query(`${text} FOR NO KEY UPDATE`, values),
    async lockName(name) {
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    },
    async insert<Row extends object>(inserted: InsertedRows) {
      const returned: Row[] = [];
      for (const rows of chunksOf(inserted.rows)) {
        const { text, values } = insertOf(inserted, rows);
        for (const row of await query<Row>(text, values)) returned.push(row);
      }
      return returned;
    },
  };
}

/** Nobody waits longer for a lock, because its holder either works or has lost its transaction by then. */
const LOCK_WAIT_MS = 30_000;

/**
 * Limits that the server keeps for the rest of a transaction, whatever the role's own are: a process that was paused inside it must
 * not keep rows locked.
 */
export function boundsOf(timeoutMs: number, idleMs: number): string {
  return `SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)};
    SET LOCAL lock_timeout = ${Math.ceil(Math.min(timeoutMs, LOCK_WAIT_MS))};
    SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(Math.min(timeoutMs, idleMs))}`;
}
