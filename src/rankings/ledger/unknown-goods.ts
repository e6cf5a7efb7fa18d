import type { DatabaseSync } from 'node:sqlite';
import type { KstDay } from '../../clock.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** Days of which the orders are looked through: more would take long in a large shop. */
export const WAITING_DAYS = 31;

/** Order lines since a day that name an item or an ISBN that the catalogue doesn't have: they wait for it. */
export function countUnknownGoods(db: DatabaseSync, fromDay: KstDay): number {
  const lines = db.prepare(`
    WITH named AS (
      SELECT goods, count(*) AS lines
      FROM sale
      WHERE order_no >= ?
      GROUP BY goods
    )
    SELECT coalesce(sum(lines), 0) AS lines
    FROM named
    WHERE NOT EXISTS (SELECT 1 FROM item WHERE item_id = goods)
      AND NOT EXISTS (SELECT 1 FROM item WHERE isbn13 = printf('%013d', -goods) AND isbn13 <> '')`);
  return Number(lines.get(fromDay * ORDERS_A_DAY)?.lines);
}
