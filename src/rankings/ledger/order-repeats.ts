import { type KstDay, kstDayStartMs } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** How many of an import's new orders look like older ones. */
export interface OrderRepeats {
  readonly orders: number;
  /** New orders that have the buyer, items, quantities and times of an older order. */
  readonly repeated: number;
  /** The first repeated orders, each with its older order: `"A-9" = "A-1"`. */
  readonly examples: readonly string[];
}

const EXAMPLES_MAX = 3;

/**
 * Finds new orders that look like older ones under new numbers (docs/feeds.md#brakes). `firstNewOrders` has, for each day with
 * new orders, the lowest of their numbers.
 */
export async function findOrderRepeats(
  { query }: Writer,
  firstNewOrders: ReadonlyMap<KstDay, number>,
): Promise<OrderRepeats> {
  let orders = 0;
  let repeated = 0;
  const examples: string[] = [];
  for (const [day, firstNew] of firstNewOrders) {
    const [first, end] = [day * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY];
    const [counted] = await query<{ orders: number }>(COUNT_ORDERS, [firstNew, end]);
    orders += counted?.orders ?? 0;
    if (firstNew === first) continue;
    for (const alike of await query<Alike>(SELECT_ALIKE, [first, firstNew, end])) {
      repeated += Math.min(alike.newer, alike.older);
      if (examples.length < EXAMPLES_MAX)
        examples.push(`${JSON.stringify(alike.newId)} = ${JSON.stringify(alike.olderId)}`);
    }
  }
  return { orders, repeated, examples };
}

/** Orders with the same lines: how many new and how many older ones, and the id of the first of each. */
type Alike = Readonly<Record<'newer' | 'older', number> & Record<'newId' | 'olderId', string>>;

const COUNT_ORDERS = 'SELECT count(*) AS orders FROM sale_order WHERE order_no >= $1 AND order_no < $2';

/**
 * Groups orders by the text of all their lines. The day's order numbers begin at $1, those of new orders at $2; the next day's
 * begin at $3. Leaves out orders without a line in the new orders' time span, and orders whose lines are all at the start of a
 * day: these have a date alone, which many orders share. New orders aren't compared with each other, because several people may
 * buy the same book in the same second.
 */
const SELECT_ALIKE = `
  SELECT newer, older, n.order_id AS "newId", o.order_id AS "olderId"
  FROM (
    SELECT count(CASE WHEN order_no >= $2 THEN 1 END) AS newer, count(CASE WHEN order_no < $2 THEN 1 END) AS older,
      min(CASE WHEN order_no >= $2 THEN order_no END) AS first_new, min(order_no) AS first_older
    FROM (
      SELECT order_no, string_agg(line, ',' ORDER BY line) AS lines
      FROM (
        SELECT order_no, sold_at_ms, goods || ' ' || quantity || ' ' || sold_at_ms || ' ' || coalesce(CAST(buyer AS text), '') AS line
        FROM sale
        WHERE order_no IN (
          SELECT order_no
          FROM sale
          WHERE order_no >= $1 AND order_no < $3
            AND sold_at_ms >= (SELECT min(sold_at_ms) FROM sale WHERE order_no >= $2 AND order_no < $3)
            AND sold_at_ms <= (SELECT max(sold_at_ms) FROM sale WHERE order_no >= $2 AND order_no < $3))) AS sold
      GROUP BY order_no
      HAVING max((sold_at_ms - (${kstDayStartMs(0)})) % ${kstDayStartMs(1) - kstDayStartMs(0)}) > 0) AS held
    GROUP BY lines) AS alike
  JOIN sale_order AS n ON n.order_no = first_new
  JOIN sale_order AS o ON o.order_no = first_older
  WHERE older > 0
  ORDER BY first_older`;
