import type pg from 'pg';
import type { DatabaseAddress } from '../../config/database-url.ts';
import type { TransactionOptions } from '../sql/sql-database.ts';
import type { Connection, SqlValue } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { createPool, type PoolFigures } from './pool.ts';
import { wasRolledBack } from './store-errors.ts';

/** Callers get a 503 within a second. */
const CALL_TIMEOUT_MS = 1000;

/** A process that is paused inside a transaction loses it after this long, so others wait for 30 s at most. */
const FROZEN_MS = 20_000;

/** Nobody waits longer for a lock, because its holder either works or has lost its transaction by then. */
const LOCK_WAIT_MS = 30_000;

/** A reader holds up only migrations, and may compute for a long time between two statements. */
const READER_IDLE_MS = 600_000;

/** How many times work is tried that the server rolls back because of others. */
const ATTEMPTS_MAX = 5;

/** Runs statements. Values are numbered `$1`, `$2`, ...; statements have no name, so that pgbouncer can pool us. */
export interface Queryable {
  /** The rows of one statement. Throws StoreUnavailableError; then its outcome is unknown. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

interface LendOptions {
  /** How long all of it may take, in ms. */
  readonly timeoutMs: number;
  /** Reads one state of all tables, however long that takes, and locks nothing. */
  readonly isSnapshot?: boolean;
}

/** The PostgreSQL database behind all instances: a bounded pool of connections to its one address. */
export interface Database extends Queryable, AsyncDisposable {
  /** Like `query`, with another timeout. */
  queryWithin<Row extends object>(
    timeoutMs: number,
    text: string,
    values?: readonly SqlValue[],
  ): Promise<Row[]>;
  /**
   * Runs `work` in one READ COMMITTED transaction: all of it is kept, or, when it throws, none. `work` runs again after a deadlock,
   * so it must do nothing but ask the transaction. A failed commit has an unknown outcome and is never repeated.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Lends the driver's client for COPY, within one transaction that is kept when `work` resolves. The socket is destroyed when it
   * fails or `timeoutMs` have passed. Throws StoreUnavailableError; then the outcome is unknown.
   */
  lend<T>(work: (client: pg.Client) => Promise<T>, options: LendOptions): Promise<T>;
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
  /** How long a participant may stand still inside a transaction that locks, in ms; FROZEN_MS when left out. */
  readonly frozenMs?: number;
}

/** Opens nothing yet: connections are made when they are needed. */
export function createDatabase({
  address,
  connectionsMax,
  callTimeoutMs = CALL_TIMEOUT_MS,
  frozenMs = FROZEN_MS,
}: DatabaseOptions): Database {
  const pool = createPool(address, connectionsMax, callTimeoutMs);

  const queryWithin = <Row extends object>(
    timeoutMs: number,
    text: string,
    values: readonly SqlValue[] = [],
  ) => pool.use(timeoutMs, (connection, leftMs) => connection.ask<Row>(text, values, leftMs));

  return {
    query: (text, values) => queryWithin(callTimeoutMs, text, values),
    queryWithin,
    async transaction(work, { timeoutMs = callTimeoutMs } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await pool.use(timeoutMs, (connection) =>
            runTransaction(connection, timeoutMs, frozenMs, work),
          );
        } catch (error) {
          if (!wasRolledBack(error) || attempt === ATTEMPTS_MAX) throw error;
        }
      }
    },
    lend: (work, { timeoutMs, isSnapshot = false }) =>
      pool.use(timeoutMs, async (connection, leftMs) => {
        const begin = isSnapshot
          ? `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${boundsOf(leftMs, READER_IDLE_MS)}`
          : `BEGIN; ${boundsOf(leftMs, frozenMs)}`;
        return lendClient(connection, begin, leftMs, work);
      }),
    callTimeoutMs,
    figures: pool.figures,
    close: pool.close,
    [Symbol.asyncDispose]: pool.close,
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

async function runTransaction<T>(
  connection: Connection,
  timeoutMs: number,
  frozenMs: number,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  await connection.ask(`BEGIN; ${boundsOf(timeoutMs, frozenMs)}`, [], timeoutMs);
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

async function lendClient<T>(
  connection: Connection,
  begin: string,
  timeoutMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const stop = startDeadline(timeoutMs, () => connection.abandon());
  try {
    await connection.ask(begin, [], timeoutMs);
    const result = await work(connection);
    await connection.ask('COMMIT', [], timeoutMs);
    return result;
  } catch (error) {
    connection.destroy();
    throw connection.lossOf(error);
  } finally {
    stop();
  }
}
