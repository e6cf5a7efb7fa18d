import type { DatabaseSync } from 'node:sqlite';
import type { SqlDatabase, SqlScalar } from '../../../src/sql-database.ts';

/** Puts the rows of a file into the same tables of PostgreSQL, in place of theirs. */
export async function copyTables(
  db: DatabaseSync,
  database: SqlDatabase,
  tables: readonly string[],
): Promise<void> {
  await database.transaction(
    async (writer) => {
      for (const table of tables) {
        await writer.query(`DELETE FROM ${table}`);
        const columns = await writer.query<{ name: string; type: string }>(
          `SELECT column_name AS name, data_type AS type
           FROM information_schema.columns
           WHERE table_name = $1 AND table_schema = current_schema()`,
          [table],
        );
        const select = db.prepare(`SELECT ${columns.map(({ name }) => name).join(', ')} FROM ${table}`);
        select.setReturnArrays(true);
        const typed = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
        let rows: SqlScalar[][] = [];
        const flush = async () => {
          await writer.insert({ into: table, columns: typed, rows });
          rows = [];
        };
        for (const row of select.iterate() as Iterable<unknown> as Iterable<SqlScalar[]>)
          if (rows.push(row) === ROWS_AT_ONCE) await flush();
        await flush();
      }
    },
    { timeoutMs: 300_000 },
  );
}

const ROWS_AT_ONCE = 10_000;
