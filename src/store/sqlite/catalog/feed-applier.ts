import type { DatabaseSync } from 'node:sqlite';
import type { Author } from '../../../catalog/item.ts';
import type { Clock } from '../../../clock.ts';
import type {
  FeedProblem,
  FeedRecord,
  FeedSummary,
  FeedTally,
  ItemName,
  UnreadFields,
} from '../../../ingest/feed-record.ts';
import type { CatalogEffect, Findings, NumberedRecord } from '../../../ingest/feed-store.ts';
import { message } from '../../../messages/messages.ts';
import type { BuyerKey } from '../../../rankings/ledger/buyer-reference.ts';
import type { ReturnOf } from '../../../rankings/ledger/ledger-writer.ts';
import {
  createLedgerWriter,
  type LedgerWriter,
  type SaleOutcome,
} from '../../../rankings/ledger/ledger-writer.ts';
import type { SaleLine } from '../../../rankings/sale.ts';
import { cutRecordings } from '../changeset.ts';
import { createRowWriter } from '../row-writer.ts';
import { createCategoryCheck } from './category-check.ts';
import { createFullFeed } from './full-feed.ts';
import { createItemNames, type ItemNames } from './item-names.ts';
import { createItemRecords, type FindingLists } from './item-records.ts';
import { createItemShelf } from './item-shelf.ts';

export interface FeedApplierOptions {
  readonly clock: Clock;
  readonly restate?: boolean;
  readonly buyerKey: BuyerKey;
  /** Empty for the shop's own feeds. */
  readonly feedSource: string;
}

type Outcome = keyof FeedTally;

/** Puts the records of one import where they belong, within the caller's write transaction, and counts them in `summary`. */
export function createFeedApplier(
  db: DatabaseSync,
  options: FeedApplierOptions,
  summary: Record<keyof FeedSummary, FeedTally>,
) {
  const names = createItemNames(db);
  const full = createFullFeed(db, options.feedSource);
  const categories = createCategoryCheck(db);
  const putAuthor = createAuthorWriter(db);
  const items = createItemShelf(db, options.clock);
  const ledger = createLedgerWriter(db, options.clock, options);
  let hasChangedCatalog = false;
  const itemRecords = createItemRecords({ names, full, categories, items });
  const applyOne = createRecordApplier({ categories, putAuthor, itemRecords, ledger, names });
  return {
    /** Applies records in order; consecutive order lines together. */
    apply(batch: readonly NumberedRecord[]): Findings {
      const found: FindingLists = { refused: [], warnings: [] };
      for (let at = 0; at < batch.length; at++) {
        const numbered = batch[at];
        if (numbered === undefined) continue;
        if (numbered.record.kind === 'sale') {
          const sales = salesFrom(batch, at, names);
          countSales(ledger.addSales(sales), batch.slice(at, at + sales.length), summary.sale, found);
          at += sales.length - 1;
          continue;
        }
        const outcome = applyOne(numbered, found);
        if (outcome === null) continue;
        summary[numbered.record.kind][outcome]++;
        if (outcome !== 'unchanged' && numbered.record.kind !== 'cancel') hasChangedCatalog = true;
      }
      items.tellSearch();
      cutRecordings(db);
      return found;
    },

    expectAllItems: full.expectAll,

    keepItems(kept: readonly ItemName[]): void {
      for (const name of kept) full.name(names.find(name));
    },

    /** Removes what a full feed doesn't name, and checks what only the whole file can tell. */
    finish(): Findings {
      for (const itemId of full.unnamed()) {
        summary.remove[items.remove(itemId, full.isOwn(itemId))]++;
        hasChangedCatalog = true;
        cutRecordings(db);
      }
      items.tellSearch();
      const loops = categories.undoLoops();
      for (const { outcome } of loops) summary.category[outcome]--;
      const warnings = [...categories.unknown(), ...items.registrationWarnings(), ...openReturns(ledger)];
      return { refused: loops.map(({ problem }) => problem), warnings };
    },

    effect: (): CatalogEffect => items.effect(full.sourceItems()),

    findRepeats: ledger.findRepeats,

    /** Lets readers notice a change of the catalogue. */
    recordRevision(): void {
      if (hasChangedCatalog) db.exec('UPDATE catalog_state SET revision = revision + 1');
      items.recordFirstLoad();
    },
  };
}

