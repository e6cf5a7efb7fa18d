import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../clock.ts';
import type { FeedProblem } from '../../../ingest/feed-record.ts';
import {
  type BeginOptions,
  type FeedStore,
  type FeedSummary,
  type FeedTransaction,
  StoreFullError,
} from '../../../ingest/feed-store.ts';
import type { ImportEnd } from '../../../ingest/import-log.ts';
import { announceCommit } from '../data-version.ts';
import { migrate, openDatabase, transaction } from '../database.ts';
import { type ProcessLock, takeImportLock } from '../process-lock.ts';
import { isBusy, writeWhenFree } from '../write-when-free.ts';
import { createFeedApplier } from './feed-applier.ts';
import { closeAbandoned, closeEntry, emptySummary, openEntry } from './import-log.ts';

export interface SqliteFeedStoreOptions {
  /** The catalogue file; made and migrated when it is not there. */
  readonly path: string;
  readonly clock: Clock;
  /** True counts order lines and cancellations of months that are closed and published. Default false. */
  readonly restate?: boolean;
}

/**
 * Takes feeds into the catalogue file. Each transaction has its own connection, on which every call works without
 * giving way: not for a thread that answers requests.
 */
export function createSqliteFeedStore(options: SqliteFeedStoreOptions): FeedStore {
  return {
    async begin({ source, signal }: BeginOptions = {}) {
      const db = openDatabase(options.path, { busyTimeoutMs: LOCK_TRY_MS });
      let lock: ProcessLock | null = null;
      try {
        migrate(db, 'catalog');
        // The log of a large import would otherwise keep its size on disk for ever.
        db.exec(`PRAGMA busy_timeout = ${LOCK_TRY_MS}; PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
        const { path, clock } = options;
        lock = await whenFree(() => takeImportLock(dirname(path)), signal);
        const entry = source && (await openLogged(db, () => openEntry(db, source, clock.nowMs())));
        await takeWriteLock(db, signal);
        return createTransaction(db, lock, entry ?? null, options);
      } catch (error) {
        db.close();
        lock?.release();
        throw error;
      }
    },
  };
}

const LOG_BYTES_KEPT = 64 * 1024 * 1024;

/** How long one attempt to write holds up the thread, and the pause until the next, which leaves it to others. */
const LOCK_TRY_MS = 20;
const LOCK_PAUSE_MS = 80;

/** Waits as long as another import takes, even one in this very thread. */
async function whenFree<T>(take: () => T | null, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const taken = take();
    if (taken !== null) return taken;
    await setTimeout(LOCK_PAUSE_MS);
  }
}

/** Other writers, such as an operator's decision, hold the file for a moment only. */
async function takeWriteLock(db: DatabaseSync, signal: AbortSignal | undefined): Promise<void> {
  await whenFree(() => {
    try {
      db.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isBusy(error)) return null;
      throw error;
    }
  }, signal);
}

function openLogged(db: DatabaseSync, open: () => number): Promise<number> {
  return writeWhenFree(db, () => {
    closeAbandoned(db);
    return open();
  });
}

function createTransaction(
  db: DatabaseSync,
  lock: ProcessLock,
  entry: number | null,
  options: SqliteFeedStoreOptions,
): FeedTransaction {
  const summary = emptySummary();
  const applier = createFeedApplier(db, options, summary);
  let isOpen = true;
  const close = () => {
    isOpen = false;
    db.close();
    lock.release();
  };
  const rollback = (end: ImportEnd | undefined): FeedSummary => {
    if (!isOpen) return summary;
    try {
      if (db.isTransaction) db.exec('ROLLBACK');
      if (end !== undefined && entry !== null) transaction(db, () => closeEntry(db, entry, end, summary));
      // What was written and is forgotten again would otherwise keep its place on the disk.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      close();
    }
    return summary;
  };
  return {
    async apply(batch) {
      const refused: FeedProblem[] = [];
      const warnings: FeedProblem[] = [];
      guardSpace(() => applier.apply(batch, { refused, warnings }));
      return { refused, warnings };
    },
    async finish() {
      const refused: FeedProblem[] = [];
      const warnings: FeedProblem[] = [];
      guardSpace(() => applier.finish({ refused, warnings }));
      return { refused, warnings, effect: applier.effect() };
    },
    async commit(end) {
      if (!isOpen) throw new Error('the transaction has ended');
      guardSpace(() => {
        if (end !== undefined && entry !== null) closeEntry(db, entry, end, summary);
        applier.noteRevision();
        db.exec('COMMIT');
      });
      announceCommit();
      close();
      return summary;
    },
    rollback: async (end) => rollback(end),
  };
}

const SQLITE_FULL = 13;

/** Says in words that the disk is full. */
function guardSpace(work: () => void): void {
  try {
    work();
  } catch (error) {
    const isFull =
      error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_FULL;
    throw isFull ? new StoreFullError({ cause: error }) : error;
  }
}
