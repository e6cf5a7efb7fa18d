import type { DatabaseSync } from 'node:sqlite';
import { kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import type { Cancellation } from '../../../rankings/sale.ts';
import type { LedgerParts } from './ledger-months.ts';
import { copiesBack } from './month-lines.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

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
export function createReturns(db: DatabaseSync, parts: LedgerParts, buyerOf: (buyer: string) => number) {
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
      insertReturn(parts, order, lineNo, cancelledAtMs, copies);
      parts.months.add(kstMonthOfDay(kstDayOf(Number(line.sold_at_ms))));
      left -= copies;
    }
    return left;
  };
}

/** Keeps that copies of a line were taken back, or all of it (null). Two returns of one line at the same time differ by a millisecond. */
export function insertReturn(
  { ledger, months: { revision } }: LedgerParts,
  orderNo: number,
  lineNo: number,
  cancelledAtMs: number,
  copies: number | null,
): void {
  let atMs = cancelledAtMs;
  while (ledger.insertReturn.run(orderNo, lineNo, atMs, copies, revision).changes === 0) atMs++;
}
