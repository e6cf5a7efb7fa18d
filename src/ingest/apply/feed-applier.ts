import type { DatabaseSync } from 'node:sqlite';
import { createItemNames, type ItemName, type ItemNames } from '../../catalog/item-names.ts';
import type { Clock } from '../../clock.ts';
import { inEveryLanguage, message } from '../../messages/messages.ts';
import type { BuyerKey } from '../../rankings/ledger/buyer-reference.ts';
import { createLedgerWriter, type LedgerWriter, type ReturnOf } from '../../rankings/ledger/ledger-writer.ts';
import type { SaleLine } from '../../rankings/sale.ts';
import { createRowBatch, type RowBatch } from '../../store/row-batch.ts';
import { cutRecordings } from '../../store/sqlite/changeset.ts';
import type { ChangeKeeper } from '../../store/sqlite/kept-changes.ts';
import { sqliteWriter } from '../../store/sqlite/sql-statements.ts';
import type { Share } from '../brakes.ts';
import type {
  FeedProblem,
  FeedRecord,
  FeedSummary,
  FeedTally,
  Findings,
  NumberedRecord,
} from '../feed-record.ts';
import { createCategoryCheck, putReadable } from './category-check.ts';
import { createOrderOddities } from './file-oddities.ts';
import { createItemIntake, nameOf } from './item-intake.ts';

type RecordOf<Kind> = Extract<FeedRecord, { kind: Kind }>;

export interface FeedApplierOptions {
  readonly clock: Clock;
  readonly restate?: boolean;
  readonly buyerKey: BuyerKey;
  /** Empty for the shop's own feeds. */
  readonly feedSource: string;
  /** Keeps what an undo puts back. */
  readonly kept: ChangeKeeper;
}

/**
 * Puts the records of one import where they belong, within the caller's write transaction, and counts them in `summary`. What a batch
 * names is read first, then every record is decided, then what has changed is written: a few statements for all of them.
 */
export async function createFeedApplier(
  db: DatabaseSync,
  options: FeedApplierOptions,
  summary: Record<keyof FeedSummary, FeedTally>,
) {
  const { kept } = options;
  const sql = sqliteWriter(db);
  const names = createItemNames(sql);
  const categories = await createCategoryCheck(sql, kept);
  const authors = createRowBatch(sql, 'author', AUTHOR_COLUMNS, kept);
  const items = await createItemIntake(sql, { ...options, names, categories });
  const ledger = createLedgerWriter(db, options.clock, options);
  const orders = createOrderOddities(sql);
  const write = async () => {
    for (const part of [names, categories, authors, items]) await part.write();
    kept.cut();
    cutRecordings(db);
  };
  /** What became of a record; null when it was refused. */
  const applyOne = (record: Exclude<FeedRecord, RecordOf<'sale'>>, line: number, found: Findings) => {
    if (record.kind === 'category') return categories.put(record.category, line, record.unread);
    if (record.kind === 'author')
      return putReadable(authors, AUTHOR_FIELDS, record.author, record.unread).outcome;
    if (record.kind === 'item') return items.put(record, line, found);
    if (record.kind === 'patch') return items.patch(record, line, found);
    if (record.kind === 'remove') return items.remove(record);
    return ledger.addCancellation(record.cancellation, returnOf(record, names), line);
  };
  /** Decides about records until one has to wait. Returns how many. */
  const decide = (batch: readonly NumberedRecord[], found: Findings): number => {
    const sales: NamedSale[] = [];
    const flush = () => addSales(ledger, sales.splice(0), summary.sale, orders, found);
    let decided = 0;
    for (const { line, record } of batch) {
      if (decided > 0 && items.mustWait(record)) break;
      decided++;
      if (record.kind === 'sale') {
        const { itemId, isbn13 } = record.sale;
        const name = record.externalId ?? isbn13 ?? String(itemId);
        sales.push({ line, sale: saleOf(record, names), name });
        continue;
      }
      flush();
      const outcome = applyOne(record, line, found);
      if (outcome !== null) summary[record.kind][outcome]++;
    }
    flush();
    return decided;
  };
  return {
    /**
     * Applies records in order, consecutive order lines together. Those that contradict what the store holds, such as an order line
     * sent again with other content, are refused.
     */
    async apply(batch: readonly NumberedRecord[]): Promise<Findings> {
      const found: Findings = { problems: [], warnings: [] };
      for (let at = 0; at < batch.length; ) {
        const rest = batch.slice(at);
        await loadBatch(rest, { names, authors, items });
        at += decide(rest, found);
        await write();
      }
      return found;
    },

    /**
     * Declares the feed complete: `finish` will remove the items of its source that no record has named from now on. To be
     * called before the first batch.
     */
    expectAllItems: items.expectAll,
    /** Names of items in records that were refused: a complete feed doesn't remove them. */
    keepItems: items.keep,

    /**
     * To be called once, after the last batch: removes what a complete feed doesn't name, and checks what only the whole file
     * can tell, such as loops of categories.
     */
    async finish() {
      for (const outcome of await items.removeUnnamed()) summary.remove[outcome]++;
      const loops = categories.undoLoops();
      for (const { outcome } of loops) summary.category[outcome]--;
      await write();
      const [ofItems, ofOrders] = [await items.end(), await orders.end()];
      const shares = { repeatedOrders: repeatsOf(ledger), unknownGoods: ofOrders.share };
      return {
        problems: loops.map(({ problem }) => problem),
        warnings: [
          ...categories.unknown(),
          ...ofItems.warnings,
          ...ofOrders.warnings,
          ...cancelledBefore(ledger, summary),
          ...openReturns(ledger),
        ],
        shares: { ...ofItems.shares, ...shares },
      };
    },

    /** To be called before the commit: lets readers notice a change of the catalogue. */
    async recordRevision(): Promise<void> {
      const hasChanged = CATALOGUE_KINDS.some((kind) => summary[kind].added + summary[kind].changed > 0);
      if (hasChanged) await sql.query('UPDATE catalog_state SET revision = revision + 1');
      await items.recordFirstLoad();
    },
  };
}

