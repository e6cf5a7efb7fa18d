import type { Queryable } from '../database.ts';

/** Contradictions that only PostgreSQL can hold; a line each. */
export async function findProblems(database: Queryable): Promise<string[]> {
  const problems: string[] = [];
  for (const { sql, problem } of CHECKS) {
    const [row] = await database.query<{ found: number }>(sql);
    if (row !== undefined && row.found > 0) problems.push(`${row.found} ${problem}`);
  }
  return problems;
}

const CHECKS = [
  {
    sql: 'SELECT count(*) AS found FROM account WHERE account_id NOT IN (SELECT account_id FROM meter)',
    problem: 'accounts have no meter: their calls fail',
  },
] as const;
