import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, kstDayOf } from '../../clock.ts';
import { placeholders, ROWS_A_STATEMENT } from '../../store/sqlite/rows.ts';
import type { SaleLine } from '../sale.ts';

/** Order numbers of one day begin at day * ORDERS_A_DAY. */
export const ORDERS_A_DAY = 2 ** 31;

export type OrderNumbers = ReturnType<typeof createOrderNumbers>;

interface NumberedOrder {
  readonly orderId: string;
  orderNo: number;
}

/** Numbers orders: an order's existing number, or a new one that begins with the day of its arrival. */
export function createOrderNumbers(db: DatabaseSync) {
  const findHighest = db.prepare(
    'SELECT max(order_no) AS order_no FROM sale_order WHERE order_no BETWEEN ? AND ?',
  );
  const find = db.prepare('SELECT order_no FROM sale_order WHERE order_id = ?');
  // Most orders are new: trying to insert first saves them a look-up.
  const inserts = Array.from({ length: ROWS_A_STATEMENT }, (_, at) =>
    db.prepare(`
      INSERT INTO sale_order (order_no, order_id)
      VALUES ${placeholders(at + 1, 2)}
      ON CONFLICT (order_id) DO NOTHING`),
  );
  const nextOfDay = new Map<KstDay, number>();
  const firstNew = new Map<KstDay, number>();
  // Lines of an order follow each other, so remembering one order saves most look-ups.
  let last: NumberedOrder | null = null;
  const firstFree = (day: KstDay): number => {
    const first = day * ORDERS_A_DAY;
    const highest = findHighest.get(first, first + ORDERS_A_DAY - 1)?.order_no;
    return typeof highest === 'number' ? highest + 1 : first;
  };
  const open = (orderId: string, day: KstDay): NumberedOrder => {
    const orderNo = nextOfDay.get(day) ?? firstFree(day);
    if (!firstNew.has(day)) firstNew.set(day, orderNo);
    nextOfDay.set(day, orderNo + 1);
    return { orderId, orderNo };
  };
  /** Known orders get their existing numbers; those proposed for them stay unused. */
  const insertAll = (orders: readonly NumberedOrder[]) => {
    for (let at = 0; at < orders.length; at += ROWS_A_STATEMENT) {
      const some = orders.slice(at, at + ROWS_A_STATEMENT);
      const values = some.flatMap(({ orderNo, orderId }) => [orderNo, orderId]);
      if (inserts[some.length - 1]?.run(...values).changes === some.length) continue;
      for (const order of some) order.orderNo = Number(find.get(order.orderId)?.order_no);
    }
  };
  return {
    /** The numbers of the orders of lines. */
    findAll(lines: readonly Pick<SaleLine, 'orderId' | 'soldAtMs'>[]): number[] {
      const opened = new Map<string, NumberedOrder>();
      const orders = lines.map(({ orderId, soldAtMs }) => {
        if (last?.orderId === orderId) return last;
        last = opened.get(orderId) ?? open(orderId, kstDayOf(soldAtMs));
        opened.set(orderId, last);
        return last;
      });
      insertAll([...opened.values()]);
      return orders.map(({ orderNo }) => orderNo);
    },
    /** Whether an order wasn't there before. */
    isNew: (orderNo: number) => orderNo >= (firstNew.get(Math.floor(orderNo / ORDERS_A_DAY)) ?? Infinity),
    /** The number from which on the orders of a day are new, for each day that has new ones. */
    firstNew,
  };
}

/**
 * The orders of a day that hold the same lines, as far as one is new and one is older: how many pairs, and the first of each.
 * A date alone is the start of its day in Korea: that two orders share it proves nothing. Orders of one file aren't compared
 * with each other, as several people may buy the same book in the same second.
 */
const ALIKE = `
  WITH span AS (
    SELECT min(sold_at_ms) AS from_ms, max(sold_at_ms) AS until_ms
    FROM sale
    WHERE order_no >= ?2 AND order_no < ?3
  ), near AS (
    SELECT DISTINCT order_no
    FROM sale, span
    WHERE order_no >= ?1 AND order_no < ?3 AND sold_at_ms BETWEEN from_ms AND until_ms
  ), content AS (
    SELECT
      order_no,
      group_concat(
        concat_ws(' ', goods, quantity, sold_at_ms, buyer), ',' ORDER BY goods, quantity, sold_at_ms, buyer
      ) AS lines
    FROM sale
    WHERE order_no IN (SELECT order_no FROM near)
    GROUP BY order_no
    HAVING max((sold_at_ms + 9 * 3600000) % 86400000) > 0
  )
  SELECT
    min(sum(order_no >= ?2), sum(order_no < ?2)) AS pairs,
    min(CASE WHEN order_no >= ?2 THEN order_no END) AS new_no,
    min(order_no) AS older_no
  FROM content
  GROUP BY lines
  HAVING pairs > 0
  ORDER BY older_no`;

const EXAMPLES_MAX = 3;

/** New orders of an import, by the day of their first line. */
export interface OrderRepeats {
  readonly orders: number;
  /** Of those, how many have the buyer, items, quantities and times of an order that was there before. */
  readonly repeated: number;
  /** The first ones, each with the order that it looks like. */
  readonly examples: readonly string[];
}

/**
 * Finds new orders that look like older ones under new numbers (docs/feeds.md#brakes). `firstNewOrders` = the number from
 * which on the orders of a day are new, for each day that has new ones.
 */
export function findOrderRepeats(
  db: DatabaseSync,
  firstNewOrders: ReadonlyMap<KstDay, number>,
): OrderRepeats {
  const countNew = db.prepare(
    'SELECT count(*) AS orders FROM sale_order WHERE order_no >= ? AND order_no < ?',
  );
  const alike = db.prepare(ALIKE);
  const orderId = db.prepare('SELECT order_id FROM sale_order WHERE order_no = ?');
  const nameOf = (orderNo: unknown) => JSON.stringify(orderId.get(Number(orderNo))?.order_id);
  let [orders, repeated] = [0, 0];
  const examples: string[] = [];
  for (const [day, firstNew] of firstNewOrders) {
    const first = day * ORDERS_A_DAY;
    const end = first + ORDERS_A_DAY;
    orders += Number(countNew.get(firstNew, end)?.orders);
    if (firstNew === first) continue;
    for (const { pairs, new_no, older_no } of alike.iterate(first, firstNew, end)) {
      repeated += Number(pairs);
      if (examples.length < EXAMPLES_MAX) examples.push(`${nameOf(new_no)} = ${nameOf(older_no)}`);
    }
  }
  return { orders, repeated, examples };
}
