import type { DatabaseAddress } from '../../config/database-url.ts';
import type { SqlDatabase, Writer } from '../../sql-database.ts';
import { beginLong, isLockTaken } from './long-transaction.ts';
import { createPool, type PoolFigures } from './pool.ts';
import { boundsOf, runTransaction, snapshotOn, type TimedReader } from './sql-statements.ts';
import { STATE, stateOf } from './store-errors.ts';

/** Callers get a 503 within a second, which includes the time to read requests and send responses on a busy instance. */
const CALL_TIMEOUT_MS = 850;

/**
 * The server ends the transaction of a process that is paused for this long, so that its locks don't hold up others any longer.
 */
const FROZEN_MS = 20_000;

/** Maximum attempts of work that the server rolls back because of a conflict. */
const ATTEMPTS_MAX = 5;

/**
 * The PostgreSQL database of all instances: a bounded pool of connections to one address. READ COMMITTED, so invariants are kept
 * by constraints and row locks.
 */
export interface Database extends SqlDatabase, TimedReader, AsyncDisposable {
  query: TimedReader['query'];
  /**
   * Repeats work that the server rolled back because of a conflict, but never after a failed commit, whose outcome is unknown.
   */
  transaction<T>(
    work: (transaction: TimedReader & Writer) => Promise<T>,
    options?: { readonly timeoutMs?: number },
  ): Promise<T>;
  /** How long `query` waits, in ms. */
  readonly callTimeoutMs: number;
  /** How the pool is used, for metrics. */
  figures(): PoolFigures;
  /** Closes every connection; waits for those in use. `using` does so, too. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly address: DatabaseAddress;
  /** Connections that this process opens at most. */
  readonly connectionsMax: number;
  /** How long a call may wait for a connection and an answer, in ms; CALL_TIMEOUT_MS when left out. */
  readonly callTimeoutMs?: number;
  /** Long transactions commit only while the job lease has this fencing number (lease.ts). */
  readonly fence?: number | null;
}

/** Connects at the first query. */
export function createDatabase({
  address,
  connectionsMax,
  callTimeoutMs = CALL_TIMEOUT_MS,
  fence = null,
}: DatabaseOptions): Database {
  const pool = createPool(address, connectionsMax, callTimeoutMs);
  const query: TimedReader['query'] = (text, values = [], timeoutMs = callTimeoutMs) =>
    pool.use(timeoutMs, (connection, leftMs) => connection.ask(text, values, leftMs));
  return {
    query,
    async transaction(work, { timeoutMs = callTimeoutMs } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await pool.use(timeoutMs, (connection) =>
            runTransaction(connection, timeoutMs, `BEGIN; ${boundsOf(timeoutMs, FROZEN_MS)}`, work),
          );
        } catch (error) {
          const state = stateOf(error);
          const wasRolledBack = state === STATE.serializationFailure || state === STATE.deadlock;
          if (!wasRolledBack || attempt === ATTEMPTS_MAX) throw error;
        }
      }
    },
    snapshot: (work) =>
      pool.use(SNAPSHOT_MS, (connection) =>
        runTransaction(connection, SNAPSHOT_MS, SNAPSHOT, () => work(snapshotOn(connection, SNAPSHOT_MS))),
      ),
    begin: (options) => beginLong(pool, options, fence),
    isLocked: (lock) => isLockTaken(query, lock),
    callTimeoutMs,
    nowMs: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    eraseDeleted: async () => {},
    async deleteStale() {
      // Deletes rate limits whose allowance has been full for a day.
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

/**
 * Time limit for each statement of a snapshot, and for the idle time between them. It may be long, because a snapshot holds up
 * only migrations.
 */
const SNAPSHOT_MS = 600_000;
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${boundsOf(SNAPSHOT_MS, SNAPSHOT_MS)}`;
