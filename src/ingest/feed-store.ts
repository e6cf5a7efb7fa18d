import { layOutCategories, SELECT_CATEGORIES } from '../catalog/category.ts';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import type { BuyerKey } from '../rankings/ledger/buyer-reference.ts';
import type { LongTransaction, SqlDatabase } from '../sql-database.ts';
import { isDiskFull } from '../store/disk-full.ts';
import { keepChanges, keepsNothing } from '../store/kept-changes.ts';
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

export interface FeedStoreOptions {
  readonly catalog: Pick<SqlDatabase, 'begin'>;
  readonly clock: Clock;
  /** True counts order lines and cancellations of months that are closed and published. Default false. */
  readonly restate?: boolean;
  /** The secret under which buyers are stored. */
  readonly buyerKey: BuyerKey;
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
 * Begins an import into the catalogue. Waits while another one is under way, and throws the signal's reason if it is aborted in the
 * meantime. With a source, the entry of the log is there as soon as the wait is over. Blocks its thread: not for one that answers
 * requests.
 */
export function createFeedStore(options: FeedStoreOptions) {
  const { catalog, clock } = options;
  return async ({ source, dryRun = false, signal }: BeginOptions = {}) => {
    let entry: number | null = null;
    const transaction = await catalog.begin({
      lock: 'catalogue',
      signal,
      waitMs: Number.POSITIVE_INFINITY,
      async first(writer) {
        if (dryRun || source == null) return;
        await closeAbandoned(writer);
        entry = await openEntry(writer, source, clock.nowMs());
      },
    });
    try {
      return await createTransaction(transaction, entry, options, source?.feedSource ?? '');
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  };
}

/**
 * One file on its way into the store (feed-applier.ts). Nothing is visible to any reader before `commit` returns, and everything
 * is after. A process that dies before that leaves the catalogue and the orders as they were.
 */
async function createTransaction(
  transaction: LongTransaction,
  entry: number | null,
  options: FeedStoreOptions,
  feedSource: string,
) {
  const summary = emptySummary();
  const kept =
    entry === null ? keepsNothing : keepChanges(transaction, ['import', entry], options.clock.nowMs());
  const categories = layOutCategories(await transaction.query(SELECT_CATEGORIES));
  const applier = await createFeedApplier(transaction, { ...options, feedSource, kept }, summary);
  let isOpen = true;
  return {
    ...applier,
    /** The shop's categories before the import. */
    categories: () => categories,
    /**
     * Throws when nothing could be kept; the transaction has ended then, too. `end` completes the entry of the log in the
     * same step.
     */
    async commit(end?: ImportEnd): Promise<FeedSummary> {
      if (!isOpen) throw new Error('the transaction has ended');
      await kept.end();
      if (end !== undefined && entry !== null) await closeEntry(transaction, entry, end, summary);
      await applier.recordRevision();
      await transaction.commit();
      isOpen = false;
      return summary;
    },
    /**
     * Forgets everything; the summary says what a commit would have done. `end` completes the entry of the log. Does nothing
     * once the transaction has ended.
     */
    async rollback(end?: ImportEnd): Promise<FeedSummary> {
      if (!isOpen) return summary;
      isOpen = false;
      await transaction.rollback(async (writer) => {
        if (end !== undefined && entry !== null) await closeEntry(writer, entry, end, summary);
      });
      return summary;
    },
  };
}

/** Says in words that the disk is full; other errors stay as they are. */
export function inWords(error: unknown): unknown {
  return isDiskFull(error) ? new StoreFullError('the disk is full', { cause: error }) : error;
}
