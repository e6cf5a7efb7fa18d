import type { DatabaseSync } from 'node:sqlite';
import { type KstMonth, kstMonthFirstDay } from '../../../clock.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** The condition on rows of `sale` that they were sold in a month; its parameters are those of `rangeOfMonth`. */
export const OF_MONTH = `((order_no >= ?1 AND order_no < ?2 AND stray_day IS NULL) OR stray_day BETWEEN ?3 AND ?4)`;

/** First order number of a month, the first one after it, its first and its last day. */
export function rangeOfMonth(month: KstMonth): [number, number, number, number] {
  const firstDay = kstMonthFirstDay(month);
  const nextDay = kstMonthFirstDay(month + 1);
  return [firstDay * ORDERS_A_DAY, nextDay * ORDERS_A_DAY, firstDay, nextDay - 1];
}

/** Whether the lines of a month were deleted after their time. */
export function isMonthDeleted(db: DatabaseSync, month: KstMonth): boolean {
  return db.prepare('SELECT 1 FROM sale_month_deleted WHERE month = ?').get(month) !== undefined;
}
