import { type AuditLine, type AuditTable, insertAuditLine } from '../base/audit-line.ts';
import { type Reader, type SqlOptions, type SqlValue, whereOf } from '../sql-database.ts';

export interface AuditEntry extends Omit<AuditLine, 'detail'> {
  /** Lines of the catalogue have a `c` before their number. */
  readonly auditId: string;
  /** A JSON object. */
  readonly detail: string;
}

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
  readonly olderThan?: Pick<AuditEntry, 'auditId' | 'atMs'> | undefined;
}

export function auditName(accountId: number): string {
  return `account:${accountId}`;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

/** Reads the audit logs of accounts and catalogue as one list (docs/accounts.md#audit-log). */
export function createAuditLog({ accounts, catalog }: Readonly<Record<'accounts' | 'catalog', Reader>>) {
  const logs = [
    [accounts, 'audit'],
    [catalog, 'catalogue_audit'],
  ] as const;
  return {
    /** Newest first. Within one millisecond, lines about accounts precede those about the catalogue, the highest number first. */
    async list(filter: AuditFilter, limit: number): Promise<readonly AuditEntry[]> {
      const lines = await Promise.all(
        logs.map(([{ query }, table]) => query<AuditEntry>(...selectLines(table, filter, limit))),
      );
      return lines
        .flat()
        .sort((one, other) => other.atMs - one.atMs)
        .slice(0, limit);
    },
    /** All actors, or all actions, in alphabetical order. Reads one index entry per name instead of the whole log. */
    async listNames(column: 'actor' | 'action'): Promise<readonly string[]> {
      const names = await Promise.all(
        logs.map(([{ query }, table]) =>
          query<{ name: string }>(
            `WITH RECURSIVE found (name) AS (
               SELECT min(${column}) FROM ${table}
               UNION ALL
               SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > found.name)
               FROM found
               WHERE found.name IS NOT NULL
             )
             SELECT name
             FROM found
             WHERE name IS NOT NULL`,
          ),
        ),
      );
      return [...new Set(names.flat().map(({ name }) => name))].sort();
    },
  };
}

function selectLines(table: AuditTable, filter: AuditFilter, limit: number): [string, SqlValue[]] {
  const { actor, action, target, fromMs, beforeMs, olderThan } = filter;
  // `|| ''` excludes the indexes of actors and actions, because the index of targets finds fewer lines.
  const but = target === undefined ? '' : " || ''";
  const { where, values } = whereOf([
    [`actor${but} = $`, actor],
    [`action${but} = $`, action],
    ['target = $', target],
    ['at_ms >= $', fromMs],
    ['at_ms < $', beforeMs],
    ['(at_ms, audit_id) < ($, $)', olderThan?.atMs, olderThan && numberBefore(table, olderThan.auditId)],
  ]);
  return [
    `SELECT '${ID_PREFIXES[table]}' || audit_id AS "auditId", at_ms AS "atMs", actor, action, target, detail
     FROM ${table}
     ${where}
     ORDER BY at_ms DESC, audit_id DESC
     LIMIT $${values.length + 1}`,
    [...values, limit],
  ];
}

const ID_PREFIXES: Readonly<Record<AuditTable, string>> = { audit: '', catalogue_audit: 'c' };

/** On the next page, lines of `table` from the same millisecond as the line `auditId` have numbers below the result. */
function numberBefore(table: AuditTable, auditId: string): number {
  const [, prefix, number] = /^(c?)(\d+)$/.exec(auditId) ?? [];
  if (prefix === ID_PREFIXES[table]) return Number(number);
  return table === 'audit' ? 0 : Number.MAX_SAFE_INTEGER;
}

export type Audit = ReturnType<typeof auditWriter>;

/** Writes audit lines about accounts in the transaction of the change. The author is the account `by`, by default `actor`. */
export function auditWriter({ clock, actor = 'system' }: Pick<SqlOptions, 'clock' | 'actor'>) {
  return (
    database: Reader,
    action: string,
    accountId: number,
    detail: object = {},
    by?: number,
  ): Promise<void> =>
    insertAuditLine(database, 'audit', {
      atMs: clock.nowMs(),
      actor: by === undefined ? actor : auditName(by),
      action,
      target: auditName(accountId),
      detail,
    });
}
