import type { DatabaseAddress } from '../../config/readers.ts';
import {
  type BeginOptions,
  type LockName,
  type LongTransaction,
  type Reader,
  type SqlDatabase,
  StoreUnavailableError,
  type Writer,
} from '../../sql-database.ts';
import { type Patience, PERSON_WAIT_MS, patienceOf, waitForLock } from '../wait-for-lock.ts';
import { checkFence } from './lease.ts';
import { createPool } from './pool.ts';
import { boundsOf, runTransaction, snapshotOn, type TimedReader, withLocks } from './sql-statements.ts';
import { STATE, stateOf } from './store-errors.ts';

/** Leaves time to send a 503 within a second after the request began. */
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
  figures: ReturnType<typeof createPool>['figures'];
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly address: DatabaseAddress;
  readonly connectionsMax: number;
  readonly callTimeoutMs?: number;
  /** If set, long transactions commit only while the job lease has this fencing number (lease.ts). */
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

/** Limits each statement of a snapshot, and the time between statements. Only migrations wait for a snapshot. */
const SNAPSHOT_MS = 600_000;
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${boundsOf(SNAPSHOT_MS, SNAPSHOT_MS)}`;

/** The database of catalogue and lists: each transaction takes the writers' lock first. */
export function createCatalogDatabase(database: Database, usualWaitMs = PERSON_WAIT_MS): SqlDatabase {
  return {
    ...database,
    transaction: (work, { waitMs = usualWaitMs, timeoutMs } = {}) =>
      database.transaction(
        async (writer) => {
          await takeLock(writer, 'catalogue', patienceOf(waitMs));
          return work(writer);
        },
        timeoutMs === undefined ? {} : { timeoutMs },
      ),
  };
}

const STATEMENT_MS = 600_000;

/**
 * The server ends the transaction of a process that sends nothing for this long. A running process sends a statement every
 * KEEP_ALIVE_MS.
 */
const SILENT_MS = 25_000;
const KEEP_ALIVE_MS = 5_000;

const LOCK_PAUSE_MS = 50;

/**
 * No sequential scans: PostgreSQL has no statistics of a table that this transaction fills, and would read the whole table again
 * and again.
 */
const BEGIN = `BEGIN; ${boundsOf(STATEMENT_MS, SILENT_MS)}; SET LOCAL enable_seqscan = off`;

async function beginLong(
  pool: Pick<ReturnType<typeof createPool>, 'lend' | 'use'>,
  { lock, signal, waitMs, first }: BeginOptions,
  fence: number | null,
): Promise<LongTransaction> {
  await using opened = new AsyncDisposableStack();
  const patience = patienceOf(waitMs, signal);
  const { connection, giveBack } = await pool.lend(STATEMENT_MS);
  opened.defer(giveBack);
  const ask = (text: string) => connection.ask(text, [], STATEMENT_MS);
  let isOpen = true;
  opened.defer(async () => {
    if (isOpen && connection.isUsable) await ask('ROLLBACK').catch(() => connection.destroy());
  });
  const snapshot = snapshotOn(connection, STATEMENT_MS);
  await ask(BEGIN);
  await takeLock(snapshot, lock, patience);
  const timer = setInterval(() => {
    ask('SELECT').catch(() => {});
  }, KEEP_ALIVE_MS).unref();
  opened.defer(() => clearInterval(timer));
  const writer = withLocks(snapshot);
  const apart = (work: (writer: Writer) => Promise<void>) =>
    pool.use(STATEMENT_MS, (own) => runTransaction(own, STATEMENT_MS, BEGIN, work));
  if (first !== undefined) await apart(first);
  const held = opened.move();
  const commit = async () => {
    if (fence !== null) await checkFence(snapshot, fence);
    isOpen = false;
    try {
      await ask('COMMIT');
    } finally {
      await held.disposeAsync();
    }
  };
  return {
    ...snapshot,
    ...writer,
    commit,
    async rollback(last) {
      await held.disposeAsync();
      if (last !== undefined) await apart(last);
    },
    async commitWith(_, work) {
      await takeLock(writer, 'catalogue', patienceOf(STATEMENT_MS));
      await work(writer);
      await commit();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function takeLock({ query }: Reader, lock: LockName, patience: Patience): Promise<void> {
  const take = `SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS taken`;
  const attempt = async () => (await query<{ taken: boolean }>(take, [lock]))[0]?.taken || null;
  await waitForLock(attempt, LOCK_PAUSE_MS, patience);
}

async function isLockTaken(query: TimedReader['query'], lock: LockName): Promise<boolean> {
  const take = `SELECT pg_try_advisory_xact_lock_shared(${LOCK_KEY}) AS free`;
  const [row] = await query<{ free: boolean }>(take, [lock]);
  if (row === undefined) throw new StoreUnavailableError('the database said nothing of a lock');
  return !row.free;
}

const LOCK_KEY = `hashtextextended('lock:' || $1, 0)`;
