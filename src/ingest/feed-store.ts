import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { layOutCategories } from '../catalog/category.ts';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { type BuyerKey, buyerKeyOf } from '../rankings/ledger/buyer-reference.ts';
import { loadSecrets } from '../store/files/secrets-file.ts';
import { type CatalogWrites, localWrites, takeTurn, type WriteTurn } from '../store/sqlite/catalog-writes.ts';
import { keepChanges } from '../store/sqlite/changeset.ts';
import { openDatabase, rollBack } from '../store/sqlite/database.ts';
import { type ProcessLock, takeImportLock } from '../store/sqlite/process-lock.ts';
import { rowsOf, SELECT_CATEGORIES } from '../store/sqlite/rows.ts';
import { createFeedApplier } from './apply/feed-applier.ts';
import type { FeedSummary } from './feed-record.ts';
import {
  closeAbandoned,
  closeEntry,
  emptySummary,
  type ImportEnd,
  type ImportSource,
  openEntry,
  UNDONE_TABLES,
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
  readonly source?: ImportSource;
  /** A check: it leaves no entry. */
  readonly dryRun?: boolean;
  /** Ends the wait for another import. */
  readonly signal?: AbortSignal | undefined;
}

export type FeedStore = ReturnType<typeof createFeedStore>;
export type FeedTransaction = ReturnType<typeof createTransaction>;

/** The disk is full. Nothing of the import was kept, and the space that it took is free again. */
export class StoreFullError extends Error {
  override name = 'StoreFullError';
  readonly reason: Reason = message('feeds.diskFull');

  constructor(options?: ErrorOptions) {
    super('the disk is full', options);
  }
}

/**
 * Begins an import into the catalogue file. Waits while another one is under way, and throws the signal's reason if it is aborted in
 * the meantime. Each transaction has its own connection and blocks its thread: not for a thread that answers requests.
 */
export function createFeedStore(options: FeedStoreOptions) {
  return async ({ source, dryRun = false, signal }: BeginOptions = {}) => {
    const session = await openImportSession(options, dryRun ? null : (source ?? null), signal);
    return createTransaction(session, options, source?.feedSource ?? '');
  };
}

/**
 * One file on its way into the store (feed-applier.ts). Nothing is visible to any reader before `commit` returns, and everything
 * is after. A process that dies before that leaves the catalogue and the orders as they were.
 */
function createTransaction(session: ImportSession, options: FeedStoreOptions, feedSource: string) {
  const { db, turn, entry } = session;
  const summary = emptySummary();
  const buyerKey = options.buyerKey ?? buyerKeyOf(loadSecrets(dirname(options.path)).keyPepper);
  const kept =
    entry === null ? null : keepChanges(db, ['import', entry], options.clock.nowMs(), UNDONE_TABLES);
  const applier = createFeedApplier(db, { ...options, buyerKey, feedSource }, summary);
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
      kept?.end();
      if (end !== undefined && entry !== null) closeEntry(db, entry, end, summary);
      applier.recordRevision();
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
          closeEntry(db, entry, end, summary);
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
    ? new StoreFullError({ cause: error })
    : error;
}

/** A connection in a write transaction, held by the one import that is under way. */
interface ImportSession {
  readonly db: DatabaseSync;
  /** The right to write. */
  readonly turn: WriteTurn;
  /** Its number in the import log; null where the attempt leaves no entry. */
  readonly entry: number | null;
  /** Rolls back what isn't committed. */
  close(): Promise<void>;
}

/**
 * Waits for its turn, opens the log entry in a commit of its own, and begins the transaction. Throws the signal's
 * reason if it is aborted in the meantime.
 */
export async function openImportSession(
  { path, clock, writes = localWrites }: ImportSessionOptions,
  source: ImportSource | null,
  signal?: AbortSignal,
): Promise<ImportSession> {
  const db = openDatabase(path, { busyTimeoutMs: LOCK_TRY_MS });
  const patience = { signal, waitMs: Number.POSITIVE_INFINITY };
  let lock: ProcessLock | null = null;
  let turn: WriteTurn | null = null;
  const close = async () => {
    rollBack(db);
    await turn?.end();
    db.close();
    lock?.release();
  };
  try {
    lock = await whenFree(() => takeImportLock(dirname(path)), signal);
    turn = await takeTurn(writes, db, patience);
    await turn.begin(patience);
    if (source === null) return { db, turn, entry: null, close };
    closeAbandoned(db);
    const entry = openEntry(db, source, clock.nowMs());
    await turn.commit();
    await turn.begin(patience);
    return { db, turn, entry, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** How long one attempt to write blocks the thread, and the pause until the next, which leaves the thread to others. */
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
