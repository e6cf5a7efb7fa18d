import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { CategoryNode } from '../../../catalog/category.ts';
import type { Author, Item } from '../../../catalog/item.ts';
import type { Clock } from '../../../clock.ts';
import type { FEED_KINDS, FeedProblem } from '../../../ingest/feed-record.ts';
import type {
  FeedStore,
  FeedSummary,
  FeedTally,
  FeedTransaction,
  NumberedRecord,
} from '../../../ingest/feed-store.ts';
import type { SaleLine } from '../../../rankings/sale.ts';
import { announceCommit } from '../data-version.ts';
import { migrate, openDatabase } from '../database.ts';
import { createLedgerWriter } from '../rankings/sales-ledger.ts';
import { createRowWriter } from '../row-writer.ts';
import { createSearchWriter } from '../search/search-writer.ts';
import { recordImport } from './import-log.ts';
import { createItemWriter } from './item-writer.ts';

export interface SqliteFeedStoreOptions {
  /** The catalogue file; made and migrated when it is not there. */
  readonly path: string;
  readonly clock: Clock;
  /** True counts order lines and cancellations of months that are closed and published. Default false. */
  readonly restate?: boolean;
}

/**
 * Takes feeds into the catalogue file. Each transaction has its own connection, on which every call works without
 * giving way: not for a thread that answers requests.
 */