/** Kinds of records whose changes readers of the catalogue see. */
const CATALOGUE_KINDS = ['category', 'author', 'item', 'patch', 'remove'] as const;

export const AUTHOR_COLUMNS =
  'author_id bigint, author text, birth_date text, death_date text, debut_title text, details text';
/** In the order of the columns. */
const AUTHOR_FIELDS = ['authorId', 'author', 'birthDate', 'deathDate', 'debutTitle', 'details'] as const;

interface Loaded {
  readonly names: ItemNames;
  readonly authors: RowBatch;
  readonly items: Awaited<ReturnType<typeof createItemIntake>>;
}

/** Reads what records name. */
async function loadBatch(batch: readonly NumberedRecord[], { names, authors, items }: Loaded): Promise<void> {
  const records = batch.map(({ record }) => record);
  await names.load(
    records.flatMap(namesIn),
    records.some(({ kind }) => kind === 'item' || kind === 'sale'),
  );
  await authors.load(records.flatMap((record) => (record.kind === 'author' ? [record.author.authorId] : [])));
  await items.load(records);
}

/** An order line, and how its record names the item. */
interface NamedSale {
  readonly line: number;
  readonly sale: SaleLine;
  readonly name: string;
}

/** Adds order lines and counts what became of them; those with other content than before are refused. */
function addSales(
  ledger: LedgerWriter,
  sales: readonly NamedSale[],
  tally: FeedTally,
  orders: ReturnType<typeof createOrderOddities>,
  { problems }: Findings,
): void {
  if (sales.length === 0) return;
  for (const [at, outcome] of ledger.addSales(sales.map(({ sale }) => sale)).entries()) {
    const numbered = sales[at];
    if (outcome !== 'conflict') tally[outcome]++;
    if (numbered === undefined || outcome === 'unchanged') continue;
    if (outcome !== 'conflict') orders.add(numbered.sale, numbered.line, numbered.name);
    else {
      const { lineNo, orderId } = numbered.sale;
      const reason = message('feeds.otherContent', { lineNo, order: JSON.stringify(orderId) });
      problems.push({ line: numbered.line, field: 'orderId', reason });
    }
  }
}

/** The names of items in a record. */
function namesIn(record: FeedRecord): readonly ItemName[] {
  if (record.kind === 'cancel') return record.returned === undefined ? [] : [record.returned.name];
  if (record.kind === 'sale')
    return record.externalId === undefined
      ? []
      : [{ itemId: null, externalId: record.externalId, isbn13: null }];
  const name = nameOf(record);
  if (name === null) return [];
  // An item that is gone keeps its name, also where its number is given.
  return record.kind === 'remove' ? [{ ...name, itemId: null }] : [name];
}

/** An order line with the number of its item. An order may come before it: then its name has the number from now on. */
function saleOf({ sale, externalId }: RecordOf<'sale'>, names: ItemNames): SaleLine {
  if (sale.itemId !== null) names.noteNumber(sale.itemId);
  if (externalId === undefined) return sale;
  const itemId = names.assign({ itemId: null, externalId, isbn13: null });
  if (itemId !== null) return { ...sale, itemId };
  throw new Error('a name without a number of its own cannot contradict one');
}

/** The goods of a return as order lines have them: by number, by ISBN, or either where both lead to them. */
function returnOf({ returned }: RecordOf<'cancel'>, names: ItemNames): ReturnOf | undefined {
  if (returned === undefined) return undefined;
  const { name, buyer } = returned;
  const number = names.find(name);
  const isbn = name.isbn13 === null ? [] : [-Number(name.isbn13)];
  return { goods: number === null ? isbn : [number, ...isbn], buyer };
}

/** Share of new lines from which on earlier cancellations of them say that the file leaves cancellations out. */
const CANCELLED_FROM = 0.1;

/** An export without its status column calls everything sold that an earlier one has cancelled. */
function cancelledBefore(ledger: LedgerWriter, { sale, cancel }: FeedSummary): FeedProblem[] {
  const count = ledger.countCancelledBefore();
  const all = sale.added + sale.late;
  if (count === 0 || count < all * CANCELLED_FROM || Object.values(cancel).some((lines) => lines > 0))
    return [];
  return [{ line: 0, field: 'orderId', reason: message('feeds.cancelledBefore', { count, all }) }];
}

function openReturns(ledger: LedgerWriter): FeedProblem[] {
  return ledger.findOpenReturns().map(({ line, copies, left }) => {
    return { line, field: 'orderId', reason: message('feeds.noLineToReturn', { copies, left }) };
  });
}

function repeatsOf(ledger: LedgerWriter): Share {
  const { repeated, orders, examples } = ledger.findRepeats();
  return { count: repeated, of: orders, examples: examples.map((text) => inEveryLanguage(() => text)) };
}
