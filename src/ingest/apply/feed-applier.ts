import { createItemNames, type ItemName } from '../../catalog/item-names.ts';
import { moveRevision } from '../../catalog/revision.ts';
import type { Clock } from '../../clock.ts';
import type { BuyerKey } from '../../rankings/ledger/buyer-reference.ts';
import type { Writer } from '../../sql-database.ts';
import { createRowBatch, type KeyedTable } from '../../store/row-batch.ts';
import type { UndoRecorder } from '../../store/undo-log.ts';
import type { FeedRecord, FeedSummary, FeedTally, Findings, NumberedRecord } from '../feed-record.ts';
import { createCategoryCheck, putReadable } from './category-check.ts';
import { createItemIntake, nameOf } from './item-intake.ts';
import { createOrderIntake, orderedNames } from './order-intake.ts';

export interface FeedApplierOptions {
  readonly clock: Clock;
  readonly restate?: boolean;
  readonly buyerKey: BuyerKey;
  /** Empty for the shop's main feeds. */
  readonly feedSource: string;
  /** Records changes for undo. */
  readonly undo: UndoRecorder;
}

/**
 * Applies the records of one import, within the caller's write transaction, and counts them in `summary`. For each batch it reads
 * what the records name, decides all records, then writes the changes: a few statements for all of them.
 */
export async function createFeedApplier(
  sql: Writer,
  options: FeedApplierOptions,
  summary: Record<keyof FeedSummary, FeedTally>,
) {
  const { undo } = options;
  const names = createItemNames(sql);
  const categories = await createCategoryCheck(sql, undo);
  const authors = createRowBatch(sql, AUTHORS, undo);
  const items = await createItemIntake(sql, { ...options, names, categories });
  const orders = await createOrderIntake(sql, { ...options, names });
  const write = async () => {
    for (const part of [names, categories, authors, items, orders]) await part.write();
    await undo.cut();
  };
  /** The writes of the last batch. A database server does them while the caller reads and checks the next batch. */
  let written = Promise.resolve();
  /** The outcome of a record; null when it was refused. */
  const applyOne = (record: FeedRecord, line: number, found: Findings) => {
    if (record.kind === 'category') return categories.put(record.category, line, record.unread);
    if (record.kind === 'author')
      return putReadable(authors, AUTHOR_FIELDS, record.author, record.unread).outcome;
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
  /** Decides records up to one that has to wait. Returns how many. */
  const decide = (batch: readonly NumberedRecord[], found: Findings): number => {
    for (const [decided, { line, record }] of batch.entries()) {
      if (decided > 0 && (items.mustWait(record) || orders.mustWait(record))) return decided;
      const outcome = applyOne(record, line, found);
      if (outcome !== null) summary[record.kind][outcome]++;
    }
    return batch.length;
  };
  return {
    /**
     * Applies records in order. Those that contradict what the store holds, such as an order line sent again with other content, are
     * refused.
     */
    async apply(batch: readonly NumberedRecord[]): Promise<Findings> {
      const found: Findings = { problems: [], warnings: [] };
      for (let at = 0; at < batch.length; ) {
        const rest = batch.slice(at);
        await written;
        await load(rest.map(({ record }) => record));
        at += decide(rest, found);
        written = write();
        // The next statement that waits for it throws.
        written.catch(() => {});
      }
      return found;
    },

    /**
     * Declares the feed complete: `finish` removes the items of its source that no record names. Call it before the first batch.
     */
    expectAllItems: items.expectAll,
    /** Protects items named by refused records from removal by a complete feed. */
    async keepItems(kept: readonly ItemName[]): Promise<void> {
      await written;
      await items.keep(kept);
    },
    /** Resolves when no statement is under way. Rejects if the writes of the last batch failed. */
    written: (): Promise<void> => written,

    /**
     * Call it once, after the last batch: removes the items that a complete feed doesn't name, and runs the checks of the whole
     * file, such as loops of categories.
     */
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

    /** Call it before the commit: makes readers notice a change of the catalogue. */
    async recordRevision(): Promise<void> {
      const hasChanged = CATALOGUE_KINDS.some((kind) => summary[kind].added + summary[kind].changed > 0);
      if (hasChanged) await moveRevision(sql);
      await items.recordFirstLoad();
    },
  };
}

/** Kinds of records whose changes readers of the catalogue see. */
const CATALOGUE_KINDS = ['category', 'author', 'item', 'patch', 'remove'] as const;

export const AUTHORS: KeyedTable = {
  name: 'author',
  columns: 'author_id bigint, author text, birth_date text, death_date text, debut_title text, details text',
  keyWidth: 1,
};
/** The row's columns, in order. */
const AUTHOR_FIELDS = ['authorId', 'author', 'birthDate', 'deathDate', 'debutTitle', 'details'] as const;

/** The names of items in a record. */
function namesIn(record: FeedRecord): readonly ItemName[] {
  if (record.kind === 'cancel' || record.kind === 'sale') return orderedNames(record);
  const name = nameOf(record);
  if (name === null) return [];
  // The name of a removed item stays reserved, so it is looked up even beside a number.
  return record.kind === 'remove' ? [{ ...name, itemId: null }] : [name];
}
