import { columnNames, type SqlScalar, type Writer } from '../sql-database.ts';
import { type ChangeKeeper, keepsNothing } from './kept-changes.ts';

/** In the order of the columns. */
export type BatchRow = readonly SqlScalar[];

/** A value of the key's column. */
type Key = string | number;

export type RowBatch = ReturnType<typeof createRowBatch>;

/**
 * Reads and writes whole rows of a table, whose key is its first column, a batch at a time: `load`, then any number of `find`, `put`
 * and `remove`, then `write`. `columns` are all of them with their types; `kept` keeps what is replaced.
 */
export function createRowBatch(
  sql: Writer,
  table: string,
  columns: string,
  kept: ChangeKeeper = keepsNothing,
) {
  const names = columnNames(columns);
  const [key = ''] = names;
  const select = `SELECT ${names.join(', ')} FROM ${table}`;
  const update = names.slice(1).map((name) => `${name} = excluded.${name}`);
  let rows = new Map<Key, BatchRow>();
  let changed = new Set<Key>();
  const change = (keyed: Key, row: BatchRow | null) => {
    const before = rows.get(keyed) ?? null;
    kept.note(table, JSON.stringify(keyed), before && JSON.stringify(before), row && JSON.stringify(row));
    if (row === null) rows.delete(keyed);
    else rows.set(keyed, row);
    changed.add(keyed);
  };
  return {
    /** Reads the rows with some keys, or all of them: those with other keys are unknown until the next time. */
    async load(keys: readonly Key[] | 'all'): Promise<void> {
      const found =
        keys === 'all'
          ? await sql.query<Record<string, SqlScalar>>(select)
          : await sql.query<Record<string, SqlScalar>>(`${select} WHERE ${key} = ANY ($1)`, [keys]);
      rows = new Map(found.map((row) => [keyOf(row[key]), names.map((name) => row[name] ?? null)]));
    },
    find: (keyed: Key): BatchRow | null => rows.get(keyed) ?? null,
    all: (): readonly BatchRow[] => [...rows.values()],
    /** Puts a row unless it is there already, value for value. `before` is the row with its key until then. */
    put(row: BatchRow): {
      readonly outcome: 'added' | 'changed' | 'unchanged';
      readonly before: BatchRow | null;
    } {
      const keyed = keyOf(row[0]);
      const before = rows.get(keyed) ?? null;
      if (before !== null && row.every((value, at) => value === before[at]))
        return { outcome: 'unchanged', before };
      change(keyed, row);
      return { outcome: before === null ? 'added' : 'changed', before };
    },
    /** Whether there was such a row. */
    remove(keyed: Key): boolean {
      const wasThere = rows.has(keyed);
      if (wasThere) change(keyed, null);
      return wasThere;
    },
    async write(): Promise<void> {
      const put = [...changed].map((keyed) => rows.get(keyed)).filter((row) => row !== undefined);
      const gone = [...changed].filter((keyed) => !rows.has(keyed));
      changed = new Set();
      if (gone.length > 0) await sql.query(`DELETE FROM ${table} WHERE ${key} = ANY ($1)`, [gone]);
      const conflict = `ON CONFLICT (${key}) DO UPDATE SET ${update.join(', ')}`;
      await sql.insert({ into: table, columns, rows: put, conflict });
    },
  };
}

function keyOf(value: SqlScalar | undefined): Key {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('a key is a text or a number');
}
