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

/** Conditions for lines; null matches any. */
export interface AuditFilter {
  readonly actor: string | null;
  readonly action: string | null;
  readonly target: string | null;
  /** From this moment on. */
  readonly fromMs: number | null;
  /** Before this moment. */
  readonly beforeMs: number | null;
}

/** Reads the audit log, which nobody can change or shorten (docs/accounts.md#audit-log). */
export interface AuditLog {
  /**
   * At most `limit` lines, newest first: from the newest on, or those older than a line listed before. Lines of the
   * same moment are in the order in which they were written.
   */
  list(filter: AuditFilter, olderThanId: number | null, limit: number): Promise<readonly AuditEntry[]>;
  /** All actors and all actions in the log, in alphabetical order. */
  listNames(): Promise<{ readonly actors: readonly string[]; readonly actions: readonly string[] }>;
}

/** How the log names an account, as actor and as target. */
export function auditName(accountId: number): string {
  return `account:${accountId}`;
}
