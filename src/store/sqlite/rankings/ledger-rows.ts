import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Clock, formatKstMonth, type KstMonth, kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import type { OrdersUndone } from '../../../ingest/import-undo.ts';
import type { RowChange } from '../changeset.ts';
import { createClosingRule } from './ledger-counting.ts';
import { prepareLedger, RETURNED } from './ledger-statements.ts';

/** The tables of order lines, with how many columns at their beginning are the key. */
const KEY_WIDTHS: Readonly<Record<string, number>> = { sale: 2, sale_cancel: 2, sale_return: 3 };

/** Whether a line, a cancellation or a return came or went. What else changes in their rows follows from that. */
export function isLedgerChange({ table, before, after }: RowChange): boolean {
  return table in KEY_WIDTHS && (before === null || after === null);
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
  const tables = new Map(
    Object.entries(KEY_WIDTHS).map(([table, width]) => [table, rowsOf(db, table, width)]),
  );
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
      const isRestored = before === null ? rows?.remove(row) : rows?.put(row);
      if (isRestored !== true) return;
      settle.run(orderNo, lineNo);
      note(orderNo, lineNo);
      if (table === 'sale') lines++;
    },
    /** Lets open months be counted again. Names those that are closed and published: their lists stay. Null if nothing was restored. */
    finish(): OrdersUndone | null {
      if (!isTouched) return null;
      const isClosed = createClosingRule(ledger, clock);
      const [open, closed] = [false, true].map((wanted) =>
        [...months].filter((month) => isClosed(month) === wanted).sort((a, b) => a - b),
      );
      if (months.size > 0) ledger.growRevision.run();
      for (const month of open ?? []) ledger.markMonth.run(month);
      return {
        lines,
        openMonths: (open ?? []).map(formatKstMonth),
        closedMonths: (closed ?? []).map(formatKstMonth),
      };
    },
  };
}

/** Whether there was such a row to remove, and whether there wasn't one yet. */
function rowsOf(db: DatabaseSync, table: string, keyWidth: number) {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all();
  const where = columns
    .slice(0, keyWidth)
    .map(({ name }) => `${name} = ?`)
    .join(' AND ');
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${where}`);
  const put = db.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
  return {
    remove: (row: readonly SQLInputValue[]) => remove.run(...row.slice(0, keyWidth)).changes === 1,
    put: (row: readonly SQLInputValue[]) => put.run(...row).changes === 1,
  };
}
