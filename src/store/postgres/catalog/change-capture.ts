import type { DatabaseSync } from 'node:sqlite';
import { type Cell, cellsOf } from './copy-rows.ts';
import { type ReplicatedTable, replicatedTables } from './replica.ts';

/** What one table's rows became in a transaction. */
export interface TableChanges {
  readonly table: ReplicatedTable;
  /** Rows that were added or changed, whole. */
  rows(): Iterable<readonly Cell[]>;
  /** Keys of rows that are gone. */
  goneKeys(): Iterable<readonly Cell[]>;
  readonly goneCount: number;
}

const captures = new WeakMap<DatabaseSync, ReturnType<typeof captureOf>>();

/**
 * Notes which rows the transactions of a connection touch. The notes are in temporary tables, so nobody else sees or
 * waits for them.
 */
export function captureChanges(db: DatabaseSync) {
  const capture = captures.get(db) ?? captureOf(db);
  captures.set(db, capture);
  return capture;
}

function captureOf(db: DatabaseSync) {
  const tables = replicatedTables(db);
  for (const table of tables) noteTouched(db, table);
  return {
    /** Forgets what was noted. */
    clear(): void {
      for (const { name } of tables) db.exec(`DELETE FROM temp.touched_${name}`);
    },
    /** The tables with rows that were touched since. */
    changes: () =>
      tables
        .filter(({ name }) => db.prepare(`SELECT 1 FROM temp.touched_${name} LIMIT 1`).get() !== undefined)
        .map((table) => changesOf(db, table)),
  };
}

function noteTouched(db: DatabaseSync, { name, columns, types, key }: ReplicatedTable): void {
  const keys = key.map((at) => ({
    column: String(columns[at]),
    noted: notedAs(columns[at]),
    type: types[at],
  }));
  // Not INSERT OR IGNORE: within an upsert, SQLite takes that for an error all the same.
  const note = (when: string, row: string) => `
    CREATE TEMP TRIGGER touch_${name}_${when} AFTER ${when} ON main.${name}
    BEGIN
      INSERT INTO touched_${name}
      SELECT ${keys.map(({ column }) => `${row}.${column}`).join(', ')}
      WHERE NOT EXISTS (
        SELECT 1 FROM touched_${name} AS k
        WHERE ${keys.map(({ column, noted }) => `k.${noted} = ${row}.${column}`).join(' AND ')});
    END;`;
  db.exec(`
    CREATE TEMP TABLE touched_${name} (
      ${keys.map(({ noted, type }) => `${noted} ${type}`).join(', ')},
      PRIMARY KEY (${keys.map(({ noted }) => noted).join(', ')})
    ) WITHOUT ROWID;
    ${note('INSERT', 'new')} ${note('UPDATE', 'new')} ${note('DELETE', 'old')}`);
}

/** A column of its own may not be called like the number of a row. */
function notedAs(column: string | undefined): string {
  return column === 'rowid' ? 'row_id' : String(column);
}

function changesOf(db: DatabaseSync, table: ReplicatedTable): TableChanges {
  const { name, columns, key } = table;
  const isSame = key.map((at) => `t.${columns[at]} = k.${notedAs(columns[at])}`).join(' AND ');
  const isGone = `NOT EXISTS (SELECT 1 FROM main.${name} AS t WHERE ${isSame})`;
  const rows = db.prepare(`
    SELECT ${columns.map((column) => `t.${column}`).join(', ')}
    FROM temp.touched_${name} AS k CROSS JOIN main.${name} AS t ON ${isSame}`);
  const gone = db.prepare(`SELECT * FROM temp.touched_${name} AS k WHERE ${isGone}`);
  const count = db.prepare(`SELECT count(*) AS keys FROM temp.touched_${name} AS k WHERE ${isGone}`).get();
  return {
    table,
    rows: () => cellsOf(rows),
    goneKeys: () => cellsOf(gone),
    goneCount: Number(count?.keys),
  };
}
