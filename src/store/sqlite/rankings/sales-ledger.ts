import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import { kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import { type BuyerKey, createBuyerNumbers } from '../../../rankings/buyer-reference.ts';
import type { Cancellation, SaleLine } from '../../../rankings/sale.ts';
import { BUYER_TYPES } from '../../../rankings/sale.ts';
import { sexCode } from '../../../rankings/segments.ts';
import type { Row } from '../row-writer.ts';
import { ensureBuyerKey } from './buyer-key.ts';
import { createLedgerMonths, type LedgerParts } from './ledger-months.ts';
import { prepareLedger } from './ledger-statements.ts';
import { createReturns, insertReturn, type ReturnOf } from './line-returns.ts';
import { createOrderNumbers, type KnownOrder, ORDERS_A_DAY } from './order-numbers.ts';
import { findOrderRepeats } from './order-repeats.ts';

/**
 * What happened to an order line. `late` = kept, but its month is closed and published, so it changes nothing;
 * `changed` = it was late and counts now (restate); `unchanged` = the same line is there already; `conflict` = the
 * line is there with other content, and the new one is refused.
 */
export type SaleOutcome = 'added' | 'changed' | 'late' | 'unchanged' | 'conflict';

type CancelOutcome = Exclude<SaleOutcome, 'conflict'>;

/** A return of some copies, `left` of which no order line was found for. */
export interface OpenReturn {
  /** Where it stands in the feed. */
  readonly line: number;
  readonly copies: number;
  readonly left: number;
}

export interface LedgerWriterOptions {
  /** The secret under which buyers are stored. */
  readonly buyerKey: BuyerKey;
  /**
   * True counts what arrives for a closed and published month, with all that was late before: the month is published again
   * (docs/lists.md#open-months). A month whose lines were deleted stays as it is.
   */
  readonly restate?: boolean;
}

export type LedgerWriter = ReturnType<typeof createLedgerWriter>;

/**
 * Adds to the ledger within one write transaction: it remembers what it has seen, so create it after the transaction began and drop it
 * when it ends. Throws when there is no transaction, and StoreRefused for a wrong key.
 */
export function createLedgerWriter(db: DatabaseSync, clock: Clock, options: LedgerWriterOptions) {
  if (!db.isTransaction) throw new Error('a ledger writer works inside a transaction');
  ensureBuyerKey(db, options.buyerKey);
  const ledger = prepareLedger(db);
  const orders = createOrderNumbers(ledger);
  const months = createLedgerMonths(db, clock, options.restate);
  const parts: LedgerParts = { ledger, months };
  const buyerOf = createBuyerNumbers(options.buyerKey);
  const sales = createSaleAdder(parts, buyerOf);
  const openReturns: (OpenReturn & { readonly orderNo: number; readonly lineNo: number })[] = [];
  const hasLine = (orderNo: number, lineNo: number) => ledger.findSoldAt.get(orderNo, lineNo) !== undefined;
  const takeFromLines = createReturns(db, parts, buyerOf);
  return {
    /** Stores order lines and returns what happened to each. Hundreds at once are several times as fast as one by one. */
    addSales(lines: readonly SaleLine[]): SaleOutcome[] {
      const outcomes = orders.findAll(lines).map(([sale, order]) => sales.add(sale, order));
      sales.flush();
      return outcomes;
    },
    /**
     * Keeps the cancellation of a line or of some of its copies; the line may arrive later. `late` = kept, but the month of the sale
     * is closed and published; `unchanged` = the line is cancelled already. `line` = where it stands in the feed.
     */
    addCancellation(cancellation: Cancellation, of?: ReturnOf, line = 0): CancelOutcome {
      const { lineNo, quantity } = cancellation;
      const order = orders.find(cancellation.orderId, kstDayOf(cancellation.cancelledAtMs));
      const outcome = addCancellation(parts, cancellation, order.orderNo);
      if (quantity === undefined || outcome !== 'added' || hasLine(order.orderNo, lineNo)) return outcome;
      // It waits for its line; what it names may be there under another number.
      const left = of === undefined ? quantity : takeFromLines(cancellation, order.orderNo, of);
      if (left > 0) openReturns.push({ orderNo: order.orderNo, lineNo, line, copies: quantity, left });
      return outcome;
    },
    /** Returns that were added so far and of which some copies belong to no order line that is there. */
    findOpenReturns: (): readonly OpenReturn[] =>
      openReturns.filter(({ orderNo, lineNo }) => !hasLine(orderNo, lineNo)),
    /** The orders that were added so far, and those of them that look like others under new numbers. */
    findRepeats: () => findOrderRepeats(db, orders.firstNew),
  };
}

function createSaleAdder({ ledger, months }: LedgerParts, buyerOf: (buyer: string) => number) {
  // Rows that the ledger can't hold yet wait, so that they are written together.
  let fresh: Row[] = [];
  const flush = () => {
    ledger.insertFreshSales(fresh);
    fresh = [];
  };
  const add = (sale: SaleLine, order: KnownOrder): SaleOutcome => {
    const { orderNo } = order;
    const soldDay = kstDayOf(sale.soldAtMs);
    const month = kstMonthOfDay(soldDay);
    const content = [orderNo, sale.lineNo, ...contentOf(sale, buyerOf)];
    const isNew = sale.lineNo >= order.freshLineNo;
    if (isNew) order.freshLineNo = sale.lineNo + 1;
    const strayDay = Math.floor(orderNo / ORDERS_A_DAY) === soldDay ? null : soldDay;
    const row = [...content, months.revision, strayDay];
    if (isNew) fresh.push(row);
    else {
      // The line may be one of those waiting.
      flush();
      if (ledger.insertSale.run(...row).changes === 0) {
        const same = ledger.findSameSale.get(...content);
        return same === undefined ? 'conflict' : months.addAgain(month, Number(same.revision));
      }
    }
    return months.add(month);
  };
  return { add, flush };
}

function addCancellation(parts: LedgerParts, cancellation: Cancellation, orderNo: number): CancelOutcome {
  const { ledger, months } = parts;
  const { lineNo, cancelledAtMs, quantity = null, isTimeDefault = false } = cancellation;
  const soldAt = ledger.findSoldAt.get(orderNo, lineNo)?.sold_at_ms;
  const month = typeof soldAt === 'number' ? kstMonthOfDay(kstDayOf(soldAt)) : null;
  // The time of receipt is another one each time that the same feed comes in.
  const atMs = isTimeDefault ? 0 : cancelledAtMs;
  const known = ledger.findReturn.get(orderNo, lineNo, atMs, quantity);
  if (known !== undefined) return months.addAgain(month, Number(known.revision));
  insertReturn(parts, orderNo, lineNo, atMs, quantity);
  return months.add(month);
}

/** What makes two lines the same, in the order of the columns. */
function contentOf(sale: SaleLine, buyerOf: (buyer: string) => number) {
  return [
    goodsOf(sale),
    sale.quantity,
    sale.unitPrice,
    sale.soldAtMs,
    sexCode(sale.sex),
    sale.age,
    sale.buyer === null ? null : buyerOf(sale.buyer),
    BUYER_TYPES.indexOf(sale.buyerType),
  ] as const;
}

/** As `sale.goods` has it. */
function goodsOf(sale: SaleLine): number {
  if (sale.itemId !== null) return sale.itemId;
  if (sale.isbn13 === null || !/^\d{13}$/.test(sale.isbn13)) {
    throw new RangeError(`order ${sale.orderId}, line ${sale.lineNo}: neither an item number nor an ISBN13`);
  }
  return -Number(sale.isbn13);
}
