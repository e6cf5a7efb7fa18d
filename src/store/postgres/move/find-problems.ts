import type { Queryable } from '../database.ts';

/** Contradictions that only PostgreSQL can hold; a line each. */
export async function findProblems(database: Queryable): Promise<string[]> {
  const [row] = await database.query<{ found: number }>(
    'SELECT count(*) AS found FROM account WHERE account_id NOT IN (SELECT account_id FROM meter)',
  );
  return row?.found ? [`${row.found} accounts have no meter: their calls fail`] : [];
}
