import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import { type Clock, kstDayOf, kstMonthOfDay } from '../../clock.ts';
import { cutRecordings } from '../../store/sqlite/changeset.ts';
import { type ChangeKeeper, keepsNothing } from '../../store/sqlite/kept-changes.ts';
import { placeholders, ROWS_A_STATEMENT } from '../../store/sqlite/rows.ts';
import { sexCode } from '../edition.ts';
import { BUYER_TYPES, type Cancellation, type SaleLine } from '../sale.ts';
import { type BuyerKey, ERASED_BUYER_MIN, ensureBuyerKey, keyedBuyer } from './buyer-reference.ts';
import { createLedgerMonths, type LedgerMonths } from './ledger-months.ts';
import { copiesBack } from './month-lines.ts';
import { createOrderNumbers, findOrderRepeats, ORDERS_A_DAY, type OrderNumbers } from './order-numbers.ts';

/**
 * What happened to an order line. `late` = kept, but its month is closed and published, so it changes nothing;
 * `changed` = it was late and counts now (restate); `unchanged` = the same line is there already; `conflict` = the
 * line is there with other content, and the new one is refused.
 */
export type SaleOutcome = 'added' | 'changed' | 'late' | 'unchanged' | 'conflict';

export type LedgerWriter = ReturnType<typeof createLedgerWriter>;

/**
 * Adds to the ledger within one write transaction: it remembers what it has seen, so create it after the transaction began and drop it
 * when it ends. `restate` counts what arrives for a closed and published month, too (see createLedgerMonths). Throws StoreRefused
 * for a key that isn't the store's.
 */
export function createLedgerWriter(
  db: DatabaseSync,
  clock: Clock,
  options: { readonly buyerKey: BuyerKey; readonly restate?: boolean; readonly kept?: ChangeKeeper },
) {
  const { kept = keepsNothing } = options;
  ensureBuyerKey(db, options.buyerKey);
  const months = createLedgerMonths(db, clock, options.restate);
  const orders = createOrderNumbers(db);
  // Lines of a buyer follow each other.
  const buyerOf = memoizeLast((reference: string) => keyedBuyer(options.buyerKey, reference));
  return {
    ...createSaleAdder(db, months, orders, buyerOf, kept),
    ...createReturns(db, months, orders, buyerOf, kept),
    /** The orders that were added so far, and those of them that look like others under new numbers. */
    findRepeats: () => findOrderRepeats(db, orders.firstNew),
  };
}

type BuyerOf = (buyer: string) => number;

