import { memoizeLast } from '../../base/memoize-last.ts';
import { type Clock, kstDayOf } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import { recordsNothing, type UndoRecorder } from '../../store/undo-log.ts';
import { sexCode } from '../edition.ts';
import {
  BUYER_TYPE_CODE,
  type CancelRecord,
  type LedgerRecord,
  type ReturnOf,
  type SaleLine,
} from '../sale.ts';
import { type BuyerKey, ERASED_BUYER_MIN, ensureBuyerKey, keyedBuyer } from './buyer-reference.ts';
import { createLedgerBatch, type LedgerBatch } from './ledger-batch.ts';
import { createLedgerMonths, type LedgerMonths, monthOfSale } from './ledger-months.ts';
import {
  copiesLeft,
  findSales,
  keyOf,
  type LineEntry,
  returnedAtMs,
  type StoredSale,
} from './ledger-rows.ts';
import { createOrderNumbers, ORDERS_A_DAY } from './order-numbers.ts';

/**
 * `late` = stored, but its month is closed and published, so it changes no list. `changed` = it was late and counts now
 * (restate). `unchanged` = an equal line is stored. `conflict` = the stored line has other content, and the new one is refused.
 */
export type SaleOutcome = 'added' | 'changed' | 'late' | 'unchanged' | 'conflict';

export interface LedgerWriterOptions {
  readonly buyerKey: BuyerKey;
  readonly restate?: boolean;
  readonly undo?: UndoRecorder;
}

/**
 * Adds to the ledger in batches: `load`, then any number of `addSale` and `addCancellation`, then `write`. The writer caches what
 * it reads, so use it only within one write transaction. `restate` makes additions to closed, published months count, too. Throws
 * StoreRefused if the store's buyers were hashed with another key.
 */
export async function createLedgerWriter(sql: Writer, clock: Clock, options: LedgerWriterOptions) {
  const { undo = recordsNothing, buyerKey, restate } = options;
  await ensureBuyerKey(sql, buyerKey);
  const months = await createLedgerMonths(sql, clock, restate);
  const orders = createOrderNumbers(sql);
  const batch = createLedgerBatch(sql, orders, undo);
  // Lines of one buyer often follow each other.
  const buyerOf = memoizeLast((reference: string) => keyedBuyer(buyerKey, reference));
  let cancelledBefore = 0;
  let hasSegments = false;

  return {
    load: batch.load,
    mustWait: batch.mustWait,

    addSale(record: Extract<LedgerRecord, { kind: 'sale' }>): SaleOutcome {
      const line = record.sale;
      hasSegments ||= line.sex !== null || line.age !== null;
      const entry = batch.lineOf(record);
      const sale = storedSale(line, entry.orderNo, months.revision, buyerOf);
      const month = monthOfSale(sale.sold_at_ms);
      if (entry.sale !== null)
        return isSame(entry.sale, sale) ? months.addAgain(month, entry.sale.revision) : 'conflict';
      batch.addSale(entry, sale);
      // Only an order that was stored before can have a cancellation from an earlier feed.
      if (entry.cancelled !== null && !orders.isNew(entry.orderNo)) cancelledBefore++;
      return months.add(month);
    },

    ...createReturns(sql, batch, months),

    returnOf: (goods: readonly number[], buyer: string | null): ReturnOf => ({
      goods,
      buyer: buyer === null ? null : buyerOf(buyer),
    }),

    async write(): Promise<void> {
      await batch.write();
      await months.write();
      if (hasSegments) await sql.query('UPDATE catalog_state SET has_segments = 1 WHERE has_segments = 0');
    },

    /** How many of the added lines had been cancelled by an earlier feed. */
    countCancelledBefore: () => cancelledBefore,
    findRepeats: orders.findRepeats,
  };
}

