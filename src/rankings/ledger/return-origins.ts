import { kstDayOf } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import type { CancelRecord, LedgerRecord, ReturnOf } from '../sale.ts';
import {
  copiesLeft,
  findReturns,
  keyOf,
  type LedgerEntries,
  type LineEntry,
  returnedAtMs,
  SALES,
  type StoredSale,
} from './ledger-entries.ts';
import { ORDERS_A_DAY } from './order-numbers.ts';

export type ReturnOrigins = Awaited<ReturnType<typeof loadOrigins>>;

/** Books don't come back later, and reading the lines of all days would take too long. */
const DAYS_BACK = 180;

/**
 * Reads the lines to which returns with an order number of their own may belong (docs/feeds.md#orders-in-tables): lines with the
 * returned goods in the same order or in the buyer's other orders.
 */
export async function loadOrigins(sql: Writer, entries: LedgerEntries, records: readonly LedgerRecord[]) {
  const goods = new Set<number>();
  const orders = new Set<number>();
  const byBuyer = new Map<number, LineEntry[]>();
  const days: number[] = [];
  let lastMs = 0;
  for (const record of records) {
    if (record.kind === 'sale' || record.of === undefined) continue;
    for (const one of record.of.goods) goods.add(one);
    const entry = entries.lineOf(record);
    const { cancelledAtMs } = record.cancellation;
    if (entry.sale !== null || entry.returns.has(returnedAtMs(record.cancellation))) continue;
    lastMs = Math.max(lastMs, cancelledAtMs);
    if (entries.isOrderKnown(entry)) orders.add(entry.orderNo);
    if (record.of.buyer === null) continue;
    byBuyer.set(record.of.buyer, []);
    days.push(kstDayOf(cancelledAtMs));
  }
  const what = [[...goods], lastMs] as const;
  const found = new Set<LineEntry>();
  const read = async (condition: string, ...values: (number | readonly number[])[]) => {
    const rows = await sql.query<StoredSale>(`${MAY_COME_BACK} AND ${condition}`, [...what, ...values]);
    for (const row of rows) found.add(entries.addSale(row));
  };
  if (orders.size > 0) await read('order_no = ANY ($3)', [...orders]);
  for (const span of spansOf(days))
    await read('order_no BETWEEN $3 AND $4 AND buyer = ANY ($5)', ...span, [...byBuyer.keys()]);
  entries.addReturns(await findReturns(sql, [...found].map(keyOf)));
  const noteSold = (entry: LineEntry) => byBuyer.get(entry.sale?.buyer ?? Number.NaN)?.push(entry);
  found.forEach(noteSold);
  return {
    /** Whether this load looked for lines with the goods of a return. */
    isKnown: (of: ReturnOf): boolean => of.goods.every((one) => goods.has(one)),
    /** Adds a line of the same batch. */
    noteSold,
    /** The lines with copies left to return: those of the same order, then the buyer's others, both latest first. */
    find(record: CancelRecord): readonly LineEntry[] {
      const { cancellation, of } = record;
      if (of === undefined) return [];
      const { orderNo } = entries.lineOf(record);
      const { cancelledAtMs } = cancellation;
      const day = kstDayOf(cancelledAtMs);
      const may = (entry: LineEntry) =>
        entry.sale !== null &&
        of.goods.includes(entry.sale.goods) &&
        entry.sale.sold_at_ms <= cancelledAtMs &&
        copiesLeft(entry) > 0;
      const own = entries.linesOf(orderNo).filter(may);
      const ofBuyer = (byBuyer.get(of.buyer ?? Number.NaN) ?? []).filter(
        (entry) =>
          entry.orderNo !== orderNo &&
          entry.orderNo >= (day - DAYS_BACK) * ORDERS_A_DAY &&
          entry.orderNo <= (day + 1) * ORDERS_A_DAY &&
          may(entry),
      );
      return [...own.sort(latestFirst), ...ofBuyer.sort(latestFirst)];
    },
  };
}

const MAY_COME_BACK = `SELECT ${SALES.selected} FROM sale WHERE goods = ANY ($1) AND sold_at_ms <= $2`;

function latestFirst({ sale: a }: LineEntry, { sale: b }: LineEntry): number {
  if (a === null || b === null) return 0;
  return b.sold_at_ms - a.sold_at_ms || b.order_no - a.order_no || b.line_no - a.line_no;
}

/** Ranges of order numbers in which the lines of returns may be, by the days of the returns. The ranges don't overlap. */
function spansOf(days: readonly number[]): readonly (readonly [from: number, until: number])[] {
  const spans: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const [from, until] = [(day - DAYS_BACK) * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY];
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = until;
    else spans.push([from, until]);
  }
  return spans;
}
