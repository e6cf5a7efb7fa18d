import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import {
  type BeginOptions,
  CatalogBusyError,
  type LockName,
  type LongTransaction,
  type Snapshot,
} from '../../sql-database.ts';
import { type CatalogWrites, localWrites, takeTurn } from './catalog-writes.ts';
import { openDatabase, rollBack } from './database.ts';
import { isBusy } from './file-faults.ts';
import { takeImportLock } from './process-lock.ts';
import { known, preparedStatements, sqliteSnapshot, sqliteWriter } from './sql-statements.ts';

/** Lets `work` read one state of a file, on a connection of its own. */
export async function snapshotOf<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  using db = openDatabase(path, { busyTimeoutMs: SNAPSHOT_WAIT_MS, mapFile: false });
  db.exec(`PRAGMA query_only = ON; ${SMALL_CACHE}; BEGIN`);
  try {
    return await work(sqliteSnapshot(db));
  } catch (error) {
    throw known(error);
  } finally {
    rollBack(db);
  }
}

/** Readers of whole tables, and runs, are as fast with a quarter of the cache, and the thread's memory stays the server's. */
const SMALL_CACHE = 'PRAGMA cache_size = -16384';
const SNAPSHOT_WAIT_MS = 10_000;

/**
 * Begins a transaction that may wait for files, on a connection of its own, which blocks its thread while it commits: not for a
 * thread that answers requests.
 */
export async function beginOn(
  path: string,
  { lock, signal, waitMs, first }: BeginOptions,
  writes: CatalogWrites = localWrites,
): Promise<LongTransaction> {
  await using opened = new AsyncDisposableStack();
  const untilMs = systemClock.monotonicMs() + waitMs;
  const patience = () => ({ signal, waitMs: Math.max(0, untilMs - systemClock.monotonicMs()) });
  if (lock === 'catalogue') opened.use(await takeLock(dirname(path), patience()));
  const db = opened.use(
    openDatabase(path, { busyTimeoutMs: BUSY_TRY_MS, mapFile: false, syncsCommits: lock === 'ranking' }),
  );
  if (lock === 'ranking') db.exec(SMALL_CACHE);
  try {
    const turn = await takeTurn(writes, db, patience());
    opened.defer(turn.end);
    opened.defer(() => rollBack(db));
    await turn.begin(patience());
    if (first !== undefined) {
      await first(sqliteWriter(db));
      await turn.commit();
      await turn.begin(patience());
    }
    return longTransaction(db, turn, opened.move());
  } catch (error) {
    throw isBusy(error) ? busy(error) : error;
  }
}

/** How long one attempt to write blocks the thread, and the pause until the next, which leaves the thread to others. */
const BUSY_TRY_MS = 20;
const LOCK_PAUSE_MS = 80;

function longTransaction(
  db: DatabaseSync,
  turn: Awaited<ReturnType<typeof takeTurn>>,
  held: AsyncDisposableStack,
): LongTransaction {
  const statementOf = preparedStatements(db);
  const commit = async () => {
    await turn.commit();
    // The log of a large commit would otherwise stay until the next one. Readers may keep it for a moment longer.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await held.disposeAsync();
  };
  return {
    ...sqliteSnapshot(db, statementOf),
    ...sqliteWriter(db, statementOf),
    commit,
    async rollback(last) {
      try {
        rollBack(db);
        if (last !== undefined) {
          await turn.begin({ waitMs: LAST_WAIT_MS });
          await last(sqliteWriter(db, statementOf));
          await turn.commit();
        }
        // Discarded writes would otherwise keep their space on the disk.
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        await held.disposeAsync();
      }
    },
    async commitWith(other, work) {
      await commit();
      await using last = await other.begin({ lock: 'catalogue', waitMs: WORK_WAIT_MS });
      await work(last);
      await last.commit();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** How long the last words of a transaction wait for writers that need no lock. */
const LAST_WAIT_MS = 1_000;

/** How long the second file of a commit waits for an import. */
const WORK_WAIT_MS = 600_000;

interface Patience {
  readonly signal: AbortSignal | undefined;
  readonly waitMs: number;
}

/** Waits as long as another import takes, even one in this very thread. */
async function takeLock(folder: string, { signal, waitMs }: Patience): Promise<Disposable> {
  const untilMs = systemClock.monotonicMs() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const taken = takeImportLock(folder);
    if (taken !== null) return taken;
    if (systemClock.monotonicMs() >= untilMs) throw busy();
    await wait(LOCK_PAUSE_MS);
  }
}

export function busy(cause?: unknown): CatalogBusyError {
  return new CatalogBusyError('another process writes to the catalogue', { cause });
}

/** Whether somebody holds a lock of the store in a folder. */
export function isLockTaken(folder: string, lock: LockName): boolean {
  if (lock !== 'catalogue') return false;
  const taken = takeImportLock(folder);
  taken?.close();
  return taken === null;
}
