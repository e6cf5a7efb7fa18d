import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Clock, KstMonth } from '../../../clock.ts';
import { kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import { type BuyerKey, createBuyerNumbers } from '../../../rankings/buyer-reference.ts';
import { monthClosesAtMs } from '../../../rankings/open-month.ts';
import type { Cancellation, SaleLine } from '../../../rankings/sale.ts';
import { BUYER_TYPES } from '../../../rankings/sale.ts';
import { sexCode } from '../../../rankings/segments.ts';
import { ensureBuyerKey } from './buyer-key.ts';
import type { LedgerTable } from './ledger-rows.ts';
import { FRESH_WIDTH, type LedgerStatements, prepareLedger, ROWS_A_STATEMENT } from './ledger-statements.ts';
import { createOrderNumbers, type KnownOrder, ORDERS_A_DAY } from './order-numbers.ts';

/**
 * What happened to an order line. `late` = kept, but its month is closed and published, so it changes nothing;
 * `changed` = it was late and counts now (restate); `unchanged` = the same line is there already; `conflict` = the
 * line is there with other content, and the new one is refused.
 */
export type SaleOutcome = 'added' | 'changed' | 'late' | 'unchanged' | 'conflict';

/** Adds to the ledger within the caller's write transaction. */
export interface LedgerWriter {
  /** Stores order lines and returns what happened to each. Hundreds at once are several times as fast as one by one. */
  addSales(sales: readonly SaleLine[]): SaleOutcome[];
  /**
   * Keeps the cancellation of a line or of some of its copies; the line may arrive later. `late` = kept, but the month of the sale is
   * closed and published; `unchanged` = the line is cancelled already.
   */
  addCancellation(cancellation: Cancellation): 'added' | 'changed' | 'late' | 'unchanged';
}

export interface LedgerWriterOptions {
  /** The secret under which buyers are stored. */
  readonly buyerKey: BuyerKey;
  /**
   * True counts what arrives for a closed and published month: the month is published again
   * (docs/rules/rankings.md#open-months). A month whose lines were deleted stays as it is.
   */
  readonly restate?: boolean;
  /** Hears the keys of rows that were added, one after the other. */
  onAdded?(table: LedgerTable, keys: Float64Array): void;
}

/**
 * A writer for one transaction: it remembers what it has seen, so create it after the transaction began and drop it
 * when it ends. Throws when there is no transaction, and StoreRefused for a wrong key.
 */
export function createLedgerWriter(
  db: DatabaseSync,
  clock: Clock,
  options: LedgerWriterOptions,
): LedgerWriter {
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
  const addSale = createSaleAdder(parts, fresh, createBuyerNumbers(options.buyerKey));
  return {
    addSales(sales) {
      const nowMs = clock.nowMs();
      const keys: number[] = [];
      const outcomes = orders.findAll(sales).map(([sale, order]) => {
        const outcome = addSale(sale, order, nowMs);
        if (outcome === 'added' || outcome === 'late') keys.push(order.orderNo, sale.lineNo);
        return outcome;
      });
      fresh.flush();
      if (keys.length > 0) options.onAdded?.('sale', Float64Array.from(keys));
      return outcomes;
    },
    addCancellation(cancellation) {
      const order = orders.find(cancellation.orderId, kstDayOf(cancellation.cancelledAtMs));
      return addCancellation(parts, cancellation, order, options.onAdded);
    },
  };
}

/** What both kinds of lines need. */
interface LedgerParts {
  readonly ledger: LedgerStatements;
  readonly clock: Clock;
  readonly countingOf: (month: KstMonth) => Counting;
  readonly recordGrowth: ReturnType<typeof createGrowthRecords>;
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
  onAdded: LedgerWriterOptions['onAdded'],
): 'added' | 'changed' | 'late' | 'unchanged' {
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
  onAdded?.(row.table, Float64Array.from(row.key));
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
      table: 'sale_cancel' as const,
      key: [orderNo, lineNo],
      insert: (nowMs: number, late: boolean) =>
        ledger.insertCancel.run(orderNo, lineNo, cancelledAtMs, nowMs, late ? 1 : 0).changes === 1,
      countLate: () => ledger.countLateCancel.run(orderNo, lineNo).changes === 1,
      takeBack: () => ledger.cancelSale.run(orderNo, lineNo),
    };
  }
  // The time of receipt is another one each time that the same feed comes in.
  const atMs = isTimeDefault ? 0 : cancelledAtMs;
  return {
    table: 'sale_return' as const,
    key: [orderNo, lineNo, atMs],
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

/** How a line that arrives now counts for the month of its sale. */
interface Counting {
  /** The month is closed and published. */
  readonly closed: boolean;
  /** It is, and the line counts all the same: the month is published again. */
  readonly restate: boolean;
  /** It is, and the line counts nowhere. */
  readonly late: boolean;
}

const OPEN: Counting = { closed: false, restate: false, late: false };
const RESTATED: Counting = { closed: true, restate: true, late: false };
const LATE: Counting = { closed: true, restate: false, late: true };

function createCountingRule(
  ledger: LedgerStatements,
  clock: Clock,
  mayRestate: boolean,
): (month: KstMonth) => Counting {
  const isClosed = createClosingRule(ledger, clock);
  return (month) => {
    if (!isClosed(month)) return OPEN;
    return mayRestate && ledger.findDeleted.get(month) === undefined ? RESTATED : LATE;
  };
}

/**
 * Whether a month is closed and has a published list: what is received for it now is late
 * (docs/rules/rankings.md#open-months).
 */
function createClosingRule(ledger: LedgerStatements, clock: Clock): (month: KstMonth) => boolean {
  // Nobody else can publish while the caller's write transaction lasts.
  const published = new Map<KstMonth, boolean>();
  return (month) => {
    if (clock.nowMs() < monthClosesAtMs(month)) return false;
    const known = published.get(month);
    if (known !== undefined) return known;
    // Nothing would ever count what comes for a month whose lines were deleted.
    const isPublished =
      ledger.findEdition.get(month) !== undefined || ledger.findDeleted.get(month) !== undefined;
    published.set(month, isPublished);
    return isPublished;
  };
}

/** Records once per transaction that the ledger grew, and once per month that its list is outdated. */
function createGrowthRecords(ledger: LedgerStatements, clock: Clock) {
  const marked = new Set<KstMonth>();
  let isGrown = false;
  return (month: KstMonth | null, isCounted: boolean, isClosed: boolean): void => {
    if (!isGrown) ledger.growRevision.run();
    isGrown = true;
    if (month === null || !isCounted || marked.has(month)) return;
    ledger.markMonth.run(month);
    marked.add(month);
    // A line that counts for a closed month restates it, which is recorded.
    if (isClosed) ledger.recordRestatement.run(month, clock.nowMs());
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
