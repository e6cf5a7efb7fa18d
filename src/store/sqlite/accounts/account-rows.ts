import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Account, type NewAccount, TIERS } from '../../../accounts/account-store.ts';
import { auditName } from '../../../accounts/audit-log.ts';
import { randomBase62 } from '../../../accounts/base62.ts';
import { ROLES } from '../../../accounts/roles.ts';
import type { Clock } from '../../../clock.ts';
import { auditLines } from './audit-lines.ts';

const USER_KEY_LENGTH = 16;

export interface AuditOptions {
  /** A connection to the migrated accounts file. */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  /** The actor for the audit log: a part of the system or `account:<number>`, never a name or an address. */
  readonly actor?: string;
}

/** `by` is the operator's account, where it is not the store's own actor. */
export type Audit = (action: string, accountId: number, detail?: object, by?: number) => void;

/** Writes audit lines about accounts. Call it in the transaction of the change. */
export function auditLog({ db, clock, actor = 'system' }: AuditOptions): Audit {
  const write = auditLines(db, clock);
  return (action, accountId, detail = {}, by = undefined) =>
    write(by === undefined ? actor : auditName(by), action, auditName(accountId), detail);
}

/** Inserts an account with its audit line, null when the address is taken. Call it in a transaction. */
export function accountInserter(
  { db, clock }: AuditOptions,
  audit: Audit,
): (account: NewAccount) => Account | null {
  const insert = db.prepare(`
    INSERT INTO account (email, name, tier, role, user_key, created_at_ms)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (email) DO NOTHING
    RETURNING *`);
  return ({ email, name, tier, role }) => {
    const userKey = randomBase62(USER_KEY_LENGTH);
    const account = toAccount(insert.get(toEmail(email), name, tier, role, userKey, clock.nowMs()));
    if (account !== null) audit('account.created', account.accountId, { tier, role });
    return account;
  };
}

/** The form in which addresses are stored and compared. */
export function toEmail(text: string): string {
  return text.trim().toLowerCase();
}

type Row = Record<string, SQLOutputValue>;

/** Null when the row doesn't exist. */
export function toAccount(row: Row | undefined): Account | null {
  if (row === undefined) return null;
  return {
    accountId: Number(row.account_id),
    email: String(row.email),
    name: String(row.name),
    tier: oneOf(TIERS, row.tier),
    role: oneOf(ROLES, row.role),
    userKey: String(row.user_key),
    addOnEnrolled: row.add_on_enrolled === 1,
    suspended: row.suspended === 1,
    override: {
      burstPerSecond: toNumberOrNull(row.burst_per_second),
      burst: toNumberOrNull(row.burst),
      dailyQuota: toNumberOrNull(row.daily_quota),
    },
    createdAtMs: Number(row.created_at_ms),
  };
}

/** Numbers as they are, anything else as null. */
export function toNumberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** The value, which must be one of a few. */
export function oneOf<T extends string>(allowed: readonly T[], value: SQLOutputValue | undefined): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`unexpected value in the accounts file: ${value}`);
  return found;
}
