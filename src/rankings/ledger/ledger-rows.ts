import { columnNames, type SqlScalar, type Writer } from '../../sql-database.ts';

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

/** A table of the ledger. */
export interface LedgerTable<Row extends object> {
  readonly name: 'sale' | 'sale_return';
  /** With their types, those of the key first. */
  readonly columns: string;
  readonly keyWidth: number;
  readonly valuesOf: (row: Row) => readonly SqlScalar[];
}

export const SALES: LedgerTable<StoredSale> = {
  name: 'sale',
  columns:
    'order_no bigint, line_no integer, goods bigint, quantity integer, unit_price double precision, ' +
    'sold_at_ms bigint, sex smallint, age smallint, buyer bigint, buyer_type smallint, revision bigint, stray_day integer',
  keyWidth: 2,
  valuesOf: (row) => [
    row.order_no,
    row.line_no,
    row.goods,
    row.quantity,
    row.unit_price,
    row.sold_at_ms,
    row.sex,
    row.age,
    row.buyer,
    row.buyer_type,
    row.revision,
    row.stray_day,
  ],
};

export const RETURNS: LedgerTable<StoredReturn> = {
  name: 'sale_return',
  columns: 'order_no bigint, line_no integer, cancelled_at_ms bigint, quantity integer, revision bigint',
  keyWidth: 3,
  valuesOf: (row) => [row.order_no, row.line_no, row.cancelled_at_ms, row.quantity, row.revision],
};

/** The columns of a SELECT. The number of an erased buyer is larger than an integer of ours may be, and even. */
export function valuesIn({ columns }: Pick<LedgerTable<never>, 'columns'>): string {
  return columnNames(columns)
    .map((name) => (name === 'buyer' ? 'CAST(buyer AS double precision) AS buyer' : name))
    .join(', ');
}

/** The rows with some keys, or with the first `width` values of them. */
export async function findRows<Row extends object>(
  sql: Writer,
  table: LedgerTable<Row>,
  keys: readonly (readonly number[])[],
  width = table.keyWidth,
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { text, names } = keysOf(table, width);
  return sql.query<Row>(
    `SELECT ${valuesIn(table)} FROM ${text} JOIN ${table.name} USING (${names})`,
    byColumn(keys, width),
  );
}

export async function removeRows(
  sql: Writer,
  table: LedgerTable<never>,
  keys: readonly (readonly number[])[],
): Promise<void> {
  if (keys.length === 0) return;
  const { text, names } = keysOf(table, table.keyWidth);
  await sql.query(
    `DELETE FROM ${table.name} WHERE (${names}) IN (SELECT ${names} FROM ${text})`,
    byColumn(keys, table.keyWidth),
  );
}

export async function insertRows<Row extends object>(
  sql: Writer,
  { name, columns, valuesOf }: LedgerTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  await sql.insert({ into: name, columns, rows: rows.map(valuesOf) });
}

/** A table of keys: `unnest($1::bigint[], $2::integer[]) AS k (order_no, line_no)`. */
function keysOf({ columns }: Pick<LedgerTable<never>, 'columns'>, width: number) {
  const key = columns.split(', ').slice(0, width);
  const names = columnNames(key.join(', ')).join(', ');
  const lists = key.map((column, at) => `$${at + 1}::${column.slice(column.indexOf(' ') + 1)}[]`);
  return { names, text: `unnest(${lists.join(', ')}) AS k (${names})` };
}

function byColumn(keys: readonly (readonly number[])[], width: number): number[][] {
  return Array.from({ length: width }, (_, at) => keys.map((key) => key[at] ?? 0));
}
