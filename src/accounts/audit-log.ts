import type { Clock } from '../clock.ts';
import { type Reader, type SqlOptions, whereOf } from '../sql-database.ts';

/** One line of the audit log: who did what to whom. Numbers and settings, never personal data. */
export interface AuditEntry {
  readonly auditId: number;
  readonly atMs: number;
  /** A part of the system, such as `portal`, or `account:<number>` for an operator. */
  readonly actor: string;
  /** Such as `account.changed`. */
  readonly action: string;
  /** `account:<number>`, or a part of the system. */
  readonly target: string;
  /** A JSON object. */
  readonly detail: string;
}

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
  readonly olderThanId?: number | undefined;
}

export function auditName(accountId: number): string {
  return `account:${accountId}`;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

/**
 * The audit log, which nobody can change or shorten (docs/accounts.md#audit-log). Lines hold numbers, settings and data of
 * products, never personal data, because nothing in the log can be deleted. A change writes its line with its own transaction as
 * the database.
 */
export function createAuditLog({ database, clock }: { readonly database: Reader; readonly clock: Clock }) {
  return {
    /** `by` is an operator's account, or a part of the system such as `command` or `token:erp`. */
    async record(by: number | string, action: string, target: string, detail: object = {}): Promise<void> {
      const actor = typeof by === 'string' ? by : auditName(by);
      await database.query(
        'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)',
        [clock.nowMs(), actor, action, target, JSON.stringify(detail)],
      );
    },
    /** At most `limit` lines, newest first. Lines of the same moment are in the order in which they were written. */
    list(filter: AuditFilter, limit: number): Promise<readonly AuditEntry[]> {
      const { where, values } = conditionsOf(filter);
      return database.query<AuditEntry>(
        `SELECT audit_id AS "auditId", at_ms AS "atMs", actor, action, target, detail
         FROM audit
         ${where}
         ORDER BY at_ms DESC, audit_id DESC
         LIMIT $${values.length + 1}`,
        [...values, limit],
      );
    },
    /** All actors, or all actions, in the log, in alphabetical order. Each takes one step in its index, instead of a scan. */
    async listNames(column: 'actor' | 'action'): Promise<readonly string[]> {
      const rows = await database.query<{ name: string }>(
        `WITH RECURSIVE found (name) AS (
           SELECT min(${column}) FROM audit
           UNION ALL
           SELECT (SELECT min(${column}) FROM audit WHERE ${column} > found.name)
           FROM found
           WHERE found.name IS NOT NULL
         )
         SELECT name
         FROM found
         WHERE name IS NOT NULL`,
      );
      return rows.map(({ name }) => name);
    },
  };
}

function conditionsOf({ actor, action, target, fromMs, beforeMs, olderThanId }: AuditFilter) {
  // Few lines have one target: the expression keeps the database from starting with the many lines of an actor or an action.
  const but = target === undefined ? '' : " || ''";
  return whereOf([
    [`actor${but} = $`, actor],
    [`action${but} = $`, action],
    ['target = $', target],
    ['at_ms >= $', fromMs],
    ['at_ms < $', beforeMs],
    ['(at_ms, audit_id) < (SELECT at_ms, audit_id FROM audit WHERE audit_id = $)', olderThanId],
  ]);
}

export type Audit = ReturnType<typeof auditWriter>;

/** Writes audit lines about accounts, in the transaction of the change; `by` is the operator's account, if not the store's own actor. */
export function auditWriter({ clock, actor = 'system' }: Pick<SqlOptions, 'clock' | 'actor'>) {
  return (database: Reader, action: string, accountId: number, detail?: object, by?: number): Promise<void> =>
    createAuditLog({ database, clock }).record(by ?? actor, action, auditName(accountId), detail);
}
