import { type KstDay, kstDayOf } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import type { UndoRecorder } from '../../store/undo-log.ts';
import type { LedgerRecord } from '../sale.ts';
import {
  addReturn,
  createLedgerEntries,
  findReturns,
  findSales,
  keyOf,
  type LedgerEntries,
  type LineEntry,
  RETURNS,
  returnedAtMs,
  SALES,
  type StoredReturn,
  type StoredSale,
} from './ledger-entries.ts';
import type { OrderNumbers } from './order-numbers.ts';
import { loadOrigins, type ReturnOrigins } from './return-origins.ts';

export type LedgerBatch = ReturnType<typeof createLedgerBatch>;

/** Reads the part of the ledger that a batch names, and writes what the batch adds. */
export function createLedgerBatch(sql: Writer, orders: OrderNumbers, undo: UndoRecorder) {
  let entries: LedgerEntries = createLedgerEntries(new Map(), new Set());
  let origins: ReturnOrigins | null = null;
  let sales: StoredSale[] = [];
  let returns: StoredReturn[] = [];
  return {
    /** Reads the lines that records name, and forgets the lines of the batch before. */
    async load(records: readonly LedgerRecord[]): Promise<void> {
      const days = new Map<string, KstDay>();
      for (const record of records) {
        const { orderId } = record.kind === 'sale' ? record.sale : record.cancellation;
        if (!days.has(orderId)) days.set(orderId, kstDayOf(timeOf(record)));
      }
      const { numbers, opened } = await orders.load(days);
      entries = createLedgerEntries(numbers, opened);
      if (opened.size < numbers.size) await loadLines(sql, entries, records);
      const hasReturns = records.some((record) => record.kind === 'cancel' && record.of !== undefined);
      origins = hasReturns ? await loadOrigins(sql, entries, records) : null;
    },

    lineOf: (record: LedgerRecord): LineEntry => entries.lineOf(record),
    /** The order lines to which the returned copies may belong. */
    originsOf: (record: Extract<LedgerRecord, { kind: 'cancel' }>) => origins?.find(record) ?? [],
    /** Whether a return has to wait for the next `load`, because the last one didn't look for lines with its goods. */
    mustWait: (record: LedgerRecord): boolean =>
      record.kind === 'cancel' && record.of !== undefined && origins?.isKnown(record.of) !== true,

    addSale(entry: LineEntry, sale: StoredSale): void {
      entry.sale = sale;
      sales.push(sale);
      origins?.noteSold(entry);
      undo.note('sale', `[${entry.orderNo},${entry.lineNo}]`, null, '');
    },

    /**
     * Adds a return of some copies of a line, or of all (null). The time is part of a return's key, so a second return at the
     * same time is stored a millisecond later.
     */
    takeBack(entry: LineEntry, cancelledAtMs: number, quantity: number | null, revision: number): void {
      let atMs = cancelledAtMs;
      while (entry.returns.has(atMs)) atMs++;
      const { orderNo, lineNo } = entry;
      const row = { order_no: orderNo, line_no: lineNo, cancelled_at_ms: atMs, quantity, revision };
      addReturn(entry, row);
      returns.push(row);
      undo.note('sale_return', `[${orderNo},${lineNo},${atMs}]`, null, '');
    },

    async write(): Promise<void> {
      const added = [
        [SALES, sales],
        [RETURNS, returns],
      ] as const;
      [sales, returns] = [[], []];
      for (const [{ name, columns }, rows] of added)
        await sql.insert({ into: name, columns, rows: rows.map((row) => Object.values(row)) });
    },
  };
}

async function loadLines(sql: Writer, entries: LedgerEntries, records: readonly LedgerRecord[]) {
  const named = Map.groupBy(
    records.filter((record) => entries.isOrderKnown(entries.lineOf(record))),
    entries.lineOf,
  );
  const lines = await findSales(sql, [...named.keys()].map(keyOf));
  lines.forEach(entries.addSale);
  // A line may have many returns. A new line and a cancellation of a whole line need all of them; a return of some copies needs
  // only the stored return of the same time.
  const whole: (readonly number[])[] = [];
  const timed: (readonly number[])[] = [];
  for (const [entry, about] of named) {
    const cancellations = about.flatMap((record) => (record.kind === 'cancel' ? [record.cancellation] : []));
    const isSold = cancellations.length < about.length;
    const needsAll =
      (isSold && entry.sale === null) || cancellations.some(({ quantity }) => quantity === undefined);
    if (needsAll) whole.push(keyOf(entry));
    else timed.push(...cancellations.map((one) => [...keyOf(entry), returnedAtMs(one)]));
  }
  entries.addReturns(await findReturns(sql, whole));
  entries.addReturns(await findReturns(sql, timed));
}

function timeOf(record: LedgerRecord): number {
  return record.kind === 'sale' ? record.sale.soldAtMs : record.cancellation.cancelledAtMs;
}
