import type { DatabaseSync } from 'node:sqlite';
import { type Clock, formatKstMonth, type KstMonth, kstDayOf, kstMonthOfDay } from '../../../clock.ts';
import type { OrdersUndone } from '../../../ingest/import-undo.ts';
import type { Row } from '../row-writer.ts';
import { createClosingRule } from './ledger-counting.ts';
import { prepareLedger, RETURNED } from './ledger-statements.ts';

/** The tables of the order ledger, and the columns of their keys. */
const KEYS = {
  sale: ['order_no', 'line_no'],
  sale_cancel: ['order_no', 'line_no'],
  sale_return: ['order_no', 'line_no', 'cancelled_at_ms'],
} as const;

export type LedgerTable = keyof typeof KEYS;

export type LedgerRows = ReturnType<typeof createLedgerRows>;

/** Takes rows of the ledger away and puts them back, within the caller's transaction (docs/feeds.md#undo). */
export function createLedgerRows(db: DatabaseSync, clock: Clock) {
  const settle = db.prepare(`
    UPDATE sale
    SET cancelled = EXISTS (
        SELECT 1 FROM sale_cancel AS c WHERE c.order_no = ?1 AND c.line_no = ?2 AND c.late = 0),
      returned = ${RETURNED}
    WHERE order_no = ?1 AND line_no = ?2`);
  const ledger = prepareLedger(db);
  const months = new Set<KstMonth>();
  let lines = 0;
  const note = (orderNo: number, lineNo: number) => {
    const soldAt = ledger.findSoldAt.get(orderNo, lineNo)?.sold_at_ms;
    if (typeof soldAt === 'number') months.add(kstMonthOfDay(kstDayOf(soldAt)));
  };
  return {
    /** The rows with these keys, one key after the other; they are gone afterwards. */
    take(table: LedgerTable, keys: Float64Array): readonly Row[] {
      const where = KEYS[table].map((column) => `${column} = ?`).join(' AND ');
      const find = db.prepare(`SELECT * FROM ${table} WHERE ${where}`);
      find.setReturnArrays(true);
      const remove = db.prepare(`DELETE FROM ${table} WHERE ${where}`);
      return keysOf(table, keys).flatMap((key) => {
        const [orderNo = 0, lineNo = 0] = key;
        const row: unknown = find.get(...key);
        if (!Array.isArray(row)) return [];
        note(orderNo, lineNo);
        remove.run(...key);
        settle.run(orderNo, lineNo);
        if (table === 'sale') lines++;
        return [row];
      });
    },
    /** Their keys. */
    put(table: LedgerTable, rows: readonly Row[]): Float64Array {
      const keys: number[] = [];
      const values = (rows[0] ?? []).map(() => '?').join(', ');
      const insert = db.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${values})`);
      const positions = positionsOf(db, table);
      for (const row of rows) {
        if (insert.run(...row).changes === 0) continue;
        const key = positions.map((at) => Number(row[at]));
        const [orderNo = 0, lineNo = 0] = key;
        keys.push(...key);
        settle.run(orderNo, lineNo);
        note(orderNo, lineNo);
        if (table === 'sale') lines++;
      }
      return Float64Array.from(keys);
    },
    /** Lets open months be counted again. Names those that are closed and published: their lists stay. */
    finish(): OrdersUndone {
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

function keysOf(table: LedgerTable, keys: Float64Array): number[][] {
  const width = KEYS[table].length;
  return Array.from({ length: keys.length / width }, (_, at) => [
    ...keys.subarray(at * width, (at + 1) * width),
  ]);
}

/** Where the columns of the key stand in a whole row. */
function positionsOf(db: DatabaseSync, table: LedgerTable): number[] {
  const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid`).all();
  return KEYS[table].map((name) => columns.findIndex((column) => column.name === name));
}
