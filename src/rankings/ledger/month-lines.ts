import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, type KstMonth, kstMonthFirstDay, kstMonthOfDay } from '../../clock.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
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

/** A month in which something was sold. */
export interface SoldMonth {
  readonly month: KstMonth;
  /** That last changed what it counts. */
  readonly ledgerRevision: number;
  /** When something last came for it. */
  readonly receivedAtMs: number;
  /** How far its published list counts the ledger; null before the first. */
  readonly counted: CountedFrom | null;
  /** Its lines were deleted after their time (docs/lists.md#retention), so its list stays as it is. */
  readonly isDeleted: boolean;
}

/** All such months, ascending, or one of them. */
export function listMonths(db: DatabaseSync, month?: KstMonth): SoldMonth[] {
  const select = db.prepare('SELECT * FROM sale_month WHERE month = ifnull(?, month) ORDER BY month');
  return select.all(month ?? null).map((row) => ({
    month: Number(row.month),
    ledgerRevision: Number(row.revision),
    receivedAtMs: Number(row.received_at_ms),
    counted:
      row.counted_until === null
        ? null
        : { untilDay: Number(row.counted_until), ledgerRevision: Number(row.counted_revision) },
    isDeleted: row.deleted_at_ms !== null,
  }));
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
  const [first, last] = [kstMonthOfDay(fromDay), kstMonthOfDay(untilDay)];
  if (listMonths(db).some(({ month, isDeleted }) => isDeleted && month >= first && month <= last))
    return null;
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
