import { type Account, type NewAccount, TIERS } from '../../../accounts/account-store.ts';
import { auditName } from '../../../accounts/audit-log.ts';
import { randomBase62 } from '../../../accounts/base62.ts';
import { ROLES } from '../../../accounts/roles.ts';
import type { Clock } from '../../../clock.ts';
import { oneOf } from '../../stored-value.ts';
import type { Queryable, SqlOptions } from '../sql-database.ts';
import { writeAuditLine } from './audit-lines.ts';

const USER_KEY_LENGTH = 16;

/** Of whoever signs up. */
export const NEW_DEVELOPER = { tier: 'free', role: 'developer' } as const;

export interface AccountRow {
  readonly account_id: number;
  readonly email: string;
  readonly name: string;
  readonly tier: string;
  readonly role: string;
  readonly user_key: string;
  readonly add_on_enrolled: boolean | number;
  readonly suspended: boolean | number;
  readonly burst_per_second: number | null;
  readonly burst: number | null;
  readonly daily_quota: number | null;
  readonly created_at_ms: number;
}

/** Writes a line about an account; `by` is the operator's account, where it is not the store's own actor. */
export type Audit = (
  transaction: Queryable,
  action: string,
  accountId: number,
  detail?: object,
  by?: number,
) => Promise<void>;

/** The key under which tokens are hashed and secrets encrypted: the database alone lets nobody in. */
export interface SessionSecret {
  readonly sessionSecret: string;
}

/** Writes audit lines about accounts, in the transaction of the change. */
export function auditWriter({ clock, actor = 'system' }: Pick<SqlOptions, 'clock' | 'actor'>): Audit {
  return async (transaction, action, accountId, detail = {}, by = undefined) => {
    const who = by === undefined ? actor : auditName(by);
    const target = auditName(accountId);
    await writeAuditLine(transaction, { atMs: clock.nowMs(), actor: who, action, target, detail });
  };
}

/** Inserts an account with its audit line, in a transaction. Null when the address is taken. */
export async function insertAccount(
  transaction: Queryable,
  { email, name, tier, role }: NewAccount,
  { clock, audit }: { readonly clock: Clock; readonly audit: Audit },
): Promise<Account | null> {
  const [row] = await transaction.query<AccountRow>(
    `INSERT INTO account (email, name, tier, role, user_key, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (email) DO NOTHING
     RETURNING *`,
    [toEmail(email), name, tier, role, randomBase62(USER_KEY_LENGTH), clock.nowMs()],
  );
  if (row === undefined) return null;
  await audit(transaction, 'account.created', row.account_id, { tier, role });
  return toAccount(row);
}

/** The form in which addresses are stored and compared. */
export function toEmail(text: string): string {
  return text.trim().toLowerCase();
}

export function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    tier: oneOf(TIERS, row.tier),
    role: oneOf(ROLES, row.role),
    userKey: row.user_key,
    addOnEnrolled: Boolean(row.add_on_enrolled),
    suspended: Boolean(row.suspended),
    override: {
      burstPerSecond: row.burst_per_second,
      burst: row.burst,
      dailyQuota: row.daily_quota,
    },
    createdAtMs: row.created_at_ms,
  };
}

/** The first row's account, or null. */
export function firstAccount(rows: readonly AccountRow[]): Account | null {
  const [row] = rows;
  return row === undefined ? null : toAccount(row);
}
