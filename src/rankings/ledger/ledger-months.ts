import { memoizeLast } from '../../base/memoize-last.ts';
import { type Clock, type KstMonth, kstDayOf, kstMonthOfDay } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import { monthClosesAtMs } from '../schedule.ts';

export type LedgerMonths = Awaited<ReturnType<typeof createLedgerMonths>>;

interface PublishedMonth {
  readonly month: KstMonth;
  readonly cutoff: number | null;
  readonly deleted_at_ms: number | null;
}

/**
 * Decides which additions of one write transaction are late (docs/lists.md#open-months), and records their months. With
 * `mayRestate`, additions to closed months count as well, even additions that were late before. Additions to a month whose lines
 * were deleted are always late.
 */
export async function createLedgerMonths(sql: Writer, clock: Clock, mayRestate = false) {
  const nowMs = clock.nowMs();
  const [state] = await sql.query<{ revision: number }>(
    'SELECT ledger_revision AS revision FROM catalog_state',
  );
  const before = state?.revision ?? 0;
  const revision = before + 1;
  const rows = await sql.query<PublishedMonth>(`
    SELECT month, cutoff, deleted_at_ms
    FROM sale_month
    WHERE coalesce(counted_until, deleted_at_ms) IS NOT NULL`);
  const published = new Map(rows.map((row) => [row.month, row]));
  const outcomeIn = memoizeLast((month: KstMonth): 'added' | 'late' => {
    const known = published.get(month);
    const isClosed = known !== undefined && nowMs >= monthClosesAtMs(month);
    return isClosed && (!mayRestate || known.deleted_at_ms !== null) ? 'late' : 'added';
  });
  const written = new Set<KstMonth>();
  const unwritten = new Set<KstMonth>();
  let isGrown = false;

  /** Records an addition to a month. The month is null for the return of a line that hasn't arrived. */
  function add(month: KstMonth | null): 'added' | 'late' {
    isGrown = true;
    if (month === null) return 'added';
    if (!written.has(month)) unwritten.add(month);
    return outcomeIn(month);
  }

  return {
    revision,
    add,
    /** Like `add`, for a row that is sent again; revision `since` stored it. `changed` if the row was late and counts now. */
    addAgain(month: KstMonth | null, since: number): 'changed' | 'unchanged' {
      if (month === null || since === revision || outcomeIn(month) === 'late') return 'unchanged';
      if (since <= (published.get(month)?.cutoff ?? Number.POSITIVE_INFINITY)) return 'unchanged';
      add(month);
      return 'changed';
    },
    async write(): Promise<void> {
      if (isGrown) await sql.query('UPDATE catalog_state SET ledger_revision = $1 WHERE id = 1', [revision]);
      isGrown = false;
      if (unwritten.size === 0) return;
      const { late = [], added = [] } = Object.groupBy(unwritten, outcomeIn);
      for (const month of unwritten) written.add(month);
      unwritten.clear();
      await sql.query(
        'UPDATE sale_month SET cutoff = coalesce(cutoff, $1), received_at_ms = $2 WHERE month = ANY ($3)',
        [before, nowMs, late],
      );
      await sql.insert({
        into: 'sale_month',
        columns: 'month integer, revision bigint, received_at_ms bigint',
        rows: added.map((month) => [month, revision, nowMs]),
        conflict: `ON CONFLICT (month) DO UPDATE
          SET revision = excluded.revision, received_at_ms = excluded.received_at_ms, cutoff = NULL`,
      });
    },
  };
}

export const monthOfSale = (soldAtMs: number): KstMonth => monthOfDay(kstDayOf(soldAtMs));

const monthOfDay = memoizeLast(kstMonthOfDay);
