import type { KstDay } from '../../clock.ts';
import type { Reader } from '../../sql-database.ts';
import { isbnOf } from './month-lines.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** Days of which the orders are looked through: more would take long in a large shop. */
export const WAITING_DAYS = 31;

/** Order lines since a day that name an item or an ISBN that the catalogue doesn't have: they wait for it. */
export async function countUnknownGoods({ query }: Reader, fromDay: KstDay): Promise<number> {
  const [counted] = await query<{ lines: number }>(
    `SELECT CAST(coalesce(sum(lines), 0) AS bigint) AS lines
     FROM (SELECT goods, count(*) AS lines FROM sale WHERE order_no >= $1 GROUP BY goods) AS named
     WHERE NOT EXISTS (SELECT 1 FROM item WHERE item_id = goods)
       AND NOT EXISTS (SELECT 1 FROM item WHERE isbn13 = ${isbnOf('goods')} AND isbn13 <> '')`,
    [fromDay * ORDERS_A_DAY],
  );
  return counted?.lines ?? 0;
}