/** Stores order lines and returns what happened to each. Hundreds at once are several times as fast as one by one. */
function createSaleAdder(
  db: DatabaseSync,
  months: LedgerMonths,
  orders: OrderNumbers,
  buyerOf: BuyerOf,
  kept: ChangeKeeper,
) {
  const insert = (rows: number) => `INSERT INTO sale (${COLUMNS}) VALUES ${placeholders(rows, 12)}`;
  const insertMany = db.prepare(insert(ROWS_A_STATEMENT));
  const insertOne = db.prepare(`${insert(1)} ON CONFLICT DO NOTHING`);
  const findSame = db.prepare(`
    SELECT revision
    FROM sale
    WHERE order_no = ? AND line_no = ? AND goods = ? AND quantity = ? AND unit_price IS ?
      AND sold_at_ms = ? AND sex = ? AND age IS ? AND (buyer IS ? OR buyer >= ${ERASED_BUYER_MIN}) AND buyer_type = ?`);
  const rowOf = (sale: SaleLine, orderNo: number) => {
    const day = kstDayOf(sale.soldAtMs);
    const strayDay = Math.floor(orderNo / ORDERS_A_DAY) === day ? null : day;
    // What makes two lines the same comes first.
    const content = [orderNo, sale.lineNo, goodsOf(sale), sale.quantity, sale.unitPrice, sale.soldAtMs];
    const buyer = sale.buyer === null ? null : buyerOf(sale.buyer);
    const who = [sexCode(sale.sex), sale.age, buyer, BUYER_TYPES.indexOf(sale.buyerType)];
    return { month: kstMonthOfDay(day), values: [...content, ...who, months.revision, strayDay] };
  };
  const noteSegments = db.prepare('UPDATE catalog_state SET has_segments = 1 WHERE has_segments = 0');
  const findCancelled = db.prepare(
    'SELECT 1 FROM sale_return WHERE order_no = ? AND line_no = ? AND quantity IS NULL',
  );
  let cancelledBefore = 0;
  /** Only an order that was there before can have a cancellation. */
  const isCancelled = (orderNo: number, lineNo: number) =>
    !orders.isNew(orderNo) && findCancelled.get(orderNo, lineNo) !== undefined;
  const insertAll = (rows: readonly ReturnType<typeof rowOf>[]): boolean => {
    if (rows.length < ROWS_A_STATEMENT) return false;
    try {
      insertMany.run(...rows.flatMap(({ values }) => values));
      return true;
    } catch (error) {
      // One of them is there already, so they go in one by one.
      if (isTaken(error)) return false;
      throw error;
    }
  };
  const again = ({ month, values }: ReturnType<typeof rowOf>): SaleOutcome => {
    const same = findSame.get(...values.slice(0, -2));
    return same === undefined ? 'conflict' : months.addAgain(month, Number(same.revision));
  };
  const addSales = (sales: readonly SaleLine[]): SaleOutcome[] => {
    const orderNos = orders.findAll(sales);
    const rows = sales.map((sale, at) => rowOf(sale, orderNos[at] ?? 0));
    if (sales.some(({ sex, age }) => sex !== null || age !== null)) noteSegments.run();
    const outcomes: SaleOutcome[] = [];
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      const some = rows.slice(from, from + ROWS_A_STATEMENT);
      const areNew = insertAll(some);
      cutRecordings(db);
      for (const row of some) {
        const isNew = areNew || insertOne.run(...row.values).changes === 1;
        if (isNew && isCancelled(Number(row.values[0]), Number(row.values[1]))) cancelledBefore++;
        if (isNew) kept.note('sale', `[${row.values[0]},${row.values[1]}]`, null, '');
        outcomes.push(isNew ? months.add(row.month) : again(row));
      }
    }
    return outcomes;
  };
  /** Of the lines that were added so far, those that a cancellation from an earlier feed had been waiting for. */
  return { addSales, countCancelledBefore: () => cancelledBefore };
}

const COLUMNS =
  'order_no, line_no, goods, quantity, unit_price, sold_at_ms, sex, age, buyer, buyer_type, revision, stray_day';

/** Whether the key of a row is there already: SQLITE_CONSTRAINT_PRIMARYKEY. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 1555;
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

/** A return of some copies, `left` of which no order line was found for. `line` = where it stands in the feed. */
type OpenReturn = Readonly<Record<'orderNo' | 'lineNo' | 'line' | 'copies' | 'left', number>>;

/** Nobody returns a book later; the lines of all days would have to be looked through. */
const DAYS_BACK = 180;

