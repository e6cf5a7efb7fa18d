import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { createItemNames } from '../../catalog/item-names.ts';
import { kstDayOf, kstMonthOfDay } from '../../clock.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import { copiesBack, cutoffOf, inTime } from './month-lines.ts';

/** By ISBN13, external id or number. */
export function findItem(db: DatabaseSync, text: string): number | null {
  const names = createItemNames(db);
  const isbn = names.find({ itemId: null, externalId: null, isbn13: text });
  const external = isbn ?? names.find({ itemId: null, externalId: text, isbn13: null });
  return external ?? (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
}

export function titleOf(db: DatabaseSync, itemId: number): string {
  return String(db.prepare('SELECT title FROM item WHERE item_id = ?').get(itemId)?.title ?? itemId);
}

/** The number of the item that a row of `sale` names, as a ranking run sees it. */
export const ITEM = `iif(goods > 0, goods, (
  SELECT min(i.item_id) FROM item AS i WHERE i.isbn13 = printf('%013d', -goods) AND i.isbn13 <> '' AND i.withheld = 0))`;

/** Conditions on rows in `SALES_OF_DAYS`. */
export const OF_ITEM = `goods IN (?5, (SELECT -CAST(i.isbn13 AS INTEGER) FROM item AS i WHERE i.item_id = ?5)) AND ${ITEM} = ?5`;
export const OF_BUYER = 'buyer = ?5';

/** That of the month of a row. */
const CUTOFF = cutoffOf('month_of(sold_at_ms)');

/** A line as the ledger has it. */
export interface StoredLine {
  readonly orderId: string;
  readonly orderNo: number;
  readonly lineNo: number;
  readonly soldAtMs: number;
  /** Null where it names no item that is known. */
  readonly itemId: number | null;
  /** Of the item, or the number or ISBN that leads to none. */
  readonly title: string;
  readonly quantity: number;
  /** Copies of it that came back in time. */
  readonly returned: number;
  readonly buyer: number | null;
  readonly buyerType: number;
  /** Why no tally looks at it; null where one does. */
  readonly leftOut: 'cancelled' | 'returned' | 'late' | 'unknownItem' | null;
}

/** In the order in which they count. Goes through whole months. */
export function readLines(
  db: DatabaseSync,
  from: string,
  where: string,
  values: readonly SQLInputValue[],
): StoredLine[] {
  db.function('month_of', (soldAtMs) => kstMonthOfDay(kstDayOf(Number(soldAtMs))));
  const select = db.prepare(`
    SELECT order_no AS "orderNo", line_no AS "lineNo", order_id AS "orderId", sold_at_ms AS "soldAtMs", item_id AS "itemId",
      coalesce(title, CAST(abs(goods) AS TEXT)) AS title, quantity, min(quantity, back) AS returned,
      CAST(buyer AS REAL) AS buyer, buyer_type AS "buyerType", CASE
        WHEN back >= quantity THEN iif(EXISTS (
          SELECT 1 FROM sale_return AS r
          WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.quantity IS NULL), 'cancelled', 'returned')
        WHEN NOT ${inTime(CUTOFF)} THEN 'late'
        WHEN item_id IS NULL THEN 'unknownItem' END AS "leftOut"
    FROM (SELECT *, ${copiesBack(CUTOFF)} AS back, ${ITEM} AS item_no FROM ${from} AS sale WHERE ${where}) AS sale
    CROSS JOIN sale_order USING (order_no)
    LEFT JOIN item ON item_id = item_no
    ORDER BY sold_at_ms, order_id, line_no`);
  return rowsOf<StoredLine>(select, ...values);
}
