import {
  type BeginOptions,
  type LockName,
  type LongTransaction,
  type Reader,
  StoreUnavailableError,
  type Writer,
} from '../../sql-database.ts';
import { type Patience, patienceOf, waitForLock } from '../wait-for-lock.ts';
import { checkFence } from './lease.ts';
import type { createPool } from './pool.ts';
import { boundsOf, runTransaction, snapshotOn, type TimedReader, withLocks } from './sql-statements.ts';

const STATEMENT_MS = 600_000;

/**
 * The server ends the transaction of a process that sends nothing for this long. A running process sends a statement every
 * KEEP_ALIVE_MS.
 */
const FROZEN_MS = 25_000;
const KEEP_ALIVE_MS = 5_000;

const LOCK_PAUSE_MS = 50;

/**
 * Without sequential scans: PostgreSQL has no statistics of a table that the transaction fills, and would read all of it for each
 * batch.
 */
const BEGIN = `BEGIN; ${boundsOf(STATEMENT_MS, FROZEN_MS)}; SET LOCAL enable_seqscan = off`;

/**
 * Begins a transaction on its own connection, which may await files. With `fence`, it commits only while the job lease has that
 * fencing number.
 */
export async function beginLong(
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
    // The next statement shows any failure.
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

export async function takeLock({ query }: Reader, lock: LockName, patience: Patience): Promise<void> {
  const take = `SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS taken`;
  const attempt = async () => (await query<{ taken: boolean }>(take, [lock]))[0]?.taken || null;
  await waitForLock(attempt, LOCK_PAUSE_MS, patience);
}

export async function isLockTaken(query: TimedReader['query'], lock: LockName): Promise<boolean> {
  const take = `SELECT pg_try_advisory_xact_lock_shared(${LOCK_KEY}) AS free`;
  const [row] = await query<{ free: boolean }>(take, [lock]);
  if (row === undefined) throw new StoreUnavailableError('the database said nothing of a lock');
  return !row.free;
}

/** The prefix keeps these locks apart from those of `lockName`. */
const LOCK_KEY = `hashtextextended('lock:' || $1, 0)`;
