import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, kstMonthOfDay } from '../../../clock.ts';
import { rowsOf } from '../rows.ts';
import { copiesBack, isMonthDeleted, rangeOfDays, SALES_OF_DAYS } from './month-lines.ts';

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
