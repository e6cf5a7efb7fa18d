import { columnNames, type Reader } from '../../sql-database.ts';
import { findRows, type Key, type KeyedTable } from '../../store/row-batch.ts';
import type { Cancellation } from '../sale.ts';

/** A row of `sale`. Rows to insert have their fields in the order of SALE_COLUMNS. */
export interface StoredSale
  extends Readonly<Record<'order_no' | 'line_no' | 'goods' | 'quantity' | 'sold_at_ms' | 'sex', number>>,
    Readonly<Record<'buyer_type' | 'revision', number>>,
    Readonly<Record<'unit_price' | 'age' | 'buyer' | 'stray_day', number | null>> {}

/** A row of `sale_return`. Rows to insert have their fields in the order of the columns. */
export interface StoredReturn
  extends Readonly<Record<'order_no' | 'line_no' | 'cancelled_at_ms' | 'revision', number>> {
  readonly quantity: number | null;
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

/** Finds returns by order number, line number and, for keys with three parts, the time of the return. */
export const findReturns = (reader: Reader, keys: readonly Key[]) =>
  findRows<StoredReturn>(reader, RETURNS, keys);

export interface LineEntry {
  readonly orderNo: number;
  readonly lineNo: number;
  /** Null while the line hasn't arrived. */
  sale: StoredSale | null;
  /** By `cancelled_at_ms`. */
  returns: Map<number, StoredReturn>;
  /** The return of the whole line. */
  cancelled: StoredReturn | null;
}

/** Shared by all lines without returns, because creating a map for each line takes long. */
const NO_RETURNS: LineEntry['returns'] = new Map();

export function lineEntry(orderNo: number, lineNo: number): LineEntry {
  return { orderNo, lineNo, sale: null, returns: NO_RETURNS, cancelled: null };
}

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

/** The time in a return's key; 0 if the shop sends no time. The time of receipt would differ when the feed is sent again. */
export function returnedAtMs({ cancelledAtMs, isTimeDefault = false }: Cancellation): number {
  return isTimeDefault ? 0 : cancelledAtMs;
}

/** The key of a line in `sale`, and the first two columns of the keys of its returns. */
export function keyOf({ orderNo, lineNo }: Pick<LineEntry, 'orderNo' | 'lineNo'>): readonly number[] {
  return [orderNo, lineNo];
}
