import { dirname } from 'node:path';
import { layOutCategories } from '../../../catalog/category.ts';
import type { FeedSummary } from '../../../ingest/feed-record.ts';
import {
  type BeginOptions,
  type FeedStore,
  type FeedTransaction,
  StoreFullError,
} from '../../../ingest/feed-store.ts';
import type { ImportEnd } from '../../../ingest/import-log.ts';
import { type BuyerKey, buyerKeyOf } from '../../../rankings/ledger/buyer-reference.ts';
import { loadSecrets } from '../../files/secrets-file.ts';
import { beginWhenFree } from '../catalog-writes.ts';
import { rollBack } from '../database.ts';
import { rowsOf, SELECT_CATEGORIES } from '../rows.ts';
import { createFeedApplier } from './feed-applier.ts';
import { closeEntry, emptySummary } from './import-log.ts';
import { type ImportSession, type ImportSessionOptions, openImportSession } from './import-session.ts';
import { dropOldChanges, keepChanges } from './kept-changes.ts';

export interface SqliteFeedStoreOptions extends ImportSessionOptions {
  /** True counts order lines and cancellations of months that are closed and published. Default false. */
  readonly restate?: boolean;
  /** The secret under which buyers are stored. Default: from the secrets file beside the catalogue file. */
  readonly buyerKey?: BuyerKey;
}

/**
 * Takes feeds into the catalogue file. Each transaction has its own connection and blocks its thread: not for a
 * thread that answers requests.
 */
export function createSqliteFeedStore(options: SqliteFeedStoreOptions): FeedStore {
  return {
    begin: async ({ source, signal }: BeginOptions = {}) =>
      createTransaction(
        await openImportSession(options, source ?? null, signal),
        options,
        source?.feedSource ?? '',
      ),
  };
}

function createTransaction(
  session: ImportSession,
  options: SqliteFeedStoreOptions,
  feedSource: string,
): FeedTransaction {
  const { db, turn, entry } = session;
  const summary = emptySummary();
  const buyerKey = options.buyerKey ?? buyerKeyOf(loadSecrets(dirname(options.path)).keyPepper);
  const kept = entry === null ? null : keepChanges(db, entry);
  const applier = createFeedApplier(db, { ...options, buyerKey, feedSource }, summary);
  let isOpen = true;
  const close = async () => {
    isOpen = false;
    await session.close();
  };
  const rollback = async (end: ImportEnd | undefined): Promise<FeedSummary> => {
    if (!isOpen) return summary;
    try {
      rollBack(db);
      if (end !== undefined && entry !== null) {
        await beginWhenFree(turn, { waitMs: END_WAIT_MS });
        closeEntry(db, entry, end, summary);
        await turn.commit();
      }
      // Discarded writes would otherwise keep their space on the disk.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      await close();
    }
    return summary;
  };
  return {
    categories: () => layOutCategories(rowsOf(db.prepare(SELECT_CATEGORIES))),
    apply: async (batch) => guardSpace(() => applier.apply(batch)),
    expectAllItems: () => applier.expectAllItems(),
    keepItems: async (names) => applier.keepItems(names),
    finish: async () => {
      const findings = guardSpace(() => applier.finish());
      return { ...findings, effect: applier.effect(), repeats: applier.findRepeats() };
    },
    async commit(end) {
      if (!isOpen) throw new Error('the transaction has ended');
      try {
        kept?.end();
        if (end !== undefined && entry !== null) closeEntry(db, entry, end, summary);
        applier.recordRevision();
        dropOldChanges(db, options.clock.nowMs());
        await turn.commit();
      } catch (error) {
        throw fullDisk(error);
      }
      // The log of a large import would otherwise stay until the next one. Readers may keep it for a moment longer.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      await close();
      return summary;
    },
    rollback,
  };
}

const SQLITE_FULL = 13;
/** What a quota or a limit of file sizes ends in. */
const SQLITE_IOERR_WRITE = 778;

/** How long the entry of a failed import waits for other writers. */
const END_WAIT_MS = 1_000;

function guardSpace<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fullDisk(error);
  }
}

/** Says in words that the disk is full; other errors stay as they are. */
function fullDisk(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_FULL || code === SQLITE_IOERR_WRITE
    ? new StoreFullError({ cause: error })
    : error;
}
