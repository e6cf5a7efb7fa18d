import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, type KstMonth, kstMonthFirstDay, kstMonthOfDay } from '../../clock.ts';
import { rowOf, rowsOf } from '../../store/sqlite/rows.ts';
import type { CountedFrom } from '../schedule.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** The condition on rows of `sale` that they were sold in some days; its parameters are those of `rangeOfDays`. */
export const OF_MONTH = `((order_no >= ?1 AND order_no < ?2 AND stray_day IS NULL) OR stray_day BETWEEN ?3 AND ?4)`;

/** The same rows, read in a third of the time where nothing is written. */
export const SALES_OF_DAYS = `(
  SELECT * FROM sale WHERE order_no >= ?1 AND order_no < ?2 AND stray_day IS NULL
  UNION ALL
  SELECT * FROM sale WHERE stray_day BETWEEN ?3 AND ?4)`;

/** The last revision of the ledger that counts for a month; NULL where all do. This and what follows are SQL expressions. */
export function cutoffOf(month: string): string {
  return `(SELECT cutoff FROM sale_month WHERE month = ${month})`;
}

/** Whether a row of `sale` or `sale_return` came before a cutoff. */
export function inTime(cutoff: string): string {
  return `(revision <= ifnull(${cutoff}, revision))`;
}

/** The copies of a row of `sale` that were taken back before a cutoff; they may be more than it has. */
export function copiesBack(cutoff: string): string {
  return `(
    SELECT ifnull(sum(ifnull(r.quantity, sale.quantity)), 0)
    FROM sale_return AS r
    WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.revision <= ifnull(${cutoff}, r.revision))`;
}

/** First order number of some days, the first one after them, their first and their last day. */
export function rangeOfDays(firstDay: KstDay, lastDay: KstDay): [number, number, number, number] {
  return [firstDay * ORDERS_A_DAY, (lastDay + 1) * ORDERS_A_DAY, firstDay, lastDay];
}

export function rangeOfMonth(month: KstMonth): [number, number, number, number] {
  return rangeOfDays(kstMonthFirstDay(month), kstMonthFirstDay(month + 1) - 1);
}

/** What restatements left out of a month. Buyers are as they are stored (buyer-reference.ts). */
export interface Exclusions {
  readonly itemIds: readonly number[];
  readonly buyers: readonly number[];
}

export function readExclusions(db: DatabaseSync, month: KstMonth): Exclusions {
  const list = (column: 'item_id' | 'buyer') =>
    db
      // The number of an erased buyer is larger than an integer of ours may be, and even.
      .prepare(
        `SELECT CAST(${column} AS REAL) AS one FROM exclusion WHERE month = ? AND ${column} IS NOT NULL`,
      )
      .all(month)
      .map((row) => Number(row.one));
  return { itemIds: list('item_id'), buyers: list('buyer') };
}

/** How far the published list of a month counts the ledger; null before the first. */
export function findCounted(db: DatabaseSync, month: KstMonth): CountedFrom | null {
  const select = db.prepare(`
    SELECT counted_until AS "untilDay", counted_revision AS "ledgerRevision"
    FROM sale_month
    WHERE month = ? AND counted_until IS NOT NULL`);
  return rowOf<CountedFrom>(select, month);
}

/** Whether the lines of a month were deleted after their time. */
export function isMonthDeleted(db: DatabaseSync, month: KstMonth): boolean {
  return db.prepare('SELECT deleted_at_ms FROM sale_month WHERE month = ?').get(month)?.deleted_at_ms != null;
}

export interface SoldCopies {
  /** The ISBN13, or the item number where there is none. */
  readonly sku: string;
  /** 1 or more. */
  readonly copies: number;
}

/**
 * The copies sold from one day to another, both included, by SKU: of all order lines, whether lists count them or not, without
 * what was cancelled or returned since (`seoga sales --help`). Null if order lines of these months were deleted.
 */
export function readSoldCopies(db: DatabaseSync, fromDay: KstDay, untilDay: KstDay): SoldCopies[] | null {
  for (let month = kstMonthOfDay(fromDay); month <= kstMonthOfDay(untilDay); month++)
    if (isMonthDeleted(db, month)) return null;
  const select = db.prepare(`
    SELECT coalesce(nullif(isbn13, ''), iif(goods < 0, printf('%013d', -goods), CAST(goods AS TEXT))) AS sku,
      sum(max(0, quantity - ${copiesBack('NULL')})) AS copies
    FROM ${SALES_OF_DAYS} AS sale
    LEFT JOIN item ON item_id = goods
    GROUP BY sku
    HAVING copies > 0
    ORDER BY sku`);
  return rowsOf<SoldCopies>(select, ...rangeOfDays(fromDay, untilDay));
}
