import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { layOutCategories } from '../catalog/category.ts';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { type BuyerKey, buyerKeyOf } from '../rankings/ledger/buyer-reference.ts';
import { loadSecrets } from '../store/files/secrets-file.ts';
import { keepChanges, keepsNothing } from '../store/kept-changes.ts';
import { type CatalogWrites, localWrites, takeTurn } from '../store/sqlite/catalog-writes.ts';
import { openDatabase, rollBack } from '../store/sqlite/database.ts';
import { type ProcessLock, takeImportLock } from '../store/sqlite/process-lock.ts';
import { rowsOf, SELECT_CATEGORIES } from '../store/sqlite/rows.ts';
import { sqliteWriter } from '../store/sqlite/sql-statements.ts';
import { createFeedApplier } from './apply/feed-applier.ts';
import type { FeedSummary } from './feed-record.ts';
import {
  closeAbandoned,
  closeEntry,
  emptySummary,
  type ImportEnd,
  type ImportSource,
  openEntry,
} from './import-log.ts';
import type { Reason } from './reason.ts';

export interface ImportSessionOptions {
  /** The catalogue file; made and migrated if it doesn't exist. */
  readonly path: string;
  readonly clock: Clock;
  /** Where the commits go; into the file alone when left out. */
  readonly writes?: CatalogWrites;
}

export interface FeedStoreOptions extends ImportSessionOptions {
  /** True counts order lines and cancellations of months that are closed and published. Default false. */
  readonly restate?: boolean;
  /** The secret under which buyers are stored. Default: from the secrets file beside the catalogue file. */
  readonly buyerKey?: BuyerKey;
}

export interface BeginOptions {
  /** Opens an entry in the import log before anything else happens. */
  readonly source?: ImportSource | null | undefined;
  /** A check: it leaves no entry. */
  readonly dryRun?: boolean;
  /** Ends the wait for another import. */
  readonly signal?: AbortSignal | undefined;
}

export type FeedStore = ReturnType<typeof createFeedStore>;
export type FeedTransaction = Awaited<ReturnType<typeof createTransaction>>;

/** The disk is full. Nothing of the import was kept, and the space that it took is free again. */
export class StoreFullError extends Error {
  override name = 'StoreFullError';
  readonly reason: Reason = message('feeds.diskFull');
}

/**
 * Begins an import into the catalogue file. Waits while another one is under way, and throws the signal's reason if it is aborted in
 * the meantime. Each transaction has its own connection and blocks its thread: not for a thread that answers requests.
 */
export function createFeedStore(options: FeedStoreOptions) {
  return async ({ source, dryRun = false, signal }: BeginOptions = {}) => {
    const session = await openImportSession(options, dryRun ? null : (source ?? null), signal);
    try {
      return await createTransaction(session, options, source?.feedSource ?? '');
    } catch (error) {
      await session.close();
      throw error;
    }
  };
}

/**
 * One file on its way into the store (feed-applier.ts). Nothing is visible to any reader before `commit` returns, and everything
 * is after. A process that dies before that leaves the catalogue and the orders as they were.
 */
async function createTransaction(session: ImportSession, options: FeedStoreOptions, feedSource: string) {
  const { db, turn, entry } = session;
  const sql = sqliteWriter(db);
  const summary = emptySummary();
  const buyerKey = options.buyerKey ?? buyerKeyOf(loadSecrets(dirname(options.path)).keyPepper);
  const kept = entry === null ? keepsNothing : keepChanges(sql, ['import', entry], options.clock.nowMs());
  const applier = await createFeedApplier(
    sqliteWriter(db),
    { ...options, buyerKey, feedSource, kept },
    summary,
  );
  let isOpen = true;
  const close = async () => {
    isOpen = false;
    await session.close();
  };
  return {
    ...applier,
    /** The shop's categories before the import. */
    categories: () => layOutCategories(rowsOf(db.prepare(SELECT_CATEGORIES))),
    /**
     * Throws when nothing could be kept; the transaction has ended then, too. `end` completes the entry of the log in the
     * same step.
     */
    async commit(end?: ImportEnd): Promise<FeedSummary> {
      if (!isOpen) throw new Error('the transaction has ended');
      await kept.end();
      if (end !== undefined && entry !== null) await closeEntry(sql, entry, end, summary);
      await applier.recordRevision();
      await turn.commit();
      // The log of a large import would otherwise stay until the next one. Readers may keep it for a moment longer.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      await close();
      return summary;
    },
    /**
     * Forgets everything; the summary says what a commit would have done. `end` completes the entry of the log. Does nothing
     * once the transaction has ended.
     */
    async rollback(end?: ImportEnd): Promise<FeedSummary> {
      if (!isOpen) return summary;
      try {
        rollBack(db);
        if (end !== undefined && entry !== null) {
          await turn.begin({ waitMs: END_WAIT_MS });
          await closeEntry(sql, entry, end, summary);
          await turn.commit();
        }
        // Discarded writes would otherwise keep their space on the disk.
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        await close();
      }
      return summary;
    },
  };
}

const SQLITE_FULL = 13;
/** What a quota or a limit of file sizes ends in. */
const SQLITE_IOERR_WRITE = 778;

/** How long the entry of a failed import waits for other writers. */
const END_WAIT_MS = 1_000;

/** Says in words that the disk is full; other errors stay as they are. */
export function inWords(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_FULL || code === SQLITE_IOERR_WRITE
    ? new StoreFullError('the disk is full', { cause: error })
    : error;
}

type ImportSession = Awaited<ReturnType<typeof openImportSession>>;

/**
 * A connection in a write transaction, held by the one import that is under way. Waits for its turn, opens the log entry in a commit
 * of its own, and begins the transaction; without a source there is no entry. Throws the signal's reason if it is aborted in the
 * meantime.
 */
export async function openImportSession(
  { path, clock, writes = localWrites }: ImportSessionOptions,
  source: ImportSource | null,
  signal?: AbortSignal,
) {
  await using opened = new AsyncDisposableStack();
  opened.use(await takeLock(dirname(path), signal));
  const db = opened.use(openDatabase(path, { busyTimeoutMs: LOCK_TRY_MS }));
  const patience = { signal, waitMs: Number.POSITIVE_INFINITY };
  const turn = await takeTurn(writes, db, patience);
  opened.defer(turn.end);
  opened.defer(() => rollBack(db));
  await turn.begin(patience);
  let entry: number | null = null;
  if (source !== null) {
    await closeAbandoned(sqliteWriter(db));
    entry = await openEntry(sqliteWriter(db), source, clock.nowMs());
    await turn.commit();
    await turn.begin(patience);
  }
  const held = opened.move();
  /** Rolls back what isn't committed. */
  const close = () => held.disposeAsync();
  return { db, turn, entry, close };
}

/** How long one attempt to write blocks the thread, and the pause until the next, which leaves the thread to others. */
const LOCK_TRY_MS = 20;
const LOCK_PAUSE_MS = 80;

/** Waits as long as another import takes, even one in this very thread. */
async function takeLock(folder: string, signal: AbortSignal | undefined): Promise<ProcessLock> {
  for (;;) {
    signal?.throwIfAborted();
    const taken = takeImportLock(folder);
    if (taken !== null) return taken;
    await setTimeout(LOCK_PAUSE_MS);
  }
}
