import type { Database, Queryable } from '../database.ts';
import { type MovedTable, MoveRefused, SEEDED_TABLES } from './moved-tables.ts';
import type { Part } from './parts.ts';

/**
 * Reserves an empty database for the copy of a store, or finds the copy that was interrupted. Throws MoveRefused when the database
 * holds something else, or when somebody works on it.
 */
export async function beginMove(database: Database, source: string, tables: readonly MovedTable[]) {
  const commitNo = await database.transaction(async (transaction) => {
    const [begun] = await transaction.query<{ source: string; commit_no: number }>(
      'SELECT source, commit_no FROM store_move FOR UPDATE',
    );
    if (begun !== undefined && begun.source !== source)
      throw new MoveRefused(
        'The copy of another store into this database has not ended: use an empty database.',
      );
    return begun?.commit_no ?? (await reserve(transaction, source, tables));
  });
  const rows = await database.query<{ table_name: string; row_count: number; sha256: Buffer }>(
    'SELECT table_name, row_count, sha256 FROM store_move_part ORDER BY table_name, part',
  );
  return {
    /** Of the rows of the catalogue. */
    commitNo,
    /** The parts of a table that have arrived. */
    partsOf: ({ target }: MovedTable): Part[] =>
      rows
        .filter(({ table_name }) => table_name === target)
        .map(({ row_count, sha256 }) => ({ rows: row_count, sha256 })),
  };
}

async function reserve(
  transaction: Queryable,
  source: string,
  tables: readonly MovedTable[],
): Promise<number> {
  const [state] = await transaction.query<{ head: number }>('SELECT head FROM catalog.state FOR UPDATE');
  const held = await transaction.query('SELECT FROM catalog.lease WHERE held_until >= clock_timestamp()');
  if (held.length > 0)
    throw new MoveRefused(
      'An instance or a command works on the database: stop all of them, then try again.',
    );
  for (const table of [...tables.map(({ target }) => target), 'mail']) {
    if (SEEDED_TABLES.includes(table)) await transaction.query(`DELETE FROM ${table}`);
    else if ((await transaction.query(`SELECT FROM ${table} LIMIT 1`)).length > 0)
      throw new MoveRefused(`The database is not empty (${table} holds rows): create an empty one.`);
  }
  const commitNo = (state?.head ?? 0) + 1;
  await transaction.query('INSERT INTO store_move (id, source, commit_no) VALUES (1, $1, $2)', [
    source,
    commitNo,
  ]);
  return commitNo;
}
