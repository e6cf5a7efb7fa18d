import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import { kstDayOf, kstMonthOfDay } from '../../clock.ts';
import { prepareManyRows, type Row } from '../../store/sqlite/rows.ts';
import { sexCode } from '../edition.ts';
import type { Cancellation, SaleLine } from '../sale.ts';
import { BUYER_TYPES } from '../sale.ts';
import { type BuyerKey, createBuyerNumbers, ERASED_BUYER_MIN, ensureBuyerKey } from './buyer-reference.ts';
import { createLedgerMonths, type LedgerMonths } from './ledger-months.ts';
import { copiesBack } from './month-lines.ts';
import { createOrderNumbers, findOrderRepeats, type KnownOrder, ORDERS_A_DAY } from './order-numbers.ts';

/**
 * What happened to an order line. `late` = kept, but its month is closed and published, so it changes nothing;
 * `changed` = it was late and counts now (restate); `unchanged` = the same line is there already; `conflict` = the
 * line is there with other content, and the new one is refused.
 */
export type SaleOutcome = 'added' | 'changed' | 'late' | 'unchanged' | 'conflict';

type CancelOutcome = Exclude<SaleOutcome, 'conflict'>;

/** A return of some copies, `left` of which no order line was found for. `line` = where it stands in the feed. */
type OpenReturn = Readonly<Record<'orderNo' | 'lineNo' | 'line' | 'copies' | 'left', number>>;

export type LedgerWriter = ReturnType<typeof createLedgerWriter>;

/** What all kinds of lines need. */
type Ledger = ReturnType<typeof prepareLedger> & { readonly months: LedgerMonths };

/**
 * Adds to the ledger within one write transaction: it remembers what it has seen, so create it after the transaction began and drop it
 * when it ends. `restate` counts what arrives for a closed and published month, too (see createLedgerMonths). Throws StoreRefused
 * for a key that isn't the store's.
 */
export function createLedgerWriter(
  db: DatabaseSync,
  clock: Clock,
  options: { readonly buyerKey: BuyerKey; readonly restate?: boolean },
) {
  ensureBuyerKey(db, options.buyerKey);
  const ledger: Ledger = {
    ...prepareLedger(db),
    months: createLedgerMonths(db, clock, options.restate),
  };
  const orders = createOrderNumbers(db);
  const buyerOf = createBuyerNumbers(options.buyerKey);
  const sales = createSaleAdder(ledger, buyerOf);
  const openReturns: OpenReturn[] = [];
  const hasLine = (orderNo: number, lineNo: number) => ledger.findSoldAt.get(orderNo, lineNo) !== undefined;
  const takeFromLines = createReturns(db, ledger, buyerOf);
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
      const outcome = addCancellation(ledger, cancellation, order.orderNo);
      if (quantity === undefined || outcome !== 'added' || hasLine(order.orderNo, lineNo)) return outcome;
      // It waits for its line; what it names may be there under another number.
      const left = of === undefined ? quantity : takeFromLines(cancellation, order.orderNo, of);
      if (left > 0) openReturns.push({ orderNo: order.orderNo, lineNo, line, copies: quantity, left });
      return outcome;
    },
    /** Returns that were added so far and of which some copies belong to no order line that is there. */
    findOpenReturns: () => openReturns.filter(({ orderNo, lineNo }) => !hasLine(orderNo, lineNo)),
    /** The orders that were added so far, and those of them that look like others under new numbers. */
    findRepeats: () => findOrderRepeats(db, orders.firstNew),
  };
}

