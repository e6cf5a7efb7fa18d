import type { Queryable } from '../sql-database.ts';

interface AuditLine {
  readonly atMs: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly detail: object;
}

/** The one place that writes to the audit log of the database. Call it in the transaction of the change. */
export async function writeAuditLine(database: Queryable, line: AuditLine): Promise<void> {
  const { atMs, actor, action, target, detail } = line;
  await database.query(
    'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)',
    [atMs, actor, action, target, JSON.stringify(detail)],
  );
}
