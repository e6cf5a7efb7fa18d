import type { DatabaseSync } from 'node:sqlite';
import { type Clock, formatKstMonth, type KstMonth, kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import type { OrdersUndone } from '../../../ingest/import-log.ts';
import type { RowChange } from '../changeset.ts';
import { createRowWriter } from '../row-writer.ts';
import { createLedgerMonths } from './ledger-months.ts';

/** The tables of order lines. Their keys begin with the numbers of the order and the line. */
const TABLES = ['sale', 'sale_return'];

/** Whether a line or a return came or went. */
export function isLedgerChange({ table, before, after }: RowChange): boolean {
  return TABLES.includes(table) && (before === null || after === null);
}

/** Takes rows of the ledger away and puts them back, within the caller's transaction (docs/feeds.md#undo). */
export function createLedgerRows(db: DatabaseSync, clock: Clock) {
  const findSoldAt = db.prepare('SELECT sold_at_ms FROM sale WHERE order_no = ? AND line_no = ?');
  const tables = new Map(TABLES.map((table) => [table, createRowWriter(db, table)]));
  const months = new Set<KstMonth>();
  let isTouched = false;
  let lines = 0;
  const note = (orderNo: number, lineNo: number) => {
    const soldAt = findSoldAt.get(orderNo, lineNo)?.sold_at_ms;
    if (typeof soldAt === 'number') months.add(kstMonthOfDay(kstDayOf(soldAt)));
  };
  return {
    /** Removes a row that was added, and brings back one that was removed. */
    restore({ table, before, after }: RowChange): void {
      isTouched = true;
      const row = (before ?? after ?? []).map((value) => value ?? null);
      const [orderNo, lineNo] = [Number(row[0]), Number(row[1])];
      note(orderNo, lineNo);
      const rows = tables.get(table);
      const isThere = rows?.find(row) !== null;
      // An order line that came again in the meantime stands.
      if (rows === undefined || isThere !== (before === null)) return;
      if (before === null) rows.remove(row);
      else rows.put(row);
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