function storedSale(
  line: SaleLine,
  orderNo: number,
  revision: number,
  buyerOf: (reference: string) => number,
): StoredSale {
  const day = kstDayOf(line.soldAtMs);
  return {
    order_no: orderNo,
    line_no: line.lineNo,
    goods: goodsOf(line),
    quantity: line.quantity,
    unit_price: line.unitPrice,
    sold_at_ms: line.soldAtMs,
    sex: sexCode(line.sex),
    age: line.age,
    buyer: line.buyer === null ? null : buyerOf(line.buyer),
    buyer_type: BUYER_TYPE_CODE[line.buyerType],
    revision,
    stray_day: Math.floor(orderNo / ORDERS_A_DAY) === day ? null : day,
  };
}

function goodsOf(sale: SaleLine): number {
  if (sale.itemId !== null) return sale.itemId;
  if (sale.isbn13 === null || !/^\d{13}$/.test(sale.isbn13)) {
    throw new RangeError(`order ${sale.orderId}, line ${sale.lineNo}: neither an item number nor an ISBN13`);
  }
  return -Number(sale.isbn13);
}

const CONTENT = ['goods', 'quantity', 'unit_price', 'sold_at_ms', 'sex', 'age', 'buyer_type'] as const;

/** Whether a line that is sent again has the same content. An erased buyer equals any buyer, because the reference is lost. */
function isSame(stored: StoredSale, sale: StoredSale): boolean {
  const isSameBuyer = stored.buyer === sale.buyer || (stored.buyer ?? 0) >= ERASED_BUYER_MIN;
  return isSameBuyer && CONTENT.every((name) => stored[name] === sale[name]);
}

/** A return of `copies`, of which `left` match no stored order line. `line` is the return's line number in the feed. */
type OpenReturn = Readonly<Record<'orderNo' | 'lineNo' | 'line' | 'copies' | 'left', number>>;

function createReturns(sql: Writer, batch: LedgerBatch, months: LedgerMonths) {
  const open: OpenReturn[] = [];
  const soldIn = ({ sale }: LineEntry) => sale && monthOfSale(sale.sold_at_ms);
  /** Takes returned copies from the lines that sold them (docs/feeds.md#orders-in-tables). Returns how many match no line. */
  const takeFromLines = (copies: number, record: CancelRecord): number => {
    let left = copies;
    for (const entry of batch.originsOf(record)) {
      if (left === 0) break;
      const taken = Math.min(left, copiesLeft(entry));
      batch.takeBack(entry, record.cancellation.cancelledAtMs, taken, months.revision);
      months.add(soldIn(entry));
      left -= taken;
    }
    return left;
  };
  return {
    /** `line` is the line number in the feed. The order line may arrive later. */
    addCancellation(record: CancelRecord, line = 0): Exclude<SaleOutcome, 'conflict'> {
      const { cancellation } = record;
      const { lineNo, quantity = null } = cancellation;
      const entry = batch.lineOf(record);
      const month = soldIn(entry);
      const atMs = returnedAtMs(cancellation);
      const known = quantity === null ? entry.cancelled : entry.returns.get(atMs);
      if (known !== null && known !== undefined) return months.addAgain(month, known.revision);
      batch.takeBack(entry, atMs, quantity, months.revision);
      const outcome = months.add(month);
      if (quantity === null || entry.sale !== null) return outcome;
      // The line may still arrive, or the copies may have been sold under another order number.
      const left = takeFromLines(quantity, record);
      if (left > 0) open.push({ orderNo: entry.orderNo, lineNo, line, copies: quantity, left });
      return outcome;
    },

    /** Added returns with copies that match no order line. Returns whose own line has arrived since are omitted. */
    async findOpenReturns(): Promise<readonly OpenReturn[]> {
      const lines = await findSales(sql, open.map(keyOf));
      const there = new Set(lines.map(({ order_no, line_no }) => `${order_no},${line_no}`));
      return open.filter((one) => !there.has(keyOf(one).join()));
    },
  };
}
