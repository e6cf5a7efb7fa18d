import { columnNames, type Reader, type Writer } from '../../sql-database.ts';
import { findRows, type Key, type KeyedTable } from '../../store/row-batch.ts';

/** A row of `sale`. */
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

/** A row of `sale_return`. */
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
  // The number of an erased buyer is larger than an integer of ours may be, and even.
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

/** By lines, or by lines and times. */
export const findReturns = (reader: Reader, keys: readonly Key[]) =>
  findRows<StoredReturn>(reader, RETURNS, keys);

export async function insertInto<Row extends StoredSale | StoredReturn>(
  writer: Writer,
  { name, columns }: KeyedTable,
  rows: readonly Row[],
): Promise<void> {
  const names = columnNames(columns) as (keyof Row)[];
  const values = rows.map((row) => names.map((column) => row[column] as number | null));
  await writer.insert({ into: name, columns, rows: values });
}
