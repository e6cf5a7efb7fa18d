import type { Reader } from '../sql-database.ts';

/** One line of the audit log: who did what to whom. It holds numbers, settings and product data, never personal data. */
export interface AuditLine {
  readonly atMs: number;
  /** `account:<number>` for an operator, otherwise a part of the system, such as `portal` or `token:erp`. */
  readonly actor: string;
  readonly action: string;
  /** `account:<number>`, `item:<number>`, or a part of the system. */
  readonly target: string;
  readonly detail: object;
}

/** Two tables, because SQLite stores accounts and catalogue in separate files. */
export const AUDIT_TABLES = ['audit', 'catalogue_audit'] as const;
export type AuditTable = (typeof AUDIT_TABLES)[number];

export async function insertAuditLine(
  { query }: Reader,
  into: AuditTable,
  { atMs, actor, action, target, detail }: AuditLine,
): Promise<void> {
  await query(`INSERT INTO ${into} (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)`, [
    atMs,
    actor,
    action,
    target,
    JSON.stringify(detail),
  ]);
}