export function createSqliteFeedStore(options: SqliteFeedStoreOptions): FeedStore {
  return {
    async begin(signal) {
      const db = openDatabase(options.path, { busyTimeoutMs: LOCK_TRY_MS });
      try {
        migrate(db, 'catalog');
        // The log of a large import would otherwise keep its size on disk for ever.
        db.exec(`PRAGMA busy_timeout = ${LOCK_TRY_MS}; PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
        await takeWriteLock(db, signal);
        return createTransaction(db, options);
      } catch (error) {
        db.close();
        throw error;
      }
    },
  };
}

const LOG_BYTES_KEPT = 64 * 1024 * 1024;

/** How long one attempt to write holds up the thread, and the pause until the next, which leaves it to others. */
const LOCK_TRY_MS = 20;
const LOCK_PAUSE_MS = 80;

const SQLITE_BUSY = 5;

/** Waits as long as another import takes, even one in this very thread. */
async function takeWriteLock(db: DatabaseSync, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await setTimeout(LOCK_PAUSE_MS);
  }
}

function isBusy(error: unknown): boolean {
  // Extended codes carry the primary one in their lowest byte.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}

function createTransaction(db: DatabaseSync, options: SqliteFeedStoreOptions): FeedTransaction {
  const summary = emptySummary();
  const applier = createApplier(db, options);
  let isOpen = true;
  const end = (closing: () => void): FeedSummary => {
    if (!isOpen) return summary;
    isOpen = false;
    try {
      closing();
    } finally {
      // Closing undoes whatever is not committed.
      db.close();
    }
    return summary;
  };
  return {
    async apply(batch) {
      const problems: FeedProblem[] = [];
      const outcomes = applier.applyAll(batch);
      for (const [at, { record }] of batch.entries()) {
        const outcome = outcomes[at];
        if (typeof outcome === 'string') summary[record.kind][outcome] += 1;
        else if (outcome !== undefined) problems.push(outcome);
      }
      return problems;
    },
    async commit(note) {
      if (!isOpen) throw new Error('the transaction has ended');
      return end(() => {
        if (note !== undefined) recordImport(db, { ...note, summary });
        if (applier.hasChangedCatalog()) db.exec('UPDATE catalog_state SET revision = revision + 1');
        db.exec('COMMIT');
        announceCommit();
      });
    },
    async rollback() {
      return end(() => {});
    },
  };
}

function emptySummary(): Record<(typeof FEED_KINDS)[number], FeedTally> {
  const tally = (): FeedTally => ({ added: 0, changed: 0, unchanged: 0, late: 0 });
  return {
    category: tally(),
    author: tally(),
    item: tally(),
    remove: tally(),
    sale: tally(),
    cancel: tally(),
  };
}

/** Puts single records where they belong. */
function createApplier(db: DatabaseSync, { clock, restate = false }: SqliteFeedStoreOptions) {
  const categories = createRowWriter(db, 'category', ['category_id', 'category_name', 'parent_id']);
  const authors = createRowWriter(db, 'author', [
    'author_id',
    'author',
    'birth_date',
    'death_date',
    'debut_title',
    'details',
  ]);
  const items = createItemWriter(db);
  const ledger = createLedgerWriter(db, clock, { restate });
  const search = createSearchWriter(db);
  /** Items of the batch under way of which the search has not been told. */
  const written: Item[] = [];
  let hasChangedCatalog = false;
  const recordChange = (outcome: Outcome): Outcome => {
    if (outcome !== 'unchanged') hasChangedCatalog = true;
    return outcome;
  };
  const putAuthor = (one: Author): Outcome =>
    authors.put([one.authorId, one.author, one.birthDate, one.deathDate, one.debutTitle, one.details]);
  const putCategory = (one: CategoryNode): Outcome =>
    categories.put([one.categoryId, one.categoryName, one.parentId]);
  const putItem = (given: Item, keepRegistration: boolean): Outcome => {
    const { outcome, item } = items.put(given, keepRegistration);
    if (outcome !== 'unchanged') written.push(item);
    return outcome;
  };
  const tellSearch = () => search.putAll(written.splice(0));
  const removeItem = (itemId: number): Outcome => {
    // The search would otherwise be told of the item's words after it was told that the item is gone.
    tellSearch();
    return items.remove(itemId) ? 'changed' : 'unchanged';
  };
  const apply = ({ record }: NumberedRecord): Outcome => {
    if (record.kind === 'category') return recordChange(putCategory(record.category));
    if (record.kind === 'author') return recordChange(putAuthor(record.author));
    if (record.kind === 'item')
      return recordChange(putItem(record.item, record.registeredAtIsDefault === true));
    if (record.kind === 'remove') return recordChange(removeItem(record.itemId));
    if (record.kind === 'cancel') return ledger.addCancellation(record.cancellation);
    throw new Error('lines are added together');
  };
  return {
    /** Whether readers of the catalogue will see a difference. */
    hasChangedCatalog: () => hasChangedCatalog,
    /** Puts records where they belong, in order; order lines that follow each other together. */
    applyAll(batch: readonly NumberedRecord[]): (Outcome | FeedProblem)[] {
      const outcomes: (Outcome | FeedProblem)[] = [];
      for (let at = 0; at < batch.length; at++) {
        const numbered = batch[at];
        if (numbered === undefined) continue;
        if (numbered.record.kind !== 'sale') {
          outcomes.push(apply(numbered));
          continue;
        }
        const sales = salesFrom(batch, at);
        for (const [offset, outcome] of ledger.addSales(sales).entries()) {
          const sale = sales[offset];
          const isRefused = outcome === 'conflict' && sale !== undefined;
          if (isRefused) outcomes.push(conflictOf(batch[at + offset]?.line ?? 0, sale));
          else if (outcome !== 'conflict') outcomes.push(outcome);
        }
        at += sales.length - 1;
      }
      tellSearch();
      return outcomes;
    },
  };
}

/** The order lines at the beginning of the rest of a batch. */
function salesFrom(batch: readonly NumberedRecord[], from: number): SaleLine[] {
  const sales: SaleLine[] = [];
  for (let at = from; at < batch.length; at++) {
    const record = batch[at]?.record;
    if (record?.kind !== 'sale') break;
    sales.push(record.sale);
  }
  return sales;
}

type Outcome = keyof FeedTally;

function conflictOf(line: number, { orderId, lineNo }: SaleLine): FeedProblem {
  const order = JSON.stringify(orderId);
  const reason = {
    en:
      `line ${lineNo} of order ${order} is known with other content; ` +
      'to correct it, cancel it and send a line with a new number',
    ko:
      `주문 ${order}의 ${lineNo}번 줄이 이미 다른 내용으로 들어와 있습니다. ` +
      '고치려면 그 줄을 취소하고 새 번호의 줄을 보내 주세요.',
  };
  return { line, field: 'orderId', reason };
}
