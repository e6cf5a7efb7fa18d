import type { DatabaseSync } from 'node:sqlite';
import type { Queryable } from '../database.ts';

/** A table that an accounts file and PostgreSQL have in common. Its columns are named alike in both. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Their types in PostgreSQL. */
  readonly types: readonly string[];
  /** The columns that order its rows. */
  readonly key: readonly string[];
}

/** All tables of the accounts file but the calls of the last hour; first the one that others refer to. */
export async function movedTables(accounts: DatabaseSync, database: Queryable): Promise<MovedTable[]> {
  const rows = await database.query<{ name: string; type: string }>(`
    SELECT table_name || '.' || column_name AS name, data_type AS type
    FROM information_schema.columns
    WHERE table_schema = current_schema()`);
  const typeOf = new Map(rows.map(({ name, type }) => [name, type]));
  return accounts
    .prepare(
      `SELECT name
       FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'call_minute'
       ORDER BY rowid`,
    )
    .all()
    .map((table) => {
      const name = String(table.name);
      const described = accounts.prepare(`PRAGMA table_info(${name})`).all();
      const columns = described.map((column) => String(column.name));
      const key = described.filter(({ pk }) => pk !== 0).map((column) => String(column.name));
      return {
        name,
        columns,
        types: columns.map((column) => typeOf.get(`${name}.${column}`) ?? 'text'),
        key,
      };
    });
}
