import type { DatabaseAddress } from '../../config/database-url.ts';
import type { SqlDatabase, Writer } from '../../sql-database.ts';
import { beginLong, isLockTaken } from './long-transaction.ts';
import { createPool, type PoolFigures } from './pool.ts';
import { boundsOf, runTransaction, snapshotOn, type TimedReader } from './sql-statements.ts';
import { STATE, stateOf } from './store-errors.ts';

/** Callers get a 503 within a second, which includes reading the request and sending the response. */
const CALL_TIMEOUT_MS = 850;

/** The server ends the transaction of a process that is paused for this long, so its locks are free again. */
const FROZEN_MS = 20_000;

const ATTEMPTS_MAX = 5;

/**
 * The PostgreSQL database of all instances, over a bounded pool. READ COMMITTED, so constraints and row locks keep invariants.
 */
export interface Database extends SqlDatabase, TimedReader, AsyncDisposable {
  query: TimedReader['query'];
  /** Repeats work that a conflict rolled back, but never a failed commit, whose outcome is unknown. */
  transaction<T>(
    work: (transaction: TimedReader & Writer) => Promise<T>,
    options?: { readonly timeoutMs?: number },
  ): Promise<T>;
  readonly callTimeoutMs: number;
  figures(): PoolFigures;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly address: DatabaseAddress;
  readonly connectionsMax: number;
  readonly callTimeoutMs?: number;
  /** Long transactions commit only while the job lease has this fencing number (lease.ts). */
  readonly fence?: number | null;
}

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

/** Limit of each statement, and of idle time between them. A snapshot holds up only migrations. */
const SNAPSHOT_MS = 600_000;
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${boundsOf(SNAPSHOT_MS, SNAPSHOT_MS)}`;
