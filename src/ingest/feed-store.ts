import { insertAuditLine } from '../base/audit-line.ts';
import { layOutCategories, SELECT_CATEGORIES } from '../catalog/category.ts';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import type { BuyerKey } from '../rankings/ledger/buyer-reference.ts';
import type { LongTransaction, SqlDatabase } from '../sql-database.ts';
import { isDiskFull } from '../store/disk-full.ts';
import { recordChanges, recordsNothing } from '../store/undo-log.ts';
import { createFeedApplier } from './apply/feed-applier.ts';
import type { Brake } from './brakes.ts';
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
  /** Whether order lines and cancellations of closed, published months are counted. Default false. */
  readonly restate?: boolean;
  /** The secret that buyers are hashed with. */
  readonly buyerKey: BuyerKey;
}

export interface BeginOptions {
  /** Creates an entry in the import log before anything else happens. */
  readonly source?: ImportSource | null | undefined;
  /** A dry run creates no entry. */
  readonly dryRun?: boolean;
  /** Aborts waiting for another import. */
  readonly signal?: AbortSignal | undefined;
}

export type FeedStore = ReturnType<typeof createFeedStore>;
export type FeedTransaction = Awaited<ReturnType<typeof createTransaction>>;

/** The disk is full. The import was rolled back, and its space is free again. */
export class StoreFullError extends Error {
  override name = 'StoreFullError';
  readonly reason: Reason = message('feeds.diskFull');
}

/**
 * Begins an import into the catalogue. Waits for a running one, and throws the signal's reason if aborted meanwhile. With a
 * source, the log's entry exists as soon as the wait is over. Blocks its thread: not for a server's main thread.
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
      const logged = entry === null || source == null ? null : { entry, source };
      return await createTransaction(transaction, logged, options, source?.feedSource ?? '');
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  };
}

/**
 * The transaction of one import (feed-applier.ts). Readers see nothing of it before `commit` returns, and everything afterwards.
 * If the process dies before, the catalogue and the orders don't change.
 */
async function createTransaction(
  transaction: LongTransaction,
  logged: Logged | null,
  options: FeedStoreOptions,
  feedSource: string,
) {
  const summary = emptySummary();
  const undo =
    logged === null
      ? recordsNothing
      : recordChanges(transaction, ['import', logged.entry], options.clock.nowMs());
  const categories = layOutCategories(await transaction.query(SELECT_CATEGORIES));
  const applier = await createFeedApplier(transaction, { ...options, feedSource, undo }, summary);
  let isOpen = true;
  return {
    ...applier,
    /** The shop's categories before the import. */
    categories: () => categories,
    /**
     * Throws when the commit failed and was rolled back. `end` completes the log's entry in the same transaction, which also adds
     * the audit line. `brakes` = those that were overridden.
     */
    async commit(end?: ImportEnd, brakes: readonly Brake[] = []): Promise<FeedSummary> {
      if (!isOpen) throw new Error('the transaction has ended');
      await applier.written();
      await undo.end();
      if (end !== undefined && logged !== null) {
        await closeEntry(transaction, logged.entry, end, summary);
        await insertAuditLine(transaction, 'catalogue_audit', auditLine(logged.source, end, brakes, options));
      }
      await applier.recordRevision();
      await transaction.commit();
      isOpen = false;
      return summary;
    },
    /**
     * Rolls back; the summary says what a commit would have done. `end` completes the log's entry. Does nothing after the end of
     * the transaction.
     */
    async rollback(end?: ImportEnd): Promise<FeedSummary> {
      if (!isOpen) return summary;
      isOpen = false;
      await applier.written().catch(() => {});
      await transaction.rollback(async (writer) => {
        if (end !== undefined && logged !== null) await closeEntry(writer, logged.entry, end, summary);
      });
      return summary;
    },
  };
}

/** An attempt that the import log has an entry for. */
interface Logged {
  readonly entry: number;
  readonly source: ImportSource;
}

function auditLine(
  { name, actor, bytes }: ImportSource,
  { lines, endedAtMs }: ImportEnd,
  brakes: readonly Brake[],
  { restate = false }: FeedStoreOptions,
) {
  const detail = {
    name,
    bytes,
    lines,
    ...(brakes.length > 0 && { brakes: brakes.map(({ kind, count }) => `${kind} ${count}`) }),
    ...(restate && { restate }),
  };
  return { atMs: endedAtMs, actor, action: 'feed.imported', target: 'feed', detail };
}

/** Replaces the error of a full disk by one with a clear message; other errors stay unchanged. */
export function inWords(error: unknown): unknown {
  return isDiskFull(error) ? new StoreFullError('the disk is full', { cause: error }) : error;
}
