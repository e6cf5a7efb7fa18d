import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export type Row = readonly SQLInputValue[];

/** Reads and writes whole rows of one table by its key, which is the first column. */
export function createRowWriter(db: DatabaseSync, table: string, columns: readonly string[]) {
  const find = db.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${columns[0]} = ?`);
  find.setReturnArrays(true);
  const put = db.prepare(
    `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${columns[0]} = ?`);
  const findRow = (key: SQLInputValue): Row | null => {
    const row: unknown = find.get(key);
    return Array.isArray(row) ? row : null;
  };
  return {
    /** The values of a row in the order of the columns, or null. */
    find: findRow,
    /** Writes a row unless it is there already, value for value. `before` is the row with its key until then. */
    put(row: Row): { readonly outcome: 'added' | 'changed' | 'unchanged'; readonly before: Row | null } {
      const before = findRow(row[0] ?? null);
      if (before !== null && row.every((value, at) => value === before[at]))
        return { outcome: 'unchanged', before };
      put.run(...row);
      return { outcome: before === null ? 'added' : 'changed', before };
    },
    /** Whether there was such a row. */
    remove: (key: SQLInputValue) => remove.run(key).changes === 1,
  };
}
