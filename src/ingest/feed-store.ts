import { insertAuditLine } from '../base/audit-line.ts';
import { layOutCategories, SELECT_CATEGORIES } from '../catalog/category.ts';
import { createItemNames, type ItemName } from '../catalog/item-names.ts';
import { moveRevision } from '../catalog/revision.ts';
import type { Clock } from '../clock.ts';
import type { BuyerKey } from '../rankings/ledger/buyer-reference.ts';
import type { LongTransaction, SqlDatabase, Writer } from '../sql-database.ts';
import { createRowBatch } from '../store/row-batch.ts';
import { recordChanges, recordsNothing, type UndoRecorder } from '../store/undo-log.ts';
import { AUTHORS, createCategoryCheck, fieldsOf, putReadable } from './apply/category-check.ts';
import { createItemIntake, nameOf } from './apply/item-intake.ts';
import { createOrderIntake, orderedNames } from './apply/order-intake.ts';
import type { Brake } from './brakes.ts';
import type { FeedRecord, FeedSummary, FeedTally, Findings, NumberedRecord } from './feed-record.ts';
import {
  closeAbandoned,
  closeEntry,
  emptySummary,
  type ImportEnd,
  type ImportSource,
  openEntry,
} from './import-log.ts';

export interface FeedStoreOptions {
  readonly catalog: Pick<SqlDatabase, 'begin'>;
  readonly clock: Clock;
  /** Whether order lines and cancellations of closed, published months are counted. Default false. */
  readonly restate?: boolean;
  readonly buyerKey: BuyerKey;
}

export interface BeginOptions {
  /** If given, the attempt gets an entry in the import log. */
  readonly source?: ImportSource | null | undefined;
  /** A dry run has no entry. */
  readonly dryRun?: boolean;
  /** Ends the wait for another import. */
  readonly signal?: AbortSignal | undefined;
}

export type FeedStore = ReturnType<typeof createFeedStore>;
export type FeedTransaction = Awaited<ReturnType<typeof createTransaction>>;

/**
 * Begins an import: waits for a running import, then creates the log entry. Throws the signal's reason. Blocks its thread, so
 * don't call it on a server's main thread.
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

/** The transaction of one import. Readers see nothing of it before `commit` returns, and everything afterwards. */
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
    importId: logged?.entry ?? null,
    categories: () => categories,
    /**
     * Throws when the commit failed and was rolled back. `end` completes the log entry, in the same transaction. `brakes` = the
     * brakes that were overridden.
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
    /** The summary says what a commit would have done. `end` completes the log entry. */
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

/**
 * Applies the records of one import within the caller's transaction, and counts them in `summary`. Each batch needs a few
 * statements: the items that its records name are read, all records are decided, the changes are written.
 */
export async function createFeedApplier(
  sql: Writer,
  options: Omit<FeedStoreOptions, 'catalog'> & { readonly feedSource: string; readonly undo: UndoRecorder },
  summary: Record<keyof FeedSummary, FeedTally>,
) {
  const { undo } = options;
  const names = createItemNames(sql);
  const categories = await createCategoryCheck(sql, undo);
  const authors = createRowBatch(sql, AUTHORS, undo);
  const authorFields = fieldsOf(AUTHORS);
  const items = await createItemIntake(sql, { ...options, names, categories });
  const orders = await createOrderIntake(sql, { ...options, names });
  const write = async () => {
    for (const part of [names, categories, authors, items, orders]) await part.write();
    await undo.cut();
  };
  /** The writes of the last batch. A database server executes them while the next batch is read and checked. */
  let written = Promise.resolve();
  const applyOne = (record: FeedRecord, line: number, found: Findings) => {
    if (record.kind === 'category') return categories.put(record.category, line, record.unread);
    if (record.kind === 'author')
      return putReadable(authors, authorFields, record.author, record.unread).outcome;
    if (record.kind === 'item') return items.put(record, line, found);
    if (record.kind === 'patch') return items.patch(record, line, found);
    if (record.kind === 'remove') return items.remove(record);
    return record.kind === 'sale'
      ? orders.putSale(record, line, found)
      : orders.putCancellation(record, line);
  };
  const load = async (records: readonly FeedRecord[]) => {
    await names.load(
      records.flatMap(namesIn),
      records.some(({ kind }) => kind === 'item' || kind === 'sale'),
    );
    await authors.load(
      records.flatMap((record) => (record.kind === 'author' ? [[record.author.authorId]] : [])),
    );
    await items.load(records);
    await orders.load(records);
  };
  /** Decides records until a record has to wait. Returns the number of decided records. */
  const decide = (batch: readonly NumberedRecord[], found: Findings): number => {
    for (const [decided, { line, record }] of batch.entries()) {
      if (decided > 0 && (items.mustWait(record) || orders.mustWait(record))) return decided;
      const outcome = applyOne(record, line, found);
      if (outcome !== null) summary[record.kind][outcome]++;
    }
    return batch.length;
  };
  return {
    /** Applies records in order. Refuses records that contradict stored records, such as an order line with other content. */
    async apply(batch: readonly NumberedRecord[]): Promise<Findings> {
      const found: Findings = { problems: [], warnings: [] };
      for (let at = 0; at < batch.length; ) {
        const rest = batch.slice(at);
        await written;
        await load(rest.map(({ record }) => record));
        at += decide(rest, found);
        written = write();
        // Prevents an unhandled rejection; `await written` throws the error.
        written.catch(() => {});
      }
      return found;
    },

    /**
     * Declares the feed complete: `finish` removes the source's items that no record names. Call it before each batch with the
     * names in the batch's refused records, so that their items stay.
     */
    async keepOnlyNamed(refused: readonly ItemName[]): Promise<void> {
      await written;
      await items.keepOnlyNamed(refused);
    },
    /** Resolves when no statement is under way. Rejects if the last writes failed. */
    written: (): Promise<void> => written,

    /** Call it after the last batch: removes the items that a complete feed doesn't name, and checks the whole file. */
    async finish() {
      await written;
      for (const outcome of await items.removeUnnamed()) summary.remove[outcome]++;
      const loops = categories.undoLoops();
      for (const { outcome } of loops) summary.category[outcome]--;
      await write();
      const [ofItems, ofOrders] = [await items.end(), await orders.end(summary)];
      return {
        problems: loops.map(({ problem }) => problem),
        warnings: [...categories.unknown(), ...ofItems.warnings, ...ofOrders.warnings],
        shares: { ...ofItems.shares, ...ofOrders.shares },
      };
    },

    /** Call it before the commit: tells readers that the catalogue has changed. */
    async recordRevision(): Promise<void> {
      const hasChanged = CATALOGUE_KINDS.some((kind) => summary[kind].added + summary[kind].changed > 0);
      if (hasChanged) await moveRevision(sql);
      await items.recordFirstLoad();
    },
  };
}

const CATALOGUE_KINDS = ['category', 'author', 'item', 'patch', 'remove'] as const;

function namesIn(record: FeedRecord): readonly ItemName[] {
  if (record.kind === 'cancel' || record.kind === 'sale') return orderedNames(record);
  const name = nameOf(record);
  if (name === null) return [];
  // A removed item's name stays reserved, so the name is looked up even if the record gives an item number, too.
  return record.kind === 'remove' ? [{ ...name, itemId: null }] : [name];
}
