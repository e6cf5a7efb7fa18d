import { columnNames, type Reader, type SqlScalar, type Writer } from '../sql-database.ts';
import { recordsNothing, type UndoRecorder } from './undo-log.ts';

export interface KeyedTable {
  readonly name: string;
  /** Names and types of columns, key columns first: `order_no bigint, line_no integer`. */
  readonly columns: string;
  readonly keyWidth: number;
  readonly selected?: string;
}

export type BatchRow = readonly SqlScalar[];

export type Key = readonly (string | number)[];

export type RowBatch = ReturnType<typeof createRowBatch>;

/** The rows with these keys. All keys have the same number of columns. */
export async function findRows<Row extends object>(
  { query }: Reader,
  table: KeyedTable,
  keys: readonly Key[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { list, names, values } = listOf(table, keys);
  return query<Row>(`SELECT ${selectedOf(table)} FROM ${list} JOIN ${table.name} USING (${names})`, values);
}

async function removeRows({ query }: Writer, table: KeyedTable, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  const { list, names, values } = listOf(table, keys);
  await query(`DELETE FROM ${table.name} WHERE (${names}) IN (SELECT ${names} FROM ${list})`, values);
}

function selectedOf({ selected, columns }: KeyedTable): string {
  return selected ?? columnNames(columns).join(', ');
}

/** Keys as an SQL table: `unnest($1::bigint[], $2::integer[]) AS k (order_no, line_no)`. */
function listOf({ columns }: KeyedTable, keys: readonly Key[]) {
  const key = columns.split(', ').slice(0, keys[0]?.length);
  const names = columnNames(key.join(', ')).join(', ');
  const lists = key.map((column, at) => `$${at + 1}::${column.slice(column.indexOf(' ') + 1)}[]`);
  const values = key.map((_, at) => keys.map((one) => one[at] ?? 0));
  return { names, list: `unnest(${lists.join(', ')}) AS k (${names})`, values };
}

/**
 * Reads and writes rows of a table in batches. First `load` (which forgets the previous batch), then `find`, `put` and `remove`,
 * finally `write`. Records changes in `undo`.
 */
export function createRowBatch(sql: Writer, table: KeyedTable, undo: UndoRecorder = recordsNothing) {
  const { name, columns, keyWidth } = table;
  const names = columnNames(columns);
  const key = names.slice(0, keyWidth).join(', ');
  const update = names.slice(keyWidth).map((column) => `${column} = excluded.${column}`);
  const conflict = `ON CONFLICT (${key}) DO UPDATE SET ${update.join(', ')}`;
  let rows = new Map<string, BatchRow>();
  let changed = new Map<string, Key>();
  const change = (keyed: Key, row: BatchRow | null) => {
    const before = rows.get(nameOf(keyed)) ?? null;
    undo.note(name, nameOf(keyed), before && JSON.stringify(before), row && JSON.stringify(row));
    if (row === null) rows.delete(nameOf(keyed));
    else rows.set(nameOf(keyed), row);
    changed.set(nameOf(keyed), keyed);
  };
  const keyOf = (row: BatchRow) => row.slice(0, keyWidth) as Key;
  return {
    async load(keys: readonly Key[] | 'all'): Promise<void> {
      const found =
        keys === 'all'
          ? await sql.query<Record<string, SqlScalar>>(`SELECT ${selectedOf(table)} FROM ${name}`)
          : await findRows<Record<string, SqlScalar>>(sql, table, keys);
      const read = found.map((row) => names.map((column) => row[column] ?? null));
      rows = new Map(read.map((row) => [nameOf(keyOf(row)), row]));
    },
    find: (...keyed: Key): BatchRow | null => rows.get(nameOf(keyed)) ?? null,
    all: (): readonly BatchRow[] => [...rows.values()],
    put(row: BatchRow): {
      readonly outcome: 'added' | 'changed' | 'unchanged';
      readonly before: BatchRow | null;
    } {
      const before = rows.get(nameOf(keyOf(row))) ?? null;
      if (before !== null && row.every((value, at) => value === before[at]))
        return { outcome: 'unchanged', before };
      change(keyOf(row), row);
      return { outcome: before === null ? 'added' : 'changed', before };
    },
    remove(...keyed: Key): boolean {
      const wasThere = rows.has(nameOf(keyed));
      if (wasThere) change(keyed, null);
      return wasThere;
    },
    async write(): Promise<void> {
      const put = [...changed.keys()].map((one) => rows.get(one)).filter((row) => row !== undefined);
      const gone = [...changed].filter(([one]) => !rows.has(one)).map(([, keyed]) => keyed);
      changed = new Map();
      await removeRows(sql, table, gone);
      await sql.insert({ into: name, columns, rows: put, conflict });
    },
  };
}

function nameOf(key: Key): string {
  return JSON.stringify(key.length === 1 ? key[0] : key);
}
