import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, kstDayStartMs, kstMonthOfDay } from '../../clock.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import type { OrderIsBefore } from '../counted-copies.ts';
import { segmentOf } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import { NO_BUYER, SaleLines } from '../sale.ts';
import { copiesBack, cutoffOf, inTime, rangeOfDays, SALES_OF_DAYS } from './month-lines.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

export const AGE_UNKNOWN = 255;
const ORDER_OF_DAY_BITS = 31;
const BUYER_LOW_BITS = 27;
const BUYER_LOW = 2 ** BUYER_LOW_BITS;

/**
 * The parameters of `pack_line`. Passing values from SQL to JavaScript costs more than anything else here, and
 * numbers beyond 32 bits cost three times as much as small ones. So large values travel in halves, times as the
 * distance from the middle of the period (the first parameter of the statement), and very small ones together.
 */
const packed = (quantity: string) => `pack_line(
  goods, sold_at_ms - ?1, ifnull(buyer >> ${BUYER_LOW_BITS}, -1), buyer & ${BUYER_LOW - 1},
  ((${quantity} * 256 + ifnull(age, ${AGE_UNKNOWN})) * 4 + sex) * 4 + buyer_type,
  order_no >> ${ORDER_OF_DAY_BITS}, order_no & ${ORDERS_A_DAY - 1}, line_no) AS line_count`;

/** The segment of a buyer by age and sex as they are packed. */
const SEGMENTS = Uint8Array.from({ length: 4 * 256 }, (_, code) =>
  segmentOf(code & 3, code >> 2 === AGE_UNKNOWN ? null : code >> 2),
);

type TakenBack = Readonly<Record<'orderNo' | 'lineNo' | 'copies', number>>;

/** More copies than a line has. */
const WHOLE_LINE = 2 ** 40;

/**
 * Reads the ledger for counting: all of it, or the rows of `sale` that fulfil a condition. Only the last reader of a connection may be
 * used: it registers a function of its own.
 */
export function createLedgerReader(
  db: DatabaseSync,
  catalog: Pick<RankCatalog, 'findItem' | 'findIsbn13'>,
  condition = 'true',
) {
  let lines = new SaleLines(0);
  let unknownCount = 0;
  let middleMs = 0;
  // What was taken back of a day's lines, in the same order as they are read: a step forward is enough to find it.
  let returns: readonly TakenBack[] = [];
  let nextReturn = 0;
  const takenBack = (orderNo: number, lineNo: number): number => {
    for (; nextReturn < returns.length; nextReturn++) {
      const next = returns[nextReturn];
      if (next === undefined || next.orderNo > orderNo) return 0;
      if (next.orderNo === orderNo && next.lineNo >= lineNo) return next.lineNo === lineNo ? next.copies : 0;
    }
    return 0;
  };
  // An aggregate function that keeps its rows in typed arrays reads much faster than rows made into objects.
  db.aggregate('pack_line', {
    start: 0,
    step(count, goods, time, buyerHigh, buyerLow, what, orderDay, orderOfDay, lineNo) {
      const orderNo = Number(orderDay) * ORDERS_A_DAY + Number(orderOfDay);
      const packed = Number(what);
      const quantity = Math.floor(packed / 4096) - takenBack(orderNo, Number(lineNo));
      if (quantity <= 0) return count;
      const item = Number(goods) > 0 ? catalog.findItem(Number(goods)) : catalog.findIsbn13(-Number(goods));
      if (item < 0) {
        unknownCount++;
        return count;
      }
      const at = lines.count++;
      lines.item[at] = item;
      lines.soldAtMs[at] = middleMs + Number(time);
      lines.buyer[at] = Number(buyerHigh) < 0 ? NO_BUYER : Number(buyerHigh) * BUYER_LOW + Number(buyerLow);
      lines.buyerType[at] = packed & 3;
      lines.segment[at] = SEGMENTS[(packed >> 2) & 0x3ff] ?? 0;
      lines.quantity[at] = quantity;
      lines.orderNo[at] = orderNo;
      lines.lineNo[at] = Number(lineNo);
      return count;
    },
    result: (count) => count,
  });
  const returnsOfOrders = db.prepare(`
    SELECT order_no AS "orderNo", line_no AS "lineNo", sum(ifnull(quantity, ${WHOLE_LINE})) AS copies
    FROM sale_return
    WHERE order_no >= ?1 AND order_no < ?2 AND ${inTime(cutoffOf('?3'))}
    GROUP BY order_no, line_no`);
  const ofOrders = db.prepare(`
    SELECT ${packed('quantity')}
    FROM sale
    WHERE order_no >= ?2 AND order_no < ?3 AND stray_day IS NULL AND ${inTime(cutoffOf('?4'))} AND ${condition}`);
  // They are few, and what was taken back of them lies anywhere.
  const strays = db.prepare(`
    SELECT ${packed(`max(0, quantity - ${copiesBack(cutoffOf('?3'))})`)}
    FROM sale
    WHERE stray_day = ?2 AND ${inTime(cutoffOf('?3'))} AND ${condition}`);
  const rooms = db.prepare(`SELECT count(*) AS lines FROM ${SALES_OF_DAYS} WHERE ${condition}`);
  const before = db.prepare(`
    SELECT a.order_id < b.order_id AS is_before
    FROM sale_order AS a, sale_order AS b
    WHERE a.order_no = ? AND b.order_no = ?`);
  const isOrderBefore: OrderIsBefore = (orderNo, otherOrderNo) =>
    before.get(orderNo, otherOrderNo)?.is_before === 1;
  return {
    /**
     * Lines sold from one day to another, both included, that are neither late nor cancelled. Those of items that the catalogue lacks
     * are only counted. To be called within a transaction: the room of the lines is counted first.
     */
    readLines(fromDay: KstDay, untilDay: KstDay) {
      lines = new SaleLines(Number(rooms.get(...rangeOfDays(fromDay, untilDay))?.lines));
      unknownCount = 0;
      middleMs = kstDayStartMs(Math.floor((fromDay + untilDay) / 2));
      // Day by day: Node frees what a statement passed to our function only when the statement ends.
      for (let day = fromDay; day <= untilDay; day++) {
        const [first, end, month] = [day * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY, kstMonthOfDay(day)];
        returns = rowsOf(returnsOfOrders, first, end, month);
        nextReturn = 0;
        ofOrders.get(middleMs, first, end, month);
        returns = [];
        strays.get(middleMs, day, month);
      }
      const read = { lines, unknownCount, isOrderBefore };
      // Only the caller keeps them.
      lines = new SaleLines(0);
      return read;
    },
  };
}
