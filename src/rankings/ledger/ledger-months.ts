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
 * The months of what one write transaction brings into the ledger: whether that counts there (docs/lists.md#open-months), and
 * what has to be recorded of it, which `write` does. `mayRestate` counts what comes for closed months, too, with all that came late
 * before; those whose lines were deleted stay as they are.
 */
export async function createLedgerMonths(sql: Writer, clock: Clock, mayRestate = false) {
  const nowMs = clock.nowMs();
  const [state] = await sql.query<{ revision: number }>(
    'SELECT ledger_revision AS revision FROM catalog_state',
  );
  const before = state?.revision ?? 0;
  const revision = before + 1;
  // Nobody else can publish while the caller's write transaction lasts.
  const rows = await sql.query<PublishedMonth>(`
    SELECT month, cutoff, deleted_at_ms
    FROM sale_month
    WHERE coalesce(counted_until, deleted_at_ms) IS NOT NULL`);
  const published = new Map(rows.map((row) => [row.month, row]));
  const isLate = (month: KstMonth): boolean => {
    const known = published.get(month);
    const isClosed = known !== undefined && nowMs >= monthClosesAtMs(month);
    return isClosed && (!mayRestate || known.deleted_at_ms !== null);
  };
  /** Months for which something came, and whether that is late. */
  const touched = new Map<KstMonth, boolean>();
  /** Those of them that aren't written yet. */
  let unwritten: KstMonth[] = [];
  let isGrown = false;

  /** What comes for a month; null where that isn't known yet. */
  function add(month: KstMonth | null): 'added' | 'late' {
    isGrown = true;
    if (month === null) return 'added';
    let late = touched.get(month);
    if (late === undefined) {
      late = isLate(month);
      touched.set(month, late);
      unwritten.push(month);
    }
    return late ? 'late' : 'added';
  }

  return {
    /** Of the rows that the transaction adds. */
    revision,
    add,
    /** What comes again and is there since a revision: `changed` when it was late and counts from now on. */
    addAgain(month: KstMonth | null, since: number): 'changed' | 'unchanged' {
      if (month === null || since === revision || isLate(month)) return 'unchanged';
      if (since <= (published.get(month)?.cutoff ?? Number.POSITIVE_INFINITY)) return 'unchanged';
      add(month);
      return 'changed';
    },
    async write(): Promise<void> {
      if (isGrown) await sql.query('UPDATE catalog_state SET ledger_revision = $1', [revision]);
      isGrown = false;
      if (unwritten.length === 0) return;
      const late = unwritten.filter((month) => touched.get(month));
      const counted = unwritten.filter((month) => !touched.get(month));
      unwritten = [];
      await sql.query(
        'UPDATE sale_month SET cutoff = coalesce(cutoff, $1), received_at_ms = $2 WHERE month = ANY ($3)',
        [before, nowMs, late],
      );
      await sql.insert({
        into: 'sale_month',
        columns: 'month integer, revision bigint, received_at_ms bigint',
        rows: counted.map((month) => [month, revision, nowMs]),
        conflict: `ON CONFLICT (month) DO UPDATE
          SET revision = excluded.revision, received_at_ms = excluded.received_at_ms, cutoff = NULL`,
      });
    },
  };
}

/** The month in which a line was sold. */
export const monthOfSale = (soldAtMs: number): KstMonth => monthOfDay(kstDayOf(soldAtMs));

// Lines of a day follow each other.
const monthOfDay = memoizeLast(kstMonthOfDay);
