import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import { kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import { type BuyerKey, createBuyerNumbers } from '../../../rankings/buyer-reference.ts';
import type { Cancellation, SaleLine } from '../../../rankings/sale.ts';
import { BUYER_TYPES } from '../../../rankings/sale.ts';
import { sexCode } from '../../../rankings/segments.ts';
import { ROWS_A_STATEMENT } from '../many-rows.ts';
import { ensureBuyerKey } from './buyer-key.ts';
import { createCountingRule, createGrowthRecords, type LedgerParts, OPEN } from './ledger-counting.ts';
import { FRESH_WIDTH, type LedgerStatements, prepareLedger } from './ledger-statements.ts';
import { createReturns, type ReturnOf } from './line-returns.ts';
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
   * True counts what arrives for a closed and published month: the month is published again
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
  const parts: LedgerParts = {
    ledger,
    clock,
    countingOf: createCountingRule(ledger, clock, options.restate === true),
    recordGrowth: createGrowthRecords(ledger, clock),
  };
  const fresh = createFreshRows(ledger);
  const buyerOf = createBuyerNumbers(options.buyerKey);
  const addSale = createSaleAdder(parts, fresh, buyerOf);
  const openReturns: (OpenReturn & { readonly orderNo: number; readonly lineNo: number })[] = [];
  const hasLine = (orderNo: number, lineNo: number) => ledger.findSoldAt.get(orderNo, lineNo) !== undefined;
  const takeFromLines = createReturns(db, parts, buyerOf);
  return {
    /** Stores order lines and returns what happened to each. Hundreds at once are several times as fast as one by one. */
    addSales(sales: readonly SaleLine[]): SaleOutcome[] {
      const nowMs = clock.nowMs();
      const outcomes = orders.findAll(sales).map(([sale, order]) => addSale(sale, order, nowMs));
      fresh.flush();
      return outcomes;
    },
    /**
     * Keeps the cancellation of a line or of some of its copies; the line may arrive later. `late` = kept, but the month of the sale
     * is closed and published; `unchanged` = the line is cancelled already. `line` = where it stands in the feed.
     */
    addCancellation(cancellation: Cancellation, of?: ReturnOf, line = 0): CancelOutcome {
      const { lineNo, quantity } = cancellation;
      const order = orders.find(cancellation.orderId, kstDayOf(cancellation.cancelledAtMs));
      const outcome = addCancellation(parts, cancellation, order);
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

function createSaleAdder(
  { ledger, countingOf, recordGrowth }: LedgerParts,
  fresh: ReturnType<typeof createFreshRows>,
  buyerOf: (buyer: string) => number,
): (sale: SaleLine, order: KnownOrder, nowMs: number) => SaleOutcome {
  return (sale, order, nowMs) => {
    const { orderNo } = order;
    const soldDay = kstDayOf(sale.soldAtMs);
    const content = contentOf(sale, buyerOf);
    const month = kstMonthOfDay(soldDay);
    const { closed, restate, late } = countingOf(month);
    const isNew = sale.lineNo >= order.freshLineNo;
    if (isNew) order.freshLineNo = sale.lineNo + 1;
    const { cancelled, returned } = order.mayBeCancelled ? takenBack(ledger, orderNo, sale) : NOTHING_BACK;
    const strayDay = Math.floor(orderNo / ORDERS_A_DAY) === soldDay ? null : soldDay;
    const row = [orderNo, sale.lineNo, ...content];
    const lateFlag = late ? 1 : 0;
    if (isNew && !cancelled && strayDay === null && returned === 0) fresh.add(row, nowMs, lateFlag);
    else {
      // The line may be one of those waiting.
      fresh.flush();
      const rest = [nowMs, lateFlag, cancelled ? 1 : 0, strayDay, returned];
      if (ledger.insertSale.run(...row, ...rest).changes === 0) {
        if (ledger.findSameSale.get(orderNo, sale.lineNo, ...content) === undefined) return 'conflict';
        const isNowCounted = restate && ledger.countLateSale.run(orderNo, sale.lineNo).changes === 1;
        if (isNowCounted) recordGrowth(month, true, true);
        return isNowCounted ? 'changed' : 'unchanged';
      }
    }
    recordGrowth(month, !late, closed);
    return late ? 'late' : 'added';
  };
}

function addCancellation(
  { ledger, clock, countingOf, recordGrowth }: LedgerParts,
  cancellation: Cancellation,
  order: KnownOrder,
): CancelOutcome {
  const { orderNo } = order;
  const soldAt = ledger.findSoldAt.get(orderNo, cancellation.lineNo)?.sold_at_ms;
  const month = typeof soldAt === 'number' ? kstMonthOfDay(kstDayOf(soldAt)) : null;
  const { closed, restate, late } = month === null ? OPEN : countingOf(month);
  const row = createCancelRow(ledger, orderNo, cancellation);
  if (!row.insert(clock.nowMs(), late)) {
    if (!restate || !row.countLate()) return 'unchanged';
    row.takeBack();
    recordGrowth(month, true, true);
    return 'changed';
  }
  order.mayBeCancelled = true;
  if (!late) row.takeBack();
  recordGrowth(month, !late, closed);
  return late ? 'late' : 'added';
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

const NOTHING_BACK = { cancelled: false, returned: 0 } as const;

/** What cancellations that came before the line take back of it. */
function takenBack(ledger: LedgerStatements, orderNo: number, { lineNo, quantity }: SaleLine) {
  return {
    cancelled: ledger.findCancel.get(orderNo, lineNo) !== undefined,
    returned: Math.min(quantity, Number(ledger.sumReturned.get(orderNo, lineNo)?.copies)),
  };
}

/** The row of a cancellation: one a line for whole lines, one a time for single copies. */
function createCancelRow(ledger: LedgerStatements, orderNo: number, cancellation: Cancellation) {
  const { lineNo, cancelledAtMs, quantity, isTimeDefault = false } = cancellation;
  if (quantity === undefined) {
    return {
      insert: (nowMs: number, late: boolean) =>
        ledger.insertCancel.run(orderNo, lineNo, cancelledAtMs, nowMs, late ? 1 : 0).changes === 1,
      countLate: () => ledger.countLateCancel.run(orderNo, lineNo).changes === 1,
      takeBack: () => ledger.cancelSale.run(orderNo, lineNo),
    };
  }
  // The time of receipt is another one each time that the same feed comes in.
  const atMs = isTimeDefault ? 0 : cancelledAtMs;
  return {
    insert: (nowMs: number, late: boolean) =>
      ledger.insertReturn.run(orderNo, lineNo, atMs, quantity, nowMs, late ? 1 : 0).changes === 1,
    countLate: () => ledger.countLateReturn.run(orderNo, lineNo, atMs).changes === 1,
    takeBack: () => ledger.returnCopies.run(orderNo, lineNo),
  };
}

/**
 * Rows of lines that the ledger cannot hold yet and of which nothing was taken back. They wait until there are enough for
 * one statement, or for `flush`.
 */
function createFreshRows(ledger: LedgerStatements) {
  let values: SQLInputValue[] = [];
  let [receivedAtMs, late] = [0, 0];
  function flush(): void {
    for (let at = 0; at < values.length; at += FRESH_WIDTH) {
      ledger.insertSale.run(...values.slice(at, at + FRESH_WIDTH), receivedAtMs, late, 0, null, 0);
    }
    values = [];
  }
  return {
    add(row: readonly SQLInputValue[], nowMs: number, lateFlag: number): void {
      if (nowMs !== receivedAtMs || lateFlag !== late) flush();
      [receivedAtMs, late] = [nowMs, lateFlag];
      for (const value of row) values.push(value);
      if (values.length < ROWS_A_STATEMENT * FRESH_WIDTH) return;
      ledger.insertFreshSales.run(receivedAtMs, late, ...values);
      values = [];
    },
    flush,
  };
}

/** The ledger's name for what was sold, see 0002-sales.sql. */
function goodsOf(sale: SaleLine): number {
  if (sale.itemId !== null) return sale.itemId;
  if (sale.isbn13 === null || !/^\d{13}$/.test(sale.isbn13)) {
    throw new RangeError(`order ${sale.orderId}, line ${sale.lineNo}: neither an item number nor an ISBN13`);
  }
  return -Number(sale.isbn13);
}
