import type { DatabaseAddress } from '../../config/database-url.ts';
import { columnNames, type InsertedRows, type SqlDatabase, type Transaction } from '../../sql-database.ts';
import type { Connection, SqlValue } from './connection.ts';
import { createPool, type PoolFigures } from './pool.ts';
import { STATE, stateOf } from './store-errors.ts';

/** Callers get a 503 within a second. */
const CALL_TIMEOUT_MS = 1000;

/** A process that is paused inside a transaction loses it after this long, so others wait for 30 s at most. */
const FROZEN_MS = 20_000;

/** Nobody waits longer for a lock, because its holder either works or has lost its transaction by then. */
const LOCK_WAIT_MS = 30_000;

/** How many times work is tried that the server rolls back because of others. */
const ATTEMPTS_MAX = 5;

/** Runs statements. Values are numbered `$1`, `$2`, ...; statements have no name, so that pgbouncer can pool us. */
export interface Queryable {
  /**
   * The rows of one statement, which may take `timeoutMs` where the usual time isn't enough; within a transaction that one's counts.
   * Throws StoreUnavailableError; then its outcome is unknown.
   */
  query<Row extends object>(text: string, values?: readonly SqlValue[], timeoutMs?: number): Promise<Row[]>;
}

/**
 * The PostgreSQL database behind all instances: a bounded pool of connections to its one address. READ COMMITTED, so invariants
 * stand in constraints and behind locked rows.
 */
export interface Database extends SqlDatabase, Queryable, AsyncDisposable {
  query: Queryable['query'];
  /** A failed commit has an unknown outcome and is never repeated; work that the server rolled back because of others is. */
  transaction<T>(
    work: (transaction: Queryable & Transaction) => Promise<T>,
    options?: { readonly timeoutMs?: number },
  ): Promise<T>;
  /** Lets `work` read one state of all tables, however long that takes, and locks nothing. Throws StoreUnavailableError. */
  snapshot<T>(work: (snapshot: Queryable) => Promise<T>): Promise<T>;
  /** How long `query` waits, in ms. */
  readonly callTimeoutMs: number;
  /** How the pool is used, for metrics. */
  figures(): PoolFigures;
  /** Closes every connection; waits for those in use. So does the end of a scope that is `using` it. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly address: DatabaseAddress;
  /** Connections that this process opens at most. */
  readonly connectionsMax: number;
  /** How long a call may wait for a connection and an answer, in ms; CALL_TIMEOUT_MS when left out. */
  readonly callTimeoutMs?: number;
}

/** Opens nothing yet: connections are made when they are needed. */
export function createDatabase({
  address,
  connectionsMax,
  callTimeoutMs = CALL_TIMEOUT_MS,
}: DatabaseOptions): Database {
  const pool = createPool(address, connectionsMax, callTimeoutMs);
  const query: Queryable['query'] = (text, values = [], timeoutMs = callTimeoutMs) =>
    pool.use(timeoutMs, (connection, leftMs) => connection.ask(text, values, leftMs));
  return {
    query,
    async transaction(work, { timeoutMs = callTimeoutMs } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await pool.use(timeoutMs, (connection) =>
            runTransaction(connection, timeoutMs, `BEGIN; ${boundsOf(timeoutMs, FROZEN_MS)}`, (transaction) =>
              work(withLocks(transaction)),
            ),
          );
        } catch (error) {
          const state = stateOf(error);
          const wasRolledBack = state === STATE.serializationFailure || state === STATE.deadlock;
          if (!wasRolledBack || attempt === ATTEMPTS_MAX) throw error;
        }
      }
    },
    snapshot: (work) =>
      pool.use(SNAPSHOT_MS, (connection) => runTransaction(connection, SNAPSHOT_MS, SNAPSHOT, work)),
    callTimeoutMs,
    nowMs: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    eraseDeleted: async () => {},
    async deleteStale() {
      // Limits on attempts that have long been full again.
      await query(
        `DELETE FROM attempt_limit
         WHERE full_at_us < (extract(epoch FROM clock_timestamp() - interval '1 day') * 1000000)::bigint`,
      );
    },
    figures: pool.figures,
    close: pool.close,
    [Symbol.asyncDispose]: pool.close,
  };
}

/** Rows of one statement that inserts, whose bytes the client and the server hold as a whole. */
const ROWS_A_STATEMENT = 1_000;

function withLocks({ query }: Queryable): Queryable & Transaction {
  return {
    query,
    // Whoever only refers to the row, as the gate does, goes on.
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

/**
 * Limits that the server keeps for the rest of a transaction, whatever the role's own are: a process that was paused inside it must
 * not keep rows locked.
 */
function boundsOf(timeoutMs: number, idleMs: number): string {
  return `SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)};
    SET LOCAL lock_timeout = ${Math.ceil(Math.min(timeoutMs, LOCK_WAIT_MS))};
    SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(Math.min(timeoutMs, idleMs))}`;
}

/** How long each statement of a snapshot may take, and the pause before it: a reader holds up only migrations. */
const SNAPSHOT_MS = 600_000;
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${boundsOf(SNAPSHOT_MS, SNAPSHOT_MS)}`;

async function runTransaction<T>(
  connection: Connection,
  timeoutMs: number,
  begin: string,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  await connection.ask(begin, [], timeoutMs);
  try {
    const result = await work({
      query: (text, values = []) => connection.ask(text, values, timeoutMs),
    });
    await connection.ask('COMMIT', [], timeoutMs);
    return result;
  } catch (error) {
    if (connection.isUsable)
      await connection.ask('ROLLBACK', [], timeoutMs).catch(() => connection.destroy());
    throw error;
  }
}
