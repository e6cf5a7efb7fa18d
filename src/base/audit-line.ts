import type { Reader } from '../sql-database.ts';

/** One line of the audit log: who did what to whom. Numbers, settings and data of products, never personal data. */
export interface AuditLine {
  readonly atMs: number;
  /** A part of the system, such as `portal` or `token:erp`, or `account:<number>` for an operator. */
  readonly actor: string;
  /** Such as `account.changed`. */
  readonly action: string;
  /** `account:<number>`, `item:<number>`, or a part of the system. */
  readonly target: string;
  readonly detail: object;
}

/**
 * The tables of the audit log: a change and its line are committed together, so the accounts and the catalogue, which are separate
 * files in the embedded store, have a table each.
 */
export const AUDIT_TABLES = ['audit', 'catalogue_audit'] as const;
export type AuditTable = (typeof AUDIT_TABLES)[number];

/** Adds a line in the transaction of the change that it records. */
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
