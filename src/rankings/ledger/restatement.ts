import { insertAuditLine } from '../../base/audit-line.ts';
import { formatKstMonth, type KstMonth } from '../../clock.ts';
import { findsRow, type Reader, type Writer } from '../../sql-database.ts';
import { buyerOf, markOf } from './buyer-reference.ts';
import { cutoffOf, inTime, OF_MONTH, rangeOfMonth } from './month-lines.ts';

export interface Exclusion {
  readonly month: KstMonth;
  /** Either an item or the mark of a buyer; the other field is null. */
  readonly itemId: number | null;
  readonly mark: string | null;
}

/** An operator's request to count a published month again (docs/lists.md#open-months). */
export interface Restatement {
  readonly month: KstMonth;
  readonly leftOut: readonly Pick<Exclusion, 'itemId' | 'mark'>[];
  readonly reason: string;
  readonly restatedAtMs: number;
  readonly by: string;
  /** Whether late lines and cancellations stay uncounted. */
  readonly withoutLate: boolean;
}

/** Additions to a month after it was closed and published, which don't count. */
export interface LateLines {
  readonly lateLines: number;
  readonly lateCancellations: number;
}

/** Opens a month for one more count. False, without any change, if the month has no list or its lines were deleted. */
export async function restateMonth(sql: Writer, restatement: Restatement): Promise<boolean> {
  const { month, leftOut, reason, restatedAtMs, withoutLate, by } = restatement;
  if (!(await canRestate(sql, month))) return false;
  await sql.insert({
    into: 'exclusion',
    columns: 'month integer, item_id bigint, buyer bigint, reason text, excluded_at_ms bigint',
    rows: leftOut.map(({ itemId, mark }) => [month, itemId, buyerOf(mark), reason, restatedAtMs]),
  });
  if (!withoutLate) await sql.query('UPDATE sale_month SET cutoff = NULL WHERE month = $1', [month]);
  await countAgain(sql, 'rankings.restated', { month, leftOut, by, atMs: restatedAtMs });
  return true;
}

/** Ends an exclusion, and opens its month for one more count. False if it has ended or the month can't be restated. */
export async function undoExclusion(
  sql: Writer,
  exclusionId: number,
  actor: Pick<Change, 'by' | 'atMs'>,
): Promise<boolean> {
  const [row] = await sql.query<Pick<Exclusion, 'month' | 'itemId'> & { readonly buyer: number | null }>(
    `SELECT month, item_id AS "itemId", CAST(buyer AS double precision) AS buyer
     FROM exclusion WHERE exclusion_id = $1 AND ${IN_FORCE}`,
    [exclusionId],
  );
  if (row === undefined || !(await canRestate(sql, row.month))) return false;
  const { month, itemId, buyer } = row;
  await sql.query(
    `UPDATE exclusion SET item_id = NULL, buyer = NULL
     WHERE month = $1 AND (item_id = $2 OR CAST(buyer AS double precision) = $3)`,
    [month, itemId, buyer],
  );
  await countAgain(sql, 'rankings.exclusion-undone', { month, leftOut: [row], ...actor });
  return true;
}

interface Change {
  readonly month: KstMonth;
  readonly leftOut: readonly Pick<Exclusion, 'itemId'>[];
  readonly by: string;
  readonly atMs: number;
}

/** Makes the next tally count a month. The audit log must not identify buyers, not even by their marks. */
async function countAgain(sql: Writer, action: string, { month, leftOut, by, atMs }: Change): Promise<void> {
  await sql.query('UPDATE catalog_state SET ledger_revision = ledger_revision + 1');
  await sql.query(
    'UPDATE sale_month SET revision = (SELECT ledger_revision FROM catalog_state) WHERE month = $1',
    [month],
  );
  const items = leftOut.flatMap(({ itemId }) => itemId ?? []);
  const buyers = leftOut.length - items.length;
  const detail = {
    month: formatKstMonth(month),
    ...(items.length > 0 && { items }),
    ...(buyers > 0 && { buyers }),
  };
  await insertAuditLine(sql, 'catalogue_audit', { atMs, actor: by, action, target: 'rankings', detail });
}

const IN_FORCE = 'coalesce(item_id, buyer) IS NOT NULL';

type ExclusionRow = Readonly<
  Record<'exclusionId' | 'month' | 'excludedAtMs', number> &
    Record<'title' | 'reason', string> &
    Record<'buyer', number | null>
>;

/** All exclusions, newest first. `title` = the item's title, or its number if the catalogue lacks the item; empty for a buyer. */
export async function listExclusions({ query }: Reader) {
  const rows = await query<ExclusionRow>(
    `SELECT exclusion_id AS "exclusionId", month, coalesce(title, CAST(item_id AS text), '') AS title,
       CAST(buyer AS double precision) AS buyer, reason, excluded_at_ms AS "excludedAtMs"
     FROM exclusion
     LEFT JOIN item USING (item_id)
     WHERE ${IN_FORCE}
     ORDER BY exclusion_id DESC`,
  );
  return rows.map(({ buyer, ...row }) => ({ ...row, month: formatKstMonth(row.month), mark: markOf(buyer) }));
}

function canRestate(reader: Reader, month: KstMonth): Promise<boolean> {
  const select = `
    SELECT 1 AS one FROM sale_month WHERE month = $1 AND counted_until IS NOT NULL AND deleted_at_ms IS NULL`;
  return findsRow(reader, select, [month]);
}

/** Counts a month's late lines and cancellations; null if the month can't be restated. Reads all lines of the month. */
export async function countLate(reader: Reader, month: KstMonth): Promise<LateLines | null> {
  if (!(await canRestate(reader, month))) return null;
  const count = async (table: string, where: string) => {
    const select = `SELECT count(*) AS rows FROM ${table} WHERE NOT ${inTime(cutoffOf('$5'))} AND ${where}`;
    const [late] = await reader.query<{ rows: number }>(select, [...rangeOfMonth(month), month]);
    return late?.rows ?? 0;
  };
  return {
    lateLines: await count('sale', OF_MONTH),
    lateCancellations: await count(
      'sale_return',
      `(order_no, line_no) IN (SELECT order_no, line_no FROM sale WHERE ${OF_MONTH})`,
    ),
  };
}
