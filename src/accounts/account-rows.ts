import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Reader, Writer } from '../sql-database.ts';
import {
  type Account,
  type AccountChange,
  isActiveOwner,
  LastOwnerError,
  type NewAccount,
} from './account.ts';
import { randomBase62 } from './api-key.ts';
import type { Audit } from './audit-log.ts';

const USER_KEY_LENGTH = 16;

export const NEW_DEVELOPER = { tier: 'free', role: 'developer' } as const;

export const ACCOUNT_COLUMNS = `
  account_id AS "accountId", email, name, tier, role, user_key AS "userKey", add_on_enrolled AS "addOnEnrolled",
  suspended, burst_per_second AS "burstPerSecond", burst, daily_quota AS "dailyQuota", created_at_ms AS "createdAtMs",
  password_hash IS NOT NULL AS "hasPassword", quota_mails AS "quotaMails", operator_mails AS "operatorMails"`;

export type AccountRow = Stored<Omit<Account, 'override'>> & Account['override'];

type Stored<Of> = { readonly [Name in keyof Of]: Of[Name] extends boolean ? boolean | number : Of[Name] };

/** Inserts an account and its audit line, and deletes sign-ups of its address. Null when the address is taken. */
export async function insertAccount(
  transaction: Reader,
  { email, name, tier, role }: NewAccount,
  { clock, audit }: { readonly clock: Clock; readonly audit: Audit },
  passwordHash: string | null = null,
): Promise<Account | null> {
  const [row] = await transaction.query<AccountRow>(
    `INSERT INTO account (email, name, tier, role, user_key, created_at_ms, password_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (email) DO NOTHING
     RETURNING ${ACCOUNT_COLUMNS}`,
    [toEmail(email), name, tier, role, randomBase62(USER_KEY_LENGTH), clock.nowMs(), passwordHash],
  );
  if (row === undefined) return null;
  await endSignUps(transaction, row.email);
  await audit(transaction, 'account.created', row.accountId, { tier, role });
  return toAccount(row);
}

export async function endSignUps(transaction: Reader, email: string): Promise<void> {
  await transaction.query(`DELETE FROM mailed_link WHERE kind = 'sign-up' AND email = $1`, [email]);
}

export function toEmail(text: string): string {
  return text.trim().toLowerCase();
}

export function toAccount({ burstPerSecond, burst, dailyQuota, ...row }: AccountRow): Account {
  return {
    ...row,
    addOnEnrolled: Boolean(row.addOnEnrolled),
    suspended: Boolean(row.suspended),
    hasPassword: Boolean(row.hasPassword),
    quotaMails: Boolean(row.quotaMails),
    operatorMails: Boolean(row.operatorMails),
    override: { burstPerSecond, burst, dailyQuota },
  };
}

/** Changes an account and logs the differences. Throws LastOwnerError. */
export async function updateAccount(
  transaction: Writer,
  audit: Audit,
  accountId: number,
  change: AccountChange,
  by?: number,
): Promise<void> {
  const { account: before, isLastOwner } = await lockWithOwners(transaction, accountId);
  if (before === null) throw new Error(`there is no account ${accountId}`);
  const after = { ...before, ...change };
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return;
  if (isLastOwner && !isActiveOwner(after)) throw new LastOwnerError();
  const { burstPerSecond, burst, dailyQuota } = after.override;
  await transaction.query(
    `UPDATE account
     SET burst_per_second = $2, burst = $3, daily_quota = $4, tier = $5, role = $6, add_on_enrolled = $7,
       suspended = $8, quota_mails = $9, operator_mails = $10
     WHERE account_id = $1`,
    [accountId, burstPerSecond, burst, dailyQuota, ...FLAT_FIELDS.map((field) => after[field])],
  );
  const pick = (account: Account) => Object.fromEntries(changed.map((field) => [field, account[field]]));
  await audit(transaction, 'account.changed', accountId, { from: pick(before), to: pick(after) }, by);
}

/** In the order of the parameters of the UPDATE statement. */
const FLAT_FIELDS = ['tier', 'role', 'addOnEnrolled', 'suspended', 'quotaMails', 'operatorMails'] as const;
const FIELDS = [...FLAT_FIELDS, 'override'] as const;

/** Locks the account and all owners, in order of number, so that two owners who demote each other at once can't both succeed. */
export async function lockWithOwners(transaction: Writer, accountId: number) {
  const rows = await transaction.queryLocked<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS}
     FROM account
     WHERE account_id IN (
       SELECT account_id FROM account WHERE role = 'owner' AND NOT suspended
       UNION ALL
       SELECT CAST($1 AS bigint))
     ORDER BY account_id`,
    [accountId],
  );
  const accounts = rows.map(toAccount);
  const account = accounts.find((one) => one.accountId === accountId) ?? null;
  const owners = accounts.filter(isActiveOwner);
  return { account, isLastOwner: owners.length === 1 && owners[0] === account };
}
