import type { DatabaseSync } from 'node:sqlite';
import { type Clock, formatKstMonth, type KstMonth, kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import type { OrdersUndone } from '../../../ingest/import-undo.ts';
import type { RowChange } from '../changeset.ts';
import { createRowWriter } from '../row-writer.ts';
import { createClosingRule } from './ledger-counting.ts';
import { prepareLedger, RETURNED } from './ledger-statements.ts';

/** The tables of order lines. Their keys begin with the numbers of the order and the line. */
const TABLES = ['sale', 'sale_cancel', 'sale_return'];

/** Whether a line, a cancellation or a return came or went. What else changes in their rows follows from that. */
export function isLedgerChange({ table, before, after }: RowChange): boolean {
  return TABLES.includes(table) && (before === null || after === null);
}

/** Takes rows of the ledger away and puts them back, within the caller's transaction (docs/feeds.md#undo). */
export function createLedgerRows(db: DatabaseSync, clock: Clock) {
  const settle = db.prepare(`
    UPDATE sale
    SET cancelled = EXISTS (
        SELECT 1 FROM sale_cancel AS c WHERE c.order_no = ?1 AND c.line_no = ?2 AND c.late = 0),
      returned = ${RETURNED}
    WHERE order_no = ?1 AND line_no = ?2`);
  const ledger = prepareLedger(db);
  const tables = new Map(TABLES.map((table) => [table, createRowWriter(db, table)]));
  const months = new Set<KstMonth>();
  let isTouched = false;
  let lines = 0;
  const note = (orderNo: number, lineNo: number) => {
    const soldAt = ledger.findSoldAt.get(orderNo, lineNo)?.sold_at_ms;
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
      settle.run(orderNo, lineNo);
      note(orderNo, lineNo);
      if (table === 'sale') lines++;
    },
    /** Lets open months be counted again. Names those that are closed and published: their lists stay. Null if nothing was restored. */
    finish(): OrdersUndone | null {
      if (!isTouched) return null;
      const isClosed = createClosingRule(ledger, clock);
      const touched = [...months].sort((a, b) => a - b);
      const open = touched.filter((month) => !isClosed(month));
      if (months.size > 0) ledger.growRevision.run();
      for (const month of open) ledger.markMonth.run(month);
      const closed = touched.filter(isClosed);
      return { lines, openMonths: open.map(formatKstMonth), closedMonths: closed.map(formatKstMonth) };
    },
  };
}
