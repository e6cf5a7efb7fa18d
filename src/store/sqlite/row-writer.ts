import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export type Row = readonly SQLInputValue[];

/** Reads and writes whole rows of one table by its key, which is the first column. */
export interface RowWriter {
  /** The values of a row in the order of the columns, or null. */
  find(key: SQLInputValue): readonly unknown[] | null;
  /** Adds a row, or takes the place of the one with the same key. */
  write(row: Row): void;
  /** Writes a row unless it is there already, value for value. */
  put(row: Row): 'added' | 'changed' | 'unchanged';
  /** Whether there was such a row. */
  remove(key: SQLInputValue): boolean;
}

export function createRowWriter(db: DatabaseSync, table: string, columns: readonly string[]): RowWriter {
  const [key = '', ...others] = columns;
  const find = db.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} = ?`);
  find.setReturnArrays(true);
  const write = db.prepare(`
    INSERT INTO ${table} (${columns.join(', ')})
    VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${key}) DO UPDATE
    SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${key} = ?`);
  const findRow = (value: SQLInputValue): readonly unknown[] | null => {
    const row: unknown = find.get(value);
    return Array.isArray(row) ? row : null;
  };
  return {
    find: findRow,
    write(row) {
      write.run(...row);
    },
    put(row) {
      const known = findRow(row[0] ?? null);
      if (known !== null && row.every((value, at) => isSameValue(value, known[at]))) return 'unchanged';
      write.run(...row);
      return known === null ? 'added' : 'changed';
    },
    remove: (value) => remove.run(value).changes === 1,
  };
}

/** Whether a value given is the one that the store gave back. */
export function isSameValue(given: unknown, stored: unknown): boolean {
  if (given instanceof Uint8Array && stored instanceof Uint8Array) return Buffer.compare(given, stored) === 0;
  return given === stored;
}