interface RecordWriters {
  readonly categories: ReturnType<typeof createCategoryCheck>;
  readonly putAuthor: ReturnType<typeof createAuthorWriter>;
  readonly itemRecords: ReturnType<typeof createItemRecords>;
  readonly ledger: LedgerWriter;
  readonly names: ItemNames;
}

/** Applies a record that is not an order line, and returns what became of it; null when it was refused. */
function createRecordApplier({ categories, putAuthor, itemRecords, ledger, names }: RecordWriters) {
  return ({ line, record }: NumberedRecord, found: FindingLists): Outcome | null => {
    if (record.kind === 'category') return categories.put(record.category, line, record.unread);
    if (record.kind === 'author') return putAuthor(record.author, record.unread);
    if (record.kind === 'item') return itemRecords.put(record, line, found);
    if (record.kind === 'patch') return itemRecords.patch(record, line, found);
    if (record.kind === 'remove') return itemRecords.remove(record);
    if (record.kind === 'cancel')
      return ledger.addCancellation(record.cancellation, returnOf(record, names), line);
    throw new Error('order lines are added together');
  };
}

/** Counts what became of order lines; those with other content than before are refused. */
function countSales(
  outcomes: readonly SaleOutcome[],
  lines: readonly NumberedRecord[],
  tally: FeedTally,
  found: FindingLists,
): void {
  for (const [at, outcome] of outcomes.entries()) {
    const numbered = lines[at];
    if (outcome !== 'conflict') tally[outcome]++;
    else if (numbered?.record.kind === 'sale') {
      const { lineNo, orderId } = numbered.record.sale;
      const reason = message('feeds.otherContent', { lineNo, order: JSON.stringify(orderId) });
      found.refused.push({ line: numbered.line, field: 'orderId', reason });
    }
  }
}

/** Writes author records and returns what became of each. */
function createAuthorWriter(db: DatabaseSync) {
  const authors = createRowWriter(db, 'author');
  return (author: Author, unread?: UnreadFields): Outcome => {
    const known = unread === undefined ? null : authors.find([author.authorId]);
    const row = AUTHOR_FIELDS.map((field, at) =>
      known !== null && unread?.has(field) ? (known[at] ?? null) : author[field],
    );
    return authors.put(row).outcome;
  };
}

/** In the order of the columns. */
const AUTHOR_FIELDS = ['authorId', 'author', 'birthDate', 'deathDate', 'debutTitle', 'details'] as const;

/** The order lines at the beginning of the rest of a batch. */
function salesFrom(batch: readonly NumberedRecord[], from: number, names: ItemNames): SaleLine[] {
  const sales: SaleLine[] = [];
  for (let at = from; at < batch.length; at++) {
    const record = batch[at]?.record;
    if (record?.kind !== 'sale') break;
    const { sale, externalId } = record;
    if (sale.itemId !== null) names.recordSold(sale.itemId);
    sales.push(externalId === undefined ? sale : { ...sale, itemId: numberOfExternal(externalId, names) });
  }
  return sales;
}

/** The goods of a return as order lines have them: by number, by ISBN, or either where both lead to them. */
function returnOf(
  { returned }: Extract<FeedRecord, { kind: 'cancel' }>,
  names: ItemNames,
): ReturnOf | undefined {
  if (returned === undefined) return undefined;
  const { name, buyer } = returned;
  const number = names.find(name);
  const isbn = name.isbn13 === null ? [] : [-Number(name.isbn13)];
  return { goods: number === null ? isbn : [number, ...isbn], buyer };
}

/** An order may come before its item: then the name has its number from now on. */
function numberOfExternal(externalId: string, names: ItemNames): number {
  const number = names.assign({ itemId: null, externalId, isbn13: null });
  if (typeof number === 'number') return number;
  throw new Error('a name without a number of its own cannot contradict one');
}

function openReturns(ledger: LedgerWriter): FeedProblem[] {
  return ledger.findOpenReturns().map(({ line, copies, left }) => {
    return { line, field: 'orderId', reason: message('feeds.noLineToReturn', { copies, left }) };
  });
}
