import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export type Row = readonly SQLInputValue[];

/** Reads and writes whole rows of one table by its key, which is the first column. */
export function createRowWriter(db: DatabaseSync, table: string, columns: readonly string[]) {
  const [key = '', ...others] = columns;
  const find = db.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} = ?`);
  find.setReturnArrays(true);
  const add = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const replace = db.prepare(
    `UPDATE ${table} SET ${others.map((column, at) => `${column} = ?${at + 2}`).join(', ')} WHERE ${key} = ?1`,
  );
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${key} = ?`);
  const findRow = (value: SQLInputValue): Row | null => {
    const row: unknown = find.get(value);
    return Array.isArray(row) ? row : null;
  };
  return {
    /** The values of a row in the order of the columns, or null. */
    find: findRow,
    /** Adds a row whose key is not there yet; throws when it is. */
    add(row: Row): void {
      add.run(...row);
    },
    /** Takes the place of the row with the same key. */
    replace(row: Row): void {
      replace.run(...row);
    },
    /** Writes a row unless it is there already, value for value. `before` is the row with its key until then. */
    put(row: Row): { readonly outcome: 'added' | 'changed' | 'unchanged'; readonly before: Row | null } {
      const before = findRow(row[0] ?? null);
      if (before === null) add.run(...row);
      else if (row.every((value, at) => isSameValue(value, before[at])))
        return { outcome: 'unchanged', before };
      else replace.run(...row);
      return { outcome: before === null ? 'added' : 'changed', before };
    },
    /** Whether there was such a row. */
    remove: (value: SQLInputValue) => remove.run(value).changes === 1,
  };
}

/** Whether a value given is the one that the store gave back. */
export function isSameValue(given: unknown, stored: unknown): boolean {
  if (given instanceof Uint8Array && stored instanceof Uint8Array) return Buffer.compare(given, stored) === 0;
  return given === stored;
}
