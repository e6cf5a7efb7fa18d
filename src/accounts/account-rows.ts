import type { Clock } from '../clock.ts';
import type { Queryable, SqlOptions } from '../sql-database.ts';
import { storedWord } from '../stored-value.ts';
import { type Account, type NewAccount, TIERS } from './account.ts';
import { randomBase62 } from './api-key.ts';
import { auditName, createAuditTrail } from './audit-log.ts';
import { ROLES } from './roles.ts';

const USER_KEY_LENGTH = 16;

/** Of whoever signs up. */
export const NEW_DEVELOPER = { tier: 'free', role: 'developer' } as const;

/** The columns of a row of `account`. */
export const ACCOUNT_COLUMNS = `
  account_id AS "accountId", email, name, tier, role, user_key AS "userKey", add_on_enrolled AS "addOnEnrolled",
  suspended, burst_per_second AS "burstPerSecond", burst, daily_quota AS "dailyQuota", created_at_ms AS "createdAtMs"`;

export interface AccountRow
  extends Pick<Account, 'accountId' | 'email' | 'name' | 'userKey' | 'createdAtMs'> {
  readonly tier: string;
  readonly role: string;
  readonly addOnEnrolled: boolean | number;
  readonly suspended: boolean | number;
  readonly burstPerSecond: number | null;
  readonly burst: number | null;
  readonly dailyQuota: number | null;
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
  return (transaction, action, accountId, detail, by) =>
    createAuditTrail({ database: transaction, clock }).record(
      by ?? actor,
      action,
      auditName(accountId),
      detail,
    );
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
     RETURNING ${ACCOUNT_COLUMNS}`,
    [toEmail(email), name, tier, role, randomBase62(USER_KEY_LENGTH), clock.nowMs()],
  );
  if (row === undefined) return null;
  await audit(transaction, 'account.created', row.accountId, { tier, role });
  return toAccount(row);
}

/** The form in which addresses are stored and compared. */
export function toEmail(text: string): string {
  return text.trim().toLowerCase();
}

export function toAccount({ burstPerSecond, burst, dailyQuota, ...row }: AccountRow): Account {
  return {
    ...row,
    tier: storedWord(TIERS, row.tier),
    role: storedWord(ROLES, row.role),
    addOnEnrolled: Boolean(row.addOnEnrolled),
    suspended: Boolean(row.suspended),
    override: { burstPerSecond, burst, dailyQuota },
  };
}

/** The first row's account, or null. */
export function firstAccount(rows: readonly AccountRow[]): Account | null {
  const [row] = rows;
  return row === undefined ? null : toAccount(row);
}
