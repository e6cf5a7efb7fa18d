import type { DatabaseSync } from 'node:sqlite';
import { formatKstMonth, type KstMonth } from '../../clock.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import { buyerOf, markOf } from './buyer-reference.ts';
import { cutoffOf, inTime, OF_MONTH, rangeOfMonth } from './month-lines.ts';

/** What is left out of a month. */
export interface Exclusion {
  readonly month: KstMonth;
  /** One of both. */
  readonly itemId: number | null;
  readonly mark: string | null;
}

/** How an operator wants a published month to be counted (docs/lists.md#open-months). */
export interface Restatement {
  readonly month: KstMonth;
  /** For good. */
  readonly leftOut: readonly Pick<Exclusion, 'itemId' | 'mark'>[];
  /** Why; may be empty when nothing is left out. */
  readonly reason: string;
  readonly restatedAtMs: number;
  /** Lines and cancellations that came late go on counting nothing. */
  readonly withoutLate: boolean;
}

export interface RecordedExclusion {
  readonly exclusionId: number;
  /** As yyyy-MM. */
  readonly month: string;
  /** Of the item, or its number; empty for a buyer. */
  readonly title: string;
  readonly mark: string | null;
  readonly reason: string;
  readonly excludedAtMs: number;
}

/** What arrived for a month after it was closed and published, and doesn't count. */
export interface LateLines {
  readonly lateLines: number;
  readonly lateCancellations: number;
}

/**
 * Opens a published month for one more count, within the caller's transaction: late lines count from now on, and what is left out
 * doesn't. The next tally publishes it. False, with nothing changed, when the month has no list or its lines were deleted.
 */
export function restateMonth(db: DatabaseSync, restatement: Restatement): boolean {
  const { month, leftOut, reason, restatedAtMs, withoutLate } = restatement;
  if (!canRestate(db, month)) return false;
  const exclude = db.prepare(`
    INSERT INTO exclusion (month, item_id, buyer, reason, excluded_at_ms)
    VALUES (?, ?, ?, ?, ?)`);
  for (const { itemId, mark } of leftOut) exclude.run(month, itemId, buyerOf(mark), reason, restatedAtMs);
  if (!withoutLate) db.prepare('UPDATE sale_month SET cutoff = NULL WHERE month = ?').run(month);
  countAgain(db, month);
  return true;
}

/** Ends an exclusion, and opens its month for one more count. Returns it; null as above, or if it has ended. */
export function undoExclusion(db: DatabaseSync, exclusionId: number): Exclusion | null {
  const row = db
    .prepare(
      `SELECT month, item_id, CAST(buyer AS REAL) AS buyer FROM exclusion WHERE exclusion_id = ? AND ${IN_FORCE}`,
    )
    .get(exclusionId);
  if (row === undefined || !canRestate(db, Number(row.month))) return null;
  const [month, itemId] = [Number(row.month), row.item_id === null ? null : Number(row.item_id)];
  db.prepare(`
    UPDATE exclusion SET item_id = NULL, buyer = NULL
    WHERE month = ? AND item_id IS ? AND CAST(buyer AS REAL) IS ?`).run(month, itemId, row.buyer ?? null);
  countAgain(db, month);
  return { month, itemId, mark: markOf(row.buyer) };
}

const IN_FORCE = 'coalesce(item_id, buyer) IS NOT NULL';

/** Newest first. They are as few as operators have made by hand. */
export function listExclusions(db: DatabaseSync): RecordedExclusion[] {
  const select = db.prepare(`
    SELECT exclusion_id AS "exclusionId", month, CAST(coalesce(title, item_id, '') AS TEXT) AS title,
      iif(buyer IS NULL, NULL, printf('%x', buyer)) AS mark, reason, excluded_at_ms AS "excludedAtMs"
    FROM exclusion
    LEFT JOIN item USING (item_id)
    WHERE ${IN_FORCE}
    ORDER BY exclusion_id DESC`);
  return rowsOf<Omit<RecordedExclusion, 'month'> & { readonly month: KstMonth }>(select).map((row) => ({
    ...row,
    month: formatKstMonth(row.month),
  }));
}

function canRestate(db: DatabaseSync, month: KstMonth): boolean {
  const select = `
    SELECT 1 FROM sale_month WHERE month = ? AND counted_until IS NOT NULL AND deleted_at_ms IS NULL`;
  return db.prepare(select).get(month) !== undefined;
}

/** Lets the next tally count a month. */
function countAgain(db: DatabaseSync, month: KstMonth): void {
  db.exec('UPDATE catalog_state SET ledger_revision = ledger_revision + 1');
  db.prepare(`
    UPDATE sale_month SET revision = (SELECT ledger_revision FROM catalog_state) WHERE month = ?`).run(month);
}

/** What came for a month after its cutoff; null when it can't be restated. Looks at all lines of the month. */
export function countLate(db: DatabaseSync, month: KstMonth): LateLines | null {
  if (!canRestate(db, month)) return null;
  const count = (table: string, where: string) => {
    const late = db.prepare(
      `SELECT count(*) AS rows FROM ${table} WHERE NOT ${inTime(cutoffOf('?5'))} AND ${where}`,
    );
    return Number(late.get(...rangeOfMonth(month), month)?.rows);
  };
  return {
    lateLines: count('sale', OF_MONTH),
    lateCancellations: count(
      'sale_return',
      `(order_no, line_no) IN (SELECT order_no, line_no FROM sale WHERE ${OF_MONTH})`,
    ),
  };
}
