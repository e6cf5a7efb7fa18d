import { type KstDay, type KstMonth, kstMonthFirstDay, kstMonthOfDay } from '../../clock.ts';
import { type Reader, whereOf } from '../../sql-database.ts';
import type { LeftOut } from '../counted-copies.ts';
import type { CountedFrom } from '../schedule.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

/** SQL condition: a row of `sale` was sold in a range of days. $1 to $4 are `rangeOfDays`. */
export const OF_MONTH = `((order_no >= $1 AND order_no < $2 AND stray_day IS NULL) OR stray_day BETWEEN $3 AND $4)`;

/** The rows that meet OF_MONTH, as a subquery: reading them takes a third of the time. */
export const SALES_OF_DAYS = `(
  SELECT * FROM sale WHERE order_no >= $1 AND order_no < $2 AND stray_day IS NULL
  UNION ALL
  SELECT * FROM sale WHERE stray_day BETWEEN $3 AND $4)`;

/** SQL for the last revision of the ledger that counts for a month, NULL where all revisions count. */
export function cutoffOf(month: string): string {
  return `(SELECT cutoff FROM sale_month WHERE month = ${month})`;
}

/** SQL condition: a row of `sale` or `sale_return` was added up to a cutoff. */
export function inTime(cutoff: string): string {
  return `(revision <= coalesce(${cutoff}, revision))`;
}

/** SQL for the copies of a `sale` row that were returned up to a cutoff, possibly more than were sold. */
export function copiesBack(cutoff: string): string {
  return `(
    SELECT CAST(coalesce(sum(coalesce(r.quantity, sale.quantity)), 0) AS bigint)
    FROM sale_return AS r
    WHERE r.order_no = sale.order_no AND r.line_no = sale.line_no AND r.revision <= coalesce(${cutoff}, r.revision))`;
}

/** SQL for a line's ISBN13, if the line names only an ISBN: `goods` is then minus the ISBN13. */
export function isbnOf(goods: string): string {
  return `substr(CAST(10000000000000 - ${goods} AS text), 2)`;
}

/** SQL for the item number of a `sale` row, resolved as in a ranking run. */
export const ITEM_OF_LINE = `CASE WHEN goods > 0 THEN goods ELSE (
  SELECT min(i.item_id) FROM item AS i WHERE i.isbn13 = ${isbnOf('goods')} AND i.isbn13 <> '' AND i.withheld = 0) END`;

/** The parameters of OF_MONTH: the first order number of the days, the first order number after the days, and both days. */
export function rangeOfDays(firstDay: KstDay, lastDay: KstDay): [number, number, number, number] {
  return [firstDay * ORDERS_A_DAY, (lastDay + 1) * ORDERS_A_DAY, firstDay, lastDay];
}

export function rangeOfMonth(month: KstMonth): [number, number, number, number] {
  return rangeOfDays(kstMonthFirstDay(month), kstMonthFirstDay(month + 1) - 1);
}

/** What operators excluded from a month: items as `numberOf` returns them, buyers as stored numbers (buyer-reference.ts). */
export async function readLeftOut(
  reader: Reader,
  month: KstMonth,
  numberOf = (itemId: number) => itemId,
): Promise<LeftOut> {
  const rows = await reader.query<{ itemId: number | null; buyer: number | null }>(
    `SELECT item_id AS "itemId", CAST(buyer AS double precision) AS buyer FROM exclusion WHERE month = $1`,
    [month],
  );
  return {
    items: new Set(rows.flatMap(({ itemId }) => (itemId === null ? [] : [numberOf(itemId)]))),
    buyers: new Set(rows.flatMap(({ buyer }) => (buyer === null ? [] : [buyer]))),
  };
}

export interface SoldMonth {
  readonly month: KstMonth;
  /** The revision of the ledger that last changed what the month counts. */
  readonly ledgerRevision: number;
  readonly receivedAtMs: number;
  /** How far the published list counts the ledger; null before the first list. */
  readonly counted: CountedFrom | null;
  /** The last revision of the ledger that counts in the list; null if all revisions count. */
  readonly cutoff: number | null;
  /** The lines were deleted (docs/lists.md#retention), so the list is never counted again. */
  readonly isDeleted: boolean;
}

export async function listMonths(reader: Reader, month?: KstMonth): Promise<SoldMonth[]> {
  const { where, values } = whereOf([['month = $', month]]);
  const rows = await reader.query<SoldMonth & { untilDay: KstDay | null; countedRevision: number }>(
    `SELECT month, revision AS "ledgerRevision", received_at_ms AS "receivedAtMs", counted_until AS "untilDay",
       counted_revision AS "countedRevision", cutoff, deleted_at_ms IS NOT NULL AS "isDeleted"
     FROM sale_month ${where} ORDER BY month`,
    values,
  );
  return rows.map(({ untilDay, countedRevision, isDeleted, ...row }) => ({
    ...row,
    counted: untilDay === null ? null : { untilDay, ledgerRevision: countedRevision },
    isDeleted: Boolean(isDeleted),
  }));
}

export interface SoldCopies {
  /** The ISBN13, or the item number if there is none. */
  readonly sku: string;
  readonly copies: number;
}

/** Copies of all order lines of some days minus returned copies, by SKU. Null if order lines of these months were deleted. */
export async function readSoldCopies(
  reader: Reader,
  fromDay: KstDay,
  untilDay: KstDay,
): Promise<SoldCopies[] | null> {
  const [first, last] = [kstMonthOfDay(fromDay), kstMonthOfDay(untilDay)];
  const months = await listMonths(reader);
  if (months.some(({ month, isDeleted }) => isDeleted && month >= first && month <= last)) return null;
  const rows = await reader.query<{ goods: number; isbn13: string | null; copies: number }>(
    `SELECT goods, isbn13, CAST(sum(CASE WHEN back < quantity THEN quantity - back ELSE 0 END) AS bigint) AS copies
     FROM (SELECT sale.*, ${copiesBack('NULL')} AS back FROM ${SALES_OF_DAYS} AS sale) AS sale
     LEFT JOIN item ON item_id = goods
     GROUP BY goods, isbn13`,
    rangeOfDays(fromDay, untilDay),
  );
  const sums = new Map<string, number>();
  for (const { goods, isbn13, copies } of rows) {
    const sku = goods < 0 ? String(-goods).padStart(13, '0') : isbn13 || String(goods);
    if (copies > 0) sums.set(sku, (sums.get(sku) ?? 0) + copies);
  }
  return Array.from(sums, ([sku, copies]) => ({ sku, copies })).sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

/** The number of days for which callers count unknown goods. More days would take long in a large shop. */
export const WAITING_DAYS = 31;

/** How many order lines since a day wait for an item or an ISBN that the catalogue doesn't have. */
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
