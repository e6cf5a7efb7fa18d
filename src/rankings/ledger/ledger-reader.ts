import { type KstDay, kstDayStartMs, kstMonthOfDay } from '../../clock.ts';
import type { Reader, Snapshot } from '../../sql-database.ts';
import { segmentOf } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import { createSaleLines, NO_BUYER } from '../sale.ts';
import { copiesBack, cutoffOf, inTime, rangeOfDays } from './month-lines.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

export const AGE_UNKNOWN = 255;
const BUYER_LOW_BITS = 27;
const BUYER_LOW = 2 ** BUYER_LOW_BITS;

/**
 * The columns of an order line, packed, because each column of millions of rows costs time. SQLite takes three times as long to
 * pass a number of more than 32 bits to JavaScript: the buyer is split in two, and time and order number are relative to the
 * day's start ($1) and first order number ($2). The small columns share one number.
 */
const packed = (quantity: string) => `
  goods, sold_at_ms - $1 AS sold, buyer >> ${BUYER_LOW_BITS} AS buyer_high, buyer & ${BUYER_LOW - 1} AS buyer_low,
  ((${quantity} * 256 + coalesce(age, ${AGE_UNKNOWN})) * 4 + sex) * 4 + buyer_type AS what, order_no - $2 AS place, line_no`;

/** The segment (edition.ts) for each pair of age and sex, by the bits that `packed` gives them. */
const SEGMENTS = Uint8Array.from({ length: 4 * 256 }, (_, code) =>
  segmentOf(code & 3, code >> 2 === AGE_UNKNOWN ? null : code >> 2),
);

const ORDERS_OF_DAY = 'order_no >= $2 AND order_no < $3';

const SELECT_RETURNS = `
  SELECT order_no - $1 AS place, line_no AS "lineNo", CAST(sum(coalesce(quantity, ${2 ** 40})) AS bigint) AS copies
  FROM sale_return
  WHERE order_no >= $1 AND order_no < $2 AND ${inTime(cutoffOf('$3'))}
  GROUP BY order_no, line_no
  ORDER BY order_no, line_no`;

/** How many copies of a line were returned. `place` = the line's order number minus the day's first order number. */
type TakenBack = (place: number, lineNo: number) => number;

export function ledgerReader(
  snapshot: Snapshot,
  catalog: Pick<RankCatalog, 'findItem' | 'findIsbn13'>,
  condition = 'true',
) {
  const ofOrders = `
    SELECT ${packed('CAST(quantity AS bigint)')}
    FROM sale
    WHERE ${ORDERS_OF_DAY} AND stray_day IS NULL AND ${inTime(cutoffOf('$4'))} AND ${condition}
    ORDER BY order_no, line_no`;
  // An order number contains the day of the order's first record. Few lines were sold on another day, so their returns are looked
  // up one by one.
  const strays = `
    SELECT ${packed(`(quantity - ${copiesBack(cutoffOf('$3'))})`)}
    FROM sale
    WHERE stray_day = $4 AND ${inTime(cutoffOf('$3'))} AND ${condition}`;
  const count = `
    SELECT (SELECT count(*) FROM sale WHERE order_no >= $1 AND order_no < $2 AND stray_day IS NULL AND ${condition})
      + (SELECT count(*) FROM sale WHERE stray_day BETWEEN $3 AND $4 AND ${condition}) AS lines`;

  /**
   * Reads the lines sold in some days that are neither late nor cancelled. `unknownCount` = lines of items that the catalogue
   * doesn't have.
   */
  return async (fromDay: KstDay, untilDay: KstDay) => {
    const [counted] = await snapshot.query<{ lines: number }>(count, rangeOfDays(fromDay, untilDay));
    const lines = createSaleLines(counted?.lines ?? 0);
    let unknownCount = 0;
    for (let day = fromDay; day <= untilDay; day++) {
      const [startMs, first, month] = [kstDayStartMs(day), day * ORDERS_A_DAY, kstMonthOfDay(day)];
      const range = [first, first + ORDERS_A_DAY, month];
      const read = (text: string, values: readonly number[], takenBack: TakenBack) =>
        snapshot.visit(text, values, (goods, sold, buyerHigh, buyerLow, what, place, lineNo) => {
          const quantity = Math.floor(what / 4096) - takenBack(place, lineNo);
          if (quantity <= 0) return;
          const item = goods > 0 ? catalog.findItem(goods) : catalog.findIsbn13(-goods);
          if (item < 0) {
            unknownCount++;
            return;
          }
          const at = lines.count++;
          lines.item[at] = item;
          lines.soldAtMs[at] = startMs + sold;
          lines.buyer[at] = Number.isNaN(buyerHigh) ? NO_BUYER : buyerHigh * BUYER_LOW + buyerLow;
          lines.buyerType[at] = what & 3;
          lines.segment[at] = SEGMENTS[(what >> 2) & 0x3ff] ?? 0;
          lines.quantity[at] = quantity;
          lines.orderNo[at] = first + place;
          lines.lineNo[at] = lineNo;
        });
      await read(ofOrders, [startMs, ...range], mergedReturns(await snapshot.query(SELECT_RETURNS, range)));
      await read(strays, [startMs, first, month, day], () => 0);
    }
    const readOrderIds = (orderNos: readonly number[]) => orderIdsOf(snapshot, orderNos);
    return { lines, unknownCount, readOrderIds };
  };
}

/** A merge join: returns and looked-up lines are in the same order, so each look-up continues where the last one ended. */
function mergedReturns(
  returns: readonly Readonly<Record<'place' | 'lineNo' | 'copies', number>>[],
): TakenBack {
  let next = 0;
  return (place, lineNo) => {
    for (; next < returns.length; next++) {
      const one = returns[next];
      if (one === undefined || one.place > place) return 0;
      if (one.place === place && one.lineNo >= lineNo) return one.lineNo === lineNo ? one.copies : 0;
    }
    return 0;
  };
}

const IDS_AT_ONCE = 10_000;

async function orderIdsOf(reader: Reader, orderNos: readonly number[]): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (let at = 0; at < orderNos.length; at += IDS_AT_ONCE) {
    const some = await reader.query<{ orderNo: number; orderId: string }>(
      'SELECT order_no AS "orderNo", order_id AS "orderId" FROM sale_order WHERE order_no = ANY ($1)',
      [orderNos.slice(at, at + IDS_AT_ONCE)],
    );
    for (const { orderNo, orderId } of some) ids.set(orderNo, orderId);
  }
  return ids;
}
