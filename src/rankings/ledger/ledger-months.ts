import type { DatabaseSync } from 'node:sqlite';
import { type Clock, formatKstMonth, type KstMonth, kstDayOf, kstMonthOfDay } from '../../clock.ts';
import type { ChangeKeeper, KeptChange } from '../../store/sqlite/kept-changes.ts';
import { createRowWriter, type Row } from '../../store/sqlite/rows.ts';
import { monthClosesAtMs } from '../schedule.ts';

export type LedgerMonths = ReturnType<typeof createLedgerMonths>;

/**
 * The months of what one write transaction brings into the ledger: whether that counts there (docs/lists.md#open-months), and
 * what has to be recorded of it. `mayRestate` counts what comes for closed months, too, with all that came late before; those
 * whose lines were deleted stay as they are.
 */
export function createLedgerMonths(db: DatabaseSync, clock: Clock, mayRestate = false) {
  const nowMs = clock.nowMs();
  const before = Number(db.prepare('SELECT ledger_revision AS revision FROM catalog_state').get()?.revision);
  const revision = before + 1;
  const grow = db.prepare('UPDATE catalog_state SET ledger_revision = ?');
  const findPublished = db.prepare(`
    SELECT cutoff, deleted_at_ms IS NOT NULL AS is_deleted
    FROM sale_month
    WHERE month = ? AND coalesce(counted_until, deleted_at_ms) IS NOT NULL`);
  const count = db.prepare(`
    INSERT INTO sale_month (month, revision, received_at_ms)
    VALUES (?, ?, ?)
    ON CONFLICT (month) DO UPDATE SET revision = excluded.revision, received_at_ms = excluded.received_at_ms,
      cutoff = NULL`);
  const close = db.prepare(
    'UPDATE sale_month SET cutoff = ifnull(cutoff, ?), received_at_ms = ? WHERE month = ?',
  );
  // Nobody else can publish while the caller's write transaction lasts.
  const states = new Map<KstMonth, { readonly isLate: boolean; readonly cutoff: number; isNoted: boolean }>();
  let isGrown = false;

  function stateOf(month: KstMonth) {
    const known = states.get(month);
    if (known !== undefined) return known;
    const published = findPublished.get(month);
    const isClosed = published !== undefined && nowMs >= monthClosesAtMs(month);
    const isLate = isClosed && (!mayRestate || published.is_deleted === 1);
    const state = { isLate, cutoff: Number(published?.cutoff ?? Infinity), isNoted: false };
    states.set(month, state);
    return state;
  }

  /** What comes for a month; null where that isn't known yet. */
  function add(month: KstMonth | null): 'added' | 'late' {
    if (!isGrown) grow.run(revision);
    isGrown = true;
    if (month === null) return 'added';
    const state = stateOf(month);
    if (!state.isNoted) {
      if (state.isLate) close.run(before, nowMs, month);
      else count.run(month, revision, nowMs);
    }
    state.isNoted = true;
    return state.isLate ? 'late' : 'added';
  }

  return {
    /** Of the rows that the transaction adds. */
    revision,
    add,
    /** What comes again and is there since a revision: `changed` when it was late and counts from now on. */
    addAgain(month: KstMonth | null, since: number): 'changed' | 'unchanged' {
      if (month === null) return 'unchanged';
      const { isLate, cutoff } = stateOf(month);
      if (isLate || since <= cutoff || since === revision) return 'unchanged';
      add(month);
      return 'changed';
    },
  };
}

/** The tables of order lines. Their keys begin with the numbers of the order and the line. */
const TABLES = ['sale', 'sale_return'];

/** What an undo did to the order ledger. */
export interface OrdersUndone {
  /** Order lines that are gone, or back where an undo was undone. */
  readonly lines: number;
  /** Months, as yyyy-MM, that the next tally counts again. */
  readonly openMonths: readonly string[];
  /** Closed months: their published lists stay as they are until an operator restates them. */
  readonly closedMonths: readonly string[];
}

/** Takes rows of the ledger away and puts them back, within the caller's transaction (docs/feeds.md#undo). */
export function createLedgerRows(db: DatabaseSync, clock: Clock, kept: ChangeKeeper) {
  const findSoldAt = db.prepare('SELECT sold_at_ms FROM sale WHERE order_no = ? AND line_no = ?');
  const tables = new Map(TABLES.map((table) => [table, createRowWriter(db, table, kept)]));
  const months = new Set<KstMonth>();
  let isTouched = false;
  let lines = 0;
  const note = (orderNo: number, lineNo: number) => {
    const soldAt = findSoldAt.get(orderNo, lineNo)?.sold_at_ms;
    if (typeof soldAt === 'number') months.add(kstMonthOfDay(kstDayOf(soldAt)));
  };
  return {
    /** Removes a line or a return that was added, and brings back one that was removed; passes over changes of other tables. */
    restore({ table, key, before }: KeptChange): void {
      const rows = tables.get(table);
      if (rows === undefined) return;
      isTouched = true;
      const named = key as Row;
      const [orderNo, lineNo] = [Number(named[0]), Number(named[1])];
      note(orderNo, lineNo);
      // An order line that came again in the meantime stands.
      if ((rows.find(named) !== null) !== (before === null)) return;
      if (before === null) rows.remove(named);
      else rows.put(before as Row);
      note(orderNo, lineNo);
      if (table === 'sale') lines++;
    },
    /** Lets open months be counted again. Names those that are closed and published: their lists stay. Null if nothing was restored. */
    finish(): OrdersUndone | null {
      if (!isTouched) return null;
      const { add } = createLedgerMonths(db, clock);
      const touched = Map.groupBy(
        [...months].sort((a, b) => a - b),
        add,
      );
      const named = (which: 'added' | 'late') => (touched.get(which) ?? []).map(formatKstMonth);
      return { lines, openMonths: named('added'), closedMonths: named('late') };
    },
  };
}