/** Cancellations of order lines and returns of single copies, which may arrive before their lines. */
function createReturns(
  db: DatabaseSync,
  months: LedgerMonths,
  orders: OrderNumbers,
  buyerOf: BuyerOf,
  kept: ChangeKeeper,
) {
  const findSoldAt = db.prepare('SELECT sold_at_ms FROM sale WHERE order_no = ? AND line_no = ?');
  const findKept = db.prepare(`
    SELECT revision
    FROM sale_return
    WHERE order_no = ?1 AND line_no = ?2 AND iif(?4 IS NULL, quantity IS NULL, cancelled_at_ms = ?3)`);
  const insert = db.prepare(`
    INSERT INTO sale_return (order_no, line_no, cancelled_at_ms, quantity, revision)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);
  const findLines = (where: string) =>
    db.prepare(`
      SELECT order_no, line_no, quantity - ${copiesBack('NULL')} AS copies, sold_at_ms
      FROM sale
      WHERE goods IN (SELECT value FROM json_each(?1)) AND copies > 0 AND sold_at_ms <= ?2 AND ${where}
      ORDER BY sold_at_ms DESC, order_no DESC, line_no DESC`);
  const ofOrder = findLines('order_no = ?3');
  const ofBuyer = findLines('order_no BETWEEN ?3 AND ?4 AND buyer = ?5');
  const open: OpenReturn[] = [];
  const monthOf = (soldAt: unknown) => (typeof soldAt === 'number' ? kstMonthOfDay(kstDayOf(soldAt)) : null);
  /** Two returns of one line at the same time differ by a millisecond. */
  const keep = (orderNo: number, lineNo: number, cancelledAtMs: number, copies: number | null) => {
    let atMs = cancelledAtMs;
    while (insert.run(orderNo, lineNo, atMs, copies, months.revision).changes === 0) atMs++;
    kept.note('sale_return', `[${orderNo},${lineNo},${atMs}]`, null, '');
  };
  /**
   * Takes copies back that came under an order number of their own: from lines of the same order with the item, then from the
   * buyer's latest lines of the item (docs/feeds.md#orders-in-tables). The return's own row has been kept before, so that the same
   * feed again changes nothing. Returns how many of the copies no line was found for.
   */
  const takeFromLines = (copies: number, atMs: number, orderNo: number, { goods, buyer }: ReturnOf) => {
    const what = [JSON.stringify(goods), atMs] as const;
    const day = kstDayOf(atMs);
    const range = [(day - DAYS_BACK) * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY] as const;
    const byBuyer = buyer === null ? [] : ofBuyer.all(...what, ...range, buyerOf(buyer));
    const others = byBuyer.filter((line) => Number(line.order_no) !== orderNo);
    let left = copies;
    for (const line of [...ofOrder.all(...what, orderNo), ...others]) {
      if (left === 0) break;
      const taken = Math.min(left, Number(line.copies));
      keep(Number(line.order_no), Number(line.line_no), atMs, taken);
      months.add(monthOf(line.sold_at_ms));
      left -= taken;
    }
    return left;
  };
  return {
    /**
     * Keeps the cancellation of a line or of some of its copies; the line may arrive later. `late` = kept, but the month of the sale
     * is closed and published; `unchanged` = the line is cancelled already. `line` = where it stands in the feed.
     */
    addCancellation(cancellation: Cancellation, of?: ReturnOf, line = 0): Exclude<SaleOutcome, 'conflict'> {
      const { orderId, lineNo, cancelledAtMs, quantity = null, isTimeDefault = false } = cancellation;
      const [orderNo = 0] = orders.findAll([{ orderId, soldAtMs: cancelledAtMs }]);
      const soldAt = findSoldAt.get(orderNo, lineNo)?.sold_at_ms;
      const month = monthOf(soldAt);
      // The time of receipt is another one each time that the same feed comes in.
      const atMs = isTimeDefault ? 0 : cancelledAtMs;
      const known = findKept.get(orderNo, lineNo, atMs, quantity);
      if (known !== undefined) return months.addAgain(month, Number(known.revision));
      keep(orderNo, lineNo, atMs, quantity);
      const outcome = months.add(month);
      if (quantity === null || soldAt !== undefined) return outcome;
      // It waits for its line; what it names may be there under another number.
      const left = of === undefined ? quantity : takeFromLines(quantity, cancelledAtMs, orderNo, of);
      if (left > 0) open.push({ orderNo, lineNo, line, copies: quantity, left });
      return outcome;
    },
    /** Returns that were added so far and of which some copies belong to no order line that is there. */
    findOpenReturns: () =>
      open.filter(({ orderNo, lineNo }) => findSoldAt.get(orderNo, lineNo) === undefined),
  };
}
