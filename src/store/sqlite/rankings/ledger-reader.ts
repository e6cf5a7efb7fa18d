import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, kstDayStartMs } from '../../../clock.ts';
import type { OrderIsBefore } from '../../../rankings/counted-copies.ts';
import type { RankCatalog } from '../../../rankings/rank-catalog.ts';
import type { LedgerMonth, ReadLines } from '../../../rankings/ranking-repository.ts';
import { NO_BUYER, SaleLines } from '../../../rankings/sale-lines.ts';
import { segmentOf } from '../../../rankings/segments.ts';
import { COUNTABLE } from './month-lines.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

const AGE_UNKNOWN = 255;
const ORDER_OF_DAY_BITS = 31;
const BUYER_LOW_BITS = 27;
const BUYER_LOW = 2 ** BUYER_LOW_BITS;

/**
 * The parameters of `pack_line`. Passing values from SQL to JavaScript costs more than anything else here, and
 * numbers beyond 32 bits cost three times as much as small ones. So large values travel in halves, times as the
 * distance from the middle of the period (the first parameter of the statement), and very small ones together.
 */
const PACKED = `pack_line(goods, sold_at_ms - ?1, ifnull(buyer >> ${BUYER_LOW_BITS}, -1), buyer & ${BUYER_LOW - 1},
  (((quantity - returned) * 256 + ifnull(age, ${AGE_UNKNOWN})) * 4 + sex) * 4 + buyer_type,
  order_no >> ${ORDER_OF_DAY_BITS}, order_no & ${ORDERS_A_DAY - 1}, line_no) AS line_count`;

/** The segment of a buyer by age and sex as they are packed. */
const SEGMENTS = Uint8Array.from({ length: 4 * 256 }, (_, code) =>
  segmentOf(code & 3, code >> 2 === AGE_UNKNOWN ? null : code >> 2),
);

/** Reads the ledger for counting. Use one per connection: it registers a function of its own. */
export function createLedgerReader(db: DatabaseSync, catalog: RankCatalog) {
  let lines = new SaleLines();
  let linesADay = 0;
  let unknownCount = 0;
  let middleMs = 0;
  // An aggregate function that keeps its rows in typed arrays reads much faster than rows made into objects.
  db.aggregate('pack_line', {
    start: 0,
    step(count, goods, time, buyerHigh, buyerLow, what, orderDay, orderOfDay, lineNo) {
      const item = Number(goods) > 0 ? catalog.findItem(Number(goods)) : catalog.findIsbn13(-Number(goods));
      if (item < 0) {
        unknownCount++;
        return count;
      }
      const at = lines.addLine();
      const packed = Number(what);
      lines.item[at] = item;
      lines.soldAtMs[at] = middleMs + Number(time);
      lines.buyer[at] = Number(buyerHigh) < 0 ? NO_BUYER : Number(buyerHigh) * BUYER_LOW + Number(buyerLow);
      lines.buyerType[at] = packed & 3;
      lines.segment[at] = SEGMENTS[(packed >> 2) & 0x3ff] ?? 0;
      lines.quantity[at] = packed / 4096;
      lines.orderNo[at] = Number(orderDay) * ORDERS_A_DAY + Number(orderOfDay);
      lines.lineNo[at] = Number(lineNo);
      return count;
    },
    result: (count) => count,
  });
  const ofOrders = db.prepare(`
    SELECT ${PACKED}
    FROM sale
    WHERE order_no >= ?2 AND order_no < ?3 AND stray_day IS NULL AND ${COUNTABLE}`);
  const strays = db.prepare(`
    SELECT ${PACKED}
    FROM sale
    WHERE stray_day BETWEEN ?2 AND ?3 AND ${COUNTABLE}`);
  const isOrderBefore = orderComparison(db);
  const revision = db.prepare('SELECT revision FROM ledger_state');
  const months = db.prepare(`
    SELECT month, revision, counted_until, counted_revision, d.month IS NOT NULL AS is_deleted
    FROM sale_month
    LEFT JOIN sale_month_deleted AS d USING (month)
    ORDER BY month`);
  return {
    /** The ledger's revision; grows with every transaction that added to it. */
    revision: () => Number(revision.get()?.revision),
    /** As in RankingState. */
    listMonths: (): LedgerMonth[] =>
      months.all().map((row) => ({
        month: Number(row.month),
        revision: Number(row.revision),
        counted:
          row.counted_until === null
            ? null
            : { untilDay: Number(row.counted_until), ledgerRevision: Number(row.counted_revision) },
        isDeleted: row.is_deleted === 1,
      })),
    readLines(fromDay: KstDay, untilDay: KstDay): ReadLines {
      const days = untilDay - fromDay + 1;
      lines = new SaleLines(Math.ceil(linesADay * days));
      unknownCount = 0;
      middleMs = kstDayStartMs(Math.floor((fromDay + untilDay) / 2));
      // Day by day: Node frees what a statement passed to our function only when the statement ends.
      for (let day = fromDay; day <= untilDay; day++)
        ofOrders.get(middleMs, day * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY);
      strays.get(middleMs, fromDay, untilDay);
      linesADay = (lines.count / days) * 1.05;
      const read = { lines, unknownCount, isOrderBefore };
      // Only the caller keeps them.
      lines = new SaleLines();
      return read;
    },
  };
}

/** By the bytes of their ids. */
export function orderComparison(db: DatabaseSync): OrderIsBefore {
  const before = db.prepare(`
    SELECT a.order_id < b.order_id AS is_before
    FROM sale_order AS a, sale_order AS b
    WHERE a.order_no = ? AND b.order_no = ?`);
  return (orderNo, otherOrderNo) => before.get(orderNo, otherOrderNo)?.is_before === 1;
}
