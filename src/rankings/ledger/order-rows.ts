import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { createItemNames } from '../../catalog/item-names.ts';
import { type KstMonth, kstDayOf, kstMonthOfDay } from '../../clock.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import { copiesBack, cutoffOf, inTime, rangeOfMonth, SALES_OF_DAYS } from './month-lines.ts';

/** A line as the ledger has it. */
export interface OrderRow {
  readonly orderId: string;
  readonly orderNo: number;
  readonly lineNo: number;
  readonly soldAtMs: number;
  readonly itemId: number | null;
  /** The number or ISBN that the line names where that leads to no item. */
  readonly title: string;
  readonly quantity: number;
  /** Copies of it that came back in time. */
  readonly returned: number;
  readonly buyer: number | null;
  readonly buyerType: number;
  readonly isLate: boolean;
  readonly isCancelled: boolean;
}

/** As its columns have it. */
type StoredLine = Omit<OrderRow, 'itemId' | 'title' | 'isLate' | 'isCancelled'> &
  Readonly<Record<'goods' | 'late' | 'cancelled', number>>;

/** That of the month of a row. */
const CUTOFF = cutoffOf('month_of(sold_at_ms)');

/** Reads order lines with the items that they name. Goes through whole months: not for the thread that answers. */
export function createOrderRows(db: DatabaseSync) {
  const items = createItems(db);
  db.function('month_of', (soldAtMs) => kstMonthOfDay(kstDayOf(Number(soldAtMs))));
  /** In the order in which they count. */
  const read = (from: string, where: string, values: readonly SQLInputValue[], rest = ''): OrderRow[] =>
    rowsOf<StoredLine>(
      db.prepare(`
        SELECT order_no AS "orderNo", line_no AS "lineNo", order_id AS "orderId", goods, quantity,
          min(quantity, ${copiesBack(CUTOFF)}) AS returned, sold_at_ms AS "soldAtMs", CAST(buyer AS REAL) AS buyer,
          buyer_type AS "buyerType", NOT ${inTime(CUTOFF)} AS late, EXISTS (
            SELECT 1
            FROM sale_return AS r
            WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.quantity IS NULL) AS cancelled
        FROM ${from} AS sale CROSS JOIN sale_order USING (order_no)
        WHERE ${where}
        ORDER BY sold_at_ms, order_id, line_no ${rest}`),
      ...values,
    ).map(({ goods, late, cancelled, ...line }) => ({
      ...line,
      ...items.named(goods),
      isLate: late === 1,
      isCancelled: cancelled === 1,
    }));

  /** Every line of these items in the month; where buyers are named, theirs alone. */
  function readMonth(
    month: KstMonth,
    itemIds: readonly number[],
    buyers: readonly number[] | null,
  ): OrderRow[] {
    const goods = JSON.stringify(itemIds.flatMap(items.goods));
    const values = [...rangeOfMonth(month), goods];
    const ofItems = 'goods IN (SELECT value FROM json_each(?5))';
    if (buyers === null) return read(SALES_OF_DAYS, ofItems, values);
    // Whole numbers beyond 53 bits come back as they were only through the same rounding.
    const ofBuyers = `CAST(buyer AS REAL) IN (SELECT CAST(value AS REAL) FROM json_each(?6))`;
    return read(SALES_OF_DAYS, `${ofItems} AND ${ofBuyers}`, [...values, JSON.stringify(buyers)]);
  }
  return { read, readMonth, findItem: items.find, titleOf: items.titleOf };
}

/** Which item a line names, as the ranking run sees it, and the way back. */
function createItems(db: DatabaseSync) {
  const known = new Map<number, Pick<OrderRow, 'itemId' | 'title'>>();
  const byNumber = db.prepare('SELECT item_id, isbn13, title FROM item WHERE item_id = ?');
  const byIsbn = db.prepare(`
    SELECT item_id, title
    FROM item
    WHERE isbn13 = ? AND isbn13 <> '' AND withheld = 0
    ORDER BY item_id
    LIMIT 1`);
  const names = createItemNames(db);
  const named = (goods: number) => {
    const before = known.get(goods);
    if (before !== undefined) return before;
    const number = String(Math.abs(goods));
    const row = goods > 0 ? byNumber.get(goods) : byIsbn.get(number.padStart(13, '0'));
    const isKnown = row !== undefined;
    const one = { itemId: isKnown ? Number(row.item_id) : null, title: isKnown ? String(row.title) : number };
    known.set(goods, one);
    return one;
  };
  return {
    named,
    titleOf: (itemId: number) => named(itemId).title,
    goods(itemId: number): readonly number[] {
      const isbn = -Number(byNumber.get(itemId)?.isbn13 ?? 0);
      return isbn < 0 && named(isbn).itemId === itemId ? [itemId, isbn] : [itemId];
    },
    /** By ISBN13, external id or number. */
    find(text: string): number | null {
      const isbn = names.find({ itemId: null, externalId: null, isbn13: text });
      const external = isbn ?? names.find({ itemId: null, externalId: text, isbn13: null });
      return external ?? (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
    },
  };
}
