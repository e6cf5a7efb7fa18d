import type { DatabaseSync } from 'node:sqlite';
import type { KstDay } from '../../../clock.ts';
import type { OrderRepeats } from '../../../ingest/feed-store.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

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
