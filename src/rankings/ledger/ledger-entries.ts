import { columnNames, type Reader } from '../../sql-database.ts';
import { findRows, type Key, type KeyedTable } from '../../store/row-batch.ts';
import type { Cancellation, LedgerRecord } from '../sale.ts';

/** A row of `sale`, with its fields in the order of SALE_COLUMNS. */
export interface StoredSale {
  readonly order_no: number;
  readonly line_no: number;
  readonly goods: number;
  readonly quantity: number;
  readonly unit_price: number | null;
  readonly sold_at_ms: number;
  readonly sex: number;
  readonly age: number | null;
  readonly buyer: number | null;
  readonly buyer_type: number;
  readonly revision: number;
  readonly stray_day: number | null;
}

/** A row of `sale_return`, with its fields in the order of the columns. */
export interface StoredReturn {
  readonly order_no: number;
  readonly line_no: number;
  readonly cancelled_at_ms: number;
  readonly quantity: number | null;
  readonly revision: number;
}

const SALE_COLUMNS =
  'order_no bigint, line_no integer, goods bigint, quantity integer, unit_price double precision, sold_at_ms bigint, ' +
  'sex smallint, age smallint, buyer bigint, buyer_type smallint, revision bigint, stray_day integer';

export const SALES = {
  name: 'sale',
  columns: SALE_COLUMNS,
  keyWidth: 2,
  // Numbers of erased buyers are too large to be read as integers, but exact as doubles, because they are even.
  selected: columnNames(SALE_COLUMNS)
    .join(', ')
    .replace('buyer,', 'CAST(buyer AS double precision) AS buyer,'),
} satisfies KeyedTable;

export const RETURNS: KeyedTable = {
  name: 'sale_return',
  columns: 'order_no bigint, line_no integer, cancelled_at_ms bigint, quantity integer, revision bigint',
  keyWidth: 3,
};

export const findSales = (reader: Reader, keys: readonly Key[]) => findRows<StoredSale>(reader, SALES, keys);

/** Finds returns by order number and line number, or by these and the time of the return. */
export const findReturns = (reader: Reader, keys: readonly Key[]) =>
  findRows<StoredReturn>(reader, RETURNS, keys);

/** An order line that a batch names. It may not have arrived yet. */
export interface LineEntry {
  readonly orderNo: number;
  readonly lineNo: number;
  /** Null while the line hasn't arrived. */
  sale: StoredSale | null;
  /** By the times of the returns. */
  returns: Map<number, StoredReturn>;
  /** The return that took the whole line back. */
  cancelled: StoredReturn | null;
}

export type LedgerEntries = ReturnType<typeof createLedgerEntries>;

/** `numbers` has the number of each order id of the batch. `opened` has the numbers of the orders that the batch has added. */
export function createLedgerEntries(numbers: ReadonlyMap<string, number>, opened: ReadonlySet<number>) {
  const orders = new Map<number, Map<number, LineEntry>>();

  function entryOf(orderNo: number, lineNo: number): LineEntry {
    const lines = orders.get(orderNo) ?? new Map<number, LineEntry>();
    orders.set(orderNo, lines);
    const known = lines.get(lineNo);
    if (known !== undefined) return known;
    const entry = { orderNo, lineNo, sale: null, returns: NO_RETURNS, cancelled: null };
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

/** Shared by all lines without returns, because creating a map for each line takes long. */
const NO_RETURNS: LineEntry['returns'] = new Map();

export function addReturn(entry: LineEntry, row: StoredReturn): void {
  if (entry.returns === NO_RETURNS) entry.returns = new Map();
  entry.returns.set(row.cancelled_at_ms, row);
  if (row.quantity === null) entry.cancelled = row;
}

/** The copies of a line that are still sold; negative if more were returned. */
export function copiesLeft({ sale, returns }: LineEntry): number {
  const copies = sale?.quantity ?? 0;
  return [...returns.values()].reduce((left, { quantity }) => left - (quantity ?? copies), copies);
}

/**
 * The time in a return's key. It is 0 if the shop gives none, because the time of receipt changes when the feed is sent again.
 */
export function returnedAtMs({ cancelledAtMs, isTimeDefault = false }: Cancellation): number {
  return isTimeDefault ? 0 : cancelledAtMs;
}

/** The key of a line in `sale`, and the first two columns of the keys of its returns. */
export function keyOf({ orderNo, lineNo }: Pick<LineEntry, 'orderNo' | 'lineNo'>): readonly number[] {
  return [orderNo, lineNo];
}
