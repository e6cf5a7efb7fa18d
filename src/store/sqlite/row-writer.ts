import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export type Row = readonly SQLInputValue[];

/** Reads and writes whole rows of a table, whose key is its first columns. */
export function createRowWriter(db: DatabaseSync, table: string) {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all();
  const key = columns.filter(({ pk }) => pk !== 0).map(({ name }) => `${name} = ?`);
  const find = db.prepare(`SELECT * FROM ${table} WHERE ${key.join(' AND ')}`);
  find.setReturnArrays(true);
  const put = db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${key.join(' AND ')}`);
  const findRow = (row: Row): Row | null => {
    const found: unknown = find.get(...row.slice(0, key.length));
    return Array.isArray(found) ? found : null;
  };
  return {
    /** The row with the key of another one, or null. */
    find: findRow,
    /** Writes a row unless it is there already, value for value. `before` is the row with its key until then. */
    put(row: Row): { readonly outcome: 'added' | 'changed' | 'unchanged'; readonly before: Row | null } {
      const before = findRow(row);
      if (before !== null && row.every((value, at) => value === before[at]))
        return { outcome: 'unchanged', before };
      put.run(...row);
      return { outcome: before === null ? 'added' : 'changed', before };
    },
    /** Removes the row with the key of another one. Whether there was such a row. */
    remove: (row: Row) => remove.run(...row.slice(0, key.length)).changes === 1,
  };
}
