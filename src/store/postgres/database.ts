import type pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/database-url.ts';
import type { Connection, SqlValue } from './connection.ts';
import { createConnectionPool, type PoolFigures } from './connection-pool.ts';
import { startDeadline } from './deadline.ts';
import { isServerLost, wasRolledBack } from './store-errors.ts';

/** Whoever asks us gets a 503 within a second. */
const CALL_TIMEOUT_MS = 1000;

/** How often work starts again that the server rolled back because of others. */
const ATTEMPTS_MAX = 5;

/** Runs statements. Values are numbered `$1`, `$2`, ...; statements have no name, so that pgbouncer can pool us. */
export interface Queryable {
  /** The rows of one statement. Throws StoreUnavailableError; then its outcome is unknown. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /** How long each statement may take, in ms; as long as `query` waits when left out. */
  readonly timeoutMs?: number;
}

/** The PostgreSQL database behind all instances: a bounded pool of connections to whichever server is the primary. */
export interface Database extends Queryable {
  /** As `query`, with less time than usual, or more. */
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
   * Lends the driver's client for COPY. The socket is destroyed when `work` fails or `timeoutMs` have passed. `work` leaves
   * no transaction open.
   */
  lend<T>(work: (client: pg.Client) => Promise<T>, timeoutMs: number): Promise<T>;
  /** How long `query` waits, in ms. */
  readonly callTimeoutMs: number;
  /** How the pool is used, for metrics. */
  figures(): PoolFigures;
  /** Closes every connection; those in use when they are given back. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
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
  const pool = createConnectionPool(address, connectionsMax);

  async function withConnection<T>(
    timeoutMs: number,
    work: (connection: Connection, leftMs: number) => Promise<T>,
  ): Promise<T> {
    const startMs = systemClock.monotonicMs();
    const connection = await pool.acquire(timeoutMs);
    try {
      return await work(connection, Math.max(1, timeoutMs - (systemClock.monotonicMs() - startMs)));
    } catch (error) {
      // After a failover the others lead to the same wrong server; after a silence, to the same dead one.
      if (isServerLost(error) || !connection.isUsable()) {
        connection.destroy();
        pool.dropIdle();
      }
      throw error;
    } finally {
      pool.release(connection);
    }
  }

  const queryWithin = <Row extends object>(
    timeoutMs: number,
    text: string,
    values: readonly SqlValue[] = [],
  ) => withConnection(timeoutMs, (connection, leftMs) => connection.query<Row>(text, values, leftMs));

  return {
    query: (text, values) => queryWithin(callTimeoutMs, text, values),
    queryWithin,
    async transaction(work, { timeoutMs = callTimeoutMs } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await withConnection(timeoutMs, (connection) => runTransaction(connection, timeoutMs, work));
        } catch (error) {
          if (!wasRolledBack(error) || attempt === ATTEMPTS_MAX) throw error;
        }
      }
    },
    lend: (work, timeoutMs) =>
      withConnection(timeoutMs, (connection, leftMs) => lendClient(connection, leftMs, work)),
    callTimeoutMs,
    figures: pool.figures,
    close: pool.close,
  };
}

async function runTransaction<T>(
  connection: Connection,
  timeoutMs: number,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  // The server, too, gives up: a process that was paused inside a transaction must not keep rows locked.
  await connection.query(
    `BEGIN;
     SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)};
     SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(timeoutMs)}`,
    [],
    timeoutMs,
  );
  try {
    const result = await work({
      query: (text, values = []) => connection.query(text, values, timeoutMs),
    });
    await connection.query('COMMIT', [], timeoutMs);
    return result;
  } catch (error) {
    if (connection.isUsable()) await connection.query('ROLLBACK', [], timeoutMs).catch(connection.destroy);
    throw error;
  }
}

async function lendClient<T>(
  connection: Connection,
  timeoutMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const stop = startDeadline(timeoutMs, connection.destroy);
  try {
    return await work(connection.client);
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    stop();
  }
}
