import { kstDayOf } from '../../clock.ts';
import type { SqlValue, Writer } from '../../sql-database.ts';
import type { UndoRecorder } from '../../store/undo-log.ts';
import type { CancelRecord, LedgerRecord, ReturnOf } from '../sale.ts';
import {
  addReturn,
  copiesLeft,
  findReturns,
  findSales,
  keyOf,
  type LineEntry,
  lineEntry,
  RETURNS,
  returnedAtMs,
  SALES,
  type StoredReturn,
  type StoredSale,
} from './ledger-rows.ts';
import { ORDERS_A_DAY, type OrderNumbers } from './order-numbers.ts';

export type LedgerBatch = ReturnType<typeof createLedgerBatch>;

/** Reads the part of the ledger that a batch names, and writes what the batch adds. */
export function createLedgerBatch(sql: Writer, orders: OrderNumbers, undo: UndoRecorder) {
  let entries = createEntries(new Map(), new Set());
  let origins: Awaited<ReturnType<typeof loadOrigins>> | null = null;
  let sales: StoredSale[] = [];
  let returns: StoredReturn[] = [];
  return {
    /** Reads the lines that records name, and forgets the lines of the batch before. */
    async load(records: readonly LedgerRecord[]): Promise<void> {
      const { numbers, opened } = await orders.load(records);
      entries = createEntries(numbers, opened);
      if (opened.size < numbers.size) await loadLines(sql, entries, records);
      const back = records.filter(
        (record): record is NamedReturn => 'of' in record && record.of !== undefined,
      );
      origins = back.length > 0 ? await loadOrigins(sql, entries, back) : null;
    },

    lineOf: (record: LedgerRecord): LineEntry => entries.lineOf(record),
    originsOf: (record: CancelRecord) => origins?.find(record) ?? [],
    /** Whether a return has to wait for the next `load`, because the last `load` didn't look for lines with its goods. */
    mustWait: (record: LedgerRecord): boolean =>
      record.kind === 'cancel' && record.of !== undefined && origins?.isKnown(record.of) !== true,

    addSale(entry: LineEntry, sale: StoredSale): void {
      entry.sale = sale;
      sales.push(sale);
      origins?.noteSold(entry);
      undo.note('sale', `[${entry.orderNo},${entry.lineNo}]`, null, '');
    },

    /** Adds a return of some copies of a line, or of all (null). A second return at the same time gets the next millisecond. */
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

type Entries = ReturnType<typeof createEntries>;

/** `numbers` = order numbers by the batch's order ids. `opened` = the numbers of orders that the batch has added. */
function createEntries(numbers: ReadonlyMap<string, number>, opened: ReadonlySet<number>) {
  const orders = new Map<number, Map<number, LineEntry>>();

  function entryOf(orderNo: number, lineNo: number): LineEntry {
    const lines = orders.get(orderNo) ?? new Map<number, LineEntry>();
    orders.set(orderNo, lines);
    const entry = lines.get(lineNo) ?? lineEntry(orderNo, lineNo);
    lines.set(lineNo, entry);
    return entry;
  }

  return {
    lineOf(record: LedgerRecord): LineEntry {
      const { orderId, lineNo } = record.kind === 'sale' ? record.sale : record.cancellation;
      const orderNo = numbers.get(orderId);
      if (orderNo === undefined) throw new Error(`order ${JSON.stringify(orderId)} was not loaded`);
      return entryOf(orderNo, lineNo);
    },
    linesOf: (orderNo: number): LineEntry[] => [...(orders.get(orderNo)?.values() ?? [])],
    isOrderKnown: ({ orderNo }: LineEntry): boolean => !opened.has(orderNo),
    addSale(row: StoredSale): LineEntry {
      const entry = entryOf(row.order_no, row.line_no);
      entry.sale = row;
      return entry;
    },
    addReturns(rows: readonly StoredReturn[]): void {
      for (const row of rows) addReturn(entryOf(row.order_no, row.line_no), row);
    },
  };
}

async function loadLines(sql: Writer, entries: Entries, records: readonly LedgerRecord[]): Promise<void> {
  const named = Map.groupBy(
    records.filter((record) => entries.isOrderKnown(entries.lineOf(record))),
    entries.lineOf,
  );
  const lines = await findSales(sql, [...named.keys()].map(keyOf));
  lines.forEach(entries.addSale);
  // A line may have many returns. A new line and a cancellation of a whole line need all of them; a return of some copies
  // needs only the stored return of the same time.
  const whole: (readonly number[])[] = [];
  const timed: (readonly number[])[] = [];
  for (const [entry, about] of named) {
    const cancellations = about.flatMap((record) => (record.kind === 'cancel' ? [record.cancellation] : []));
    const isNew = entry.sale === null && cancellations.length < about.length;
    if (isNew || cancellations.some(({ quantity }) => quantity === undefined)) whole.push(keyOf(entry));
    else timed.push(...cancellations.map((one) => [...keyOf(entry), returnedAtMs(one)]));
  }
  entries.addReturns(await findReturns(sql, whole));
  entries.addReturns(await findReturns(sql, timed));
}

type NamedReturn = CancelRecord & { readonly of: ReturnOf };

/** Books are hardly ever returned later, and reading the lines of all days would take too long. */
const DAYS_BACK = 180;

const MAY_COME_BACK = `SELECT ${SALES.selected} FROM sale WHERE goods = ANY ($1) AND sold_at_ms <= $2`;

/** Reads the lines to which returns with an order number of their own may belong (docs/feeds.md#orders-in-tables). */
async function loadOrigins(sql: Writer, entries: Entries, records: readonly NamedReturn[]) {
  const goods = new Set(records.flatMap(({ of }) => of.goods));
  const open = records.filter((record) => {
    const { sale, returns } = entries.lineOf(record);
    return sale === null && !returns.has(returnedAtMs(record.cancellation));
  });
  const ofBuyers = open.filter(({ of }) => of.buyer !== null);
  const byBuyer = new Map(ofBuyers.map(({ of }) => [of.buyer, [] as LineEntry[]]));
  const noteSold = (entry: LineEntry) => void byBuyer.get(entry.sale?.buyer ?? null)?.push(entry);
  const what = [
    [...goods],
    open.reduce((last, { cancellation }) => Math.max(last, cancellation.cancelledAtMs), 0),
  ];
  const found = new Set<LineEntry>();
  const read = async (condition: string, ...values: SqlValue[]) => {
    const rows = await sql.query<StoredSale>(`${MAY_COME_BACK} AND ${condition}`, [...what, ...values]);
    for (const row of rows) found.add(entries.addSale(row));
  };
  const known = open.map(entries.lineOf).filter(entries.isOrderKnown);
  if (known.length > 0) await read('order_no = ANY ($3)', [...new Set(known.map(({ orderNo }) => orderNo))]);
  for (const span of spansOf(ofBuyers.map(({ cancellation }) => kstDayOf(cancellation.cancelledAtMs))))
    await read('order_no BETWEEN $3 AND $4 AND buyer = ANY ($5)', ...span, [...byBuyer.keys()]);
  entries.addReturns(await findReturns(sql, [...found].map(keyOf)));
  found.forEach(noteSold);
  return {
    /** Whether this load looked for lines with the goods of a return. */
    isKnown: (of: ReturnOf): boolean => of.goods.every((one) => goods.has(one)),
    noteSold,
    /** Lines with copies left to return: first the lines of the same order, then the buyer's other lines, each latest first. */
    find(record: CancelRecord): readonly LineEntry[] {
      const { cancellation, of } = record;
      if (of === undefined) return [];
      const { orderNo } = entries.lineOf(record);
      const [first, last] = spanOf(kstDayOf(cancellation.cancelledAtMs));
      const may = (entry: LineEntry) =>
        entry.sale !== null &&
        of.goods.includes(entry.sale.goods) &&
        entry.sale.sold_at_ms <= cancellation.cancelledAtMs &&
        copiesLeft(entry) > 0;
      const own = entries.linesOf(orderNo);
      const others = (byBuyer.get(of.buyer) ?? []).filter(
        (entry) => entry.orderNo !== orderNo && entry.orderNo >= first && entry.orderNo <= last,
      );
      return [own, others].flatMap((lines) => lines.filter(may).sort(latestFirst));
    },
  };
}

function latestFirst({ sale: a }: LineEntry, { sale: b }: LineEntry): number {
  if (a === null || b === null) return 0;
  return b.sold_at_ms - a.sold_at_ms || b.order_no - a.order_no || b.line_no - a.line_no;
}

function spanOf(day: number): [from: number, until: number] {
  return [(day - DAYS_BACK) * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY];
}

function spansOf(days: readonly number[]): readonly (readonly [from: number, until: number])[] {
  const spans: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const [from, until] = spanOf(day);
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = until;
    else spans.push([from, until]);
  }
  return spans;
}
