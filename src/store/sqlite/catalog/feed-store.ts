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
import { transaction } from '../database.ts';
import { createFeedApplier } from './feed-applier.ts';
import { closeEntry, emptySummary } from './import-log.ts';
import { type ImportSession, openImportSession } from './import-session.ts';
import { createUndoJournal, dropOldJournals } from './undo-journal.ts';

export interface SqliteFeedStoreOptions {
  /** The catalogue file; made and migrated if it doesn't exist. */
  readonly path: string;
  readonly clock: Clock;
  /** True counts order lines and cancellations of months that are closed and published. Default false. */
  readonly restate?: boolean;
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
  const { db, entry } = session;
  const summary = emptySummary();
  const journal = entry === null ? null : createUndoJournal(db, entry);
  const applier = createFeedApplier(db, { ...options, feedSource, journal }, summary);
  let isOpen = true;
  const close = () => {
    isOpen = false;
    session.close();
  };
  const rollback = (end: ImportEnd | undefined): FeedSummary => {
    if (!isOpen) return summary;
    try {
      if (db.isTransaction) db.exec('ROLLBACK');
      if (end !== undefined && entry !== null) transaction(db, () => closeEntry(db, entry, end, summary));
      // Discarded writes would otherwise keep their space on the disk.
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
    expectAllItems: () => applier.expectAllItems(),
    keepItems: async (names) => applier.keepItems(names),
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
        applier.recordRevision();
        journal?.close();
        dropOldJournals(db, options.clock.nowMs());
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