function createSaleAdder(ledger: Ledger, buyerOf: (buyer: string) => number) {
  const { months } = ledger;
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

function addCancellation(ledger: Ledger, cancellation: Cancellation, orderNo: number): CancelOutcome {
  const { months } = ledger;
  const { lineNo, cancelledAtMs, quantity = null, isTimeDefault = false } = cancellation;
  const soldAt = ledger.findSoldAt.get(orderNo, lineNo)?.sold_at_ms;
  const month = typeof soldAt === 'number' ? kstMonthOfDay(kstDayOf(soldAt)) : null;
  // The time of receipt is another one each time that the same feed comes in.
  const atMs = isTimeDefault ? 0 : cancelledAtMs;
  const known = ledger.findReturn.get(orderNo, lineNo, atMs, quantity);
  if (known !== undefined) return months.addAgain(month, Number(known.revision));
  insertReturn(ledger, orderNo, lineNo, atMs, quantity);
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

/** What came back, as `sale.goods` has it, and from whom. */
export interface ReturnOf {
  readonly goods: readonly number[];
  readonly buyer: string | null;
}

/** Nobody returns a book later; the lines of all days would have to be looked through. */
const DAYS_BACK = 180;

/**
 * Takes copies back that came under an order number of their own: from lines of the same order with the item, then from the
 * buyer's latest lines of the item (docs/feeds.md#orders-in-tables). The return's own row has been kept before, so that the same
 * feed again changes nothing. Returns how many of the copies no line was found for.
 */
function createReturns(db: DatabaseSync, ledger: Ledger, buyerOf: (buyer: string) => number) {
  const findLines = (where: string) =>
    db.prepare(`
      SELECT order_no, line_no, quantity - ${copiesBack('NULL')} AS copies, sold_at_ms
      FROM sale
      WHERE goods IN (SELECT value FROM json_each(?1)) AND copies > 0 AND sold_at_ms <= ?2 AND ${where}
      ORDER BY sold_at_ms DESC, order_no DESC, line_no DESC`);
  const ofOrder = findLines('order_no = ?3');
  const ofBuyer = findLines('order_no BETWEEN ?3 AND ?4 AND buyer = ?5');
  return (
    { quantity = 0, cancelledAtMs }: Cancellation,
    orderNo: number,
    { goods, buyer }: ReturnOf,
  ): number => {
    const what = [JSON.stringify(goods), cancelledAtMs] as const;
    const day = kstDayOf(cancelledAtMs);
    const range = [(day - DAYS_BACK) * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY] as const;
    const byBuyer = buyer === null ? [] : ofBuyer.all(...what, ...range, buyerOf(buyer));
    const isOther = (line: { order_no?: unknown }) => Number(line.order_no) !== orderNo;
    let left = quantity;
    for (const line of [...ofOrder.all(...what, orderNo), ...byBuyer.filter(isOther)]) {
      if (left === 0) break;
      const [order, lineNo] = [Number(line.order_no), Number(line.line_no)];
      const copies = Math.min(left, Number(line.copies));
      insertReturn(ledger, order, lineNo, cancelledAtMs, copies);
      ledger.months.add(kstMonthOfDay(kstDayOf(Number(line.sold_at_ms))));
      left -= copies;
    }
    return left;
  };
}

/** Keeps that copies of a line were taken back, or all of it (null). Two returns of one line at the same time differ by a millisecond. */
function insertReturn(
  ledger: Ledger,
  orderNo: number,
  lineNo: number,
  cancelledAtMs: number,
  copies: number | null,
): void {
  let atMs = cancelledAtMs;
  while (ledger.insertReturn.run(orderNo, lineNo, atMs, copies, ledger.months.revision).changes === 0) atMs++;
}

/** Prepared once per transaction, run millions of times. */
function prepareLedger(db: DatabaseSync) {
  return {
    insertFreshSales: prepareManyRows(
      db,
      SALE_COLUMNS.split(',').length,
      (values) => `INSERT INTO sale (${SALE_COLUMNS}) VALUES ${values}`,
    ),
    insertSale: db.prepare(`
      INSERT INTO sale (${SALE_COLUMNS})
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (order_no, line_no) DO NOTHING`),
    findSameSale: db.prepare(`
      SELECT revision
      FROM sale
      WHERE order_no = ? AND line_no = ? AND goods = ? AND quantity = ? AND unit_price IS ?
        AND sold_at_ms = ? AND sex = ? AND age IS ? AND (buyer IS ? OR buyer >= ${ERASED_BUYER_MIN}) AND buyer_type = ?`),
    findSoldAt: db.prepare('SELECT sold_at_ms FROM sale WHERE order_no = ? AND line_no = ?'),
    findReturn: db.prepare(`
      SELECT revision
      FROM sale_return
      WHERE order_no = ?1 AND line_no = ?2 AND iif(?4 IS NULL, quantity IS NULL, cancelled_at_ms = ?3)`),
    insertReturn: db.prepare(`
      INSERT INTO sale_return (order_no, line_no, cancelled_at_ms, quantity, revision)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (order_no, line_no, cancelled_at_ms) DO NOTHING`),
  };
}

const SALE_COLUMNS =
  'order_no, line_no, goods, quantity, unit_price, sold_at_ms, sex, age, buyer, buyer_type, revision, stray_day';
