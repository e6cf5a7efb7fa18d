import { columnNames, type InsertedRows, type SqlScalar } from '../../sql-database.ts';
import type { SqlValue } from './connection.ts';

/** What one statement inserts at most: the client and the server hold it as a whole. */
const ROWS_MAX = 1_000;
const LENGTH_MAX = 4 * 1024 ** 2;

type Row = readonly SqlScalar[];

/** The rows in portions that one statement can insert. */
export function* chunksOf(rows: readonly Row[]): Generator<readonly Row[]> {
  let from = 0;
  let length = 0;
  for (const [at, row] of rows.entries()) {
    for (const value of row)
      if (typeof value === 'object' || typeof value === 'string') length += value?.length ?? 0;
    if (at - from < ROWS_MAX - 1 && length < LENGTH_MAX) continue;
    yield rows.slice(from, at + 1);
    from = at + 1;
    length = 0;
  }
  if (from < rows.length) yield rows.slice(from);
}

/**
 * The statement that inserts rows: an array a column. Bytes go as slices of one value, because in an array they would be written as
 * digits twice.
 */
export function insertOf(
  { into, columns, conflict = '' }: InsertedRows,
  rows: readonly Row[],
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = [];
  const lists: string[] = [];
  const given = (value: SqlValue, type: string) => `$${values.push(value)}::${type}`;
  const listed = (type: string, list: readonly SqlScalar[]) => `v${lists.push(given(list, `${type}[]`))}`;
  const sliced = (pieces: readonly SqlScalar[]) => {
    const bytes = pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : null));
    const all = given(Buffer.concat(bytes.filter((piece) => piece !== null)), 'bytea');
    let end = 1;
    const starts = bytes.map((piece) => {
      end += piece?.length ?? 0;
      return piece && end - piece.length;
    });
    const lengths = bytes.map((piece) => piece?.length ?? null);
    return `substr(${all}, ${listed('integer', starts)}, ${listed('integer', lengths)})`;
  };
  const selected = columns.split(', ').map((column, at) => {
    const type = column.slice(column.indexOf(' ') + 1);
    const list = rows.map((row) => row[at] ?? null);
    return type === 'bytea' ? sliced(list) : listed(type, list);
  });
  const text = `
    INSERT INTO ${into} (${columnNames(columns).join(', ')})
    SELECT ${selected.join(', ')}
    FROM unnest(${lists.join(', ')}) AS listed (${lists.map((_, at) => `v${at + 1}`).join(', ')})
    ${conflict}`;
  return { text, values };
}
