import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import { type Queryable, storedWord, type Transaction } from '../sql-database.ts';
import {
  type Account,
  type AccountChange,
  isActiveOwner,
  LastOwnerError,
  type NewAccount,
  TIERS,
} from './account.ts';
import { randomBase62 } from './api-key.ts';
import type { Audit } from './audit-log.ts';
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

/** The key under which tokens are hashed and secrets encrypted: the database alone lets nobody in. */
export interface SessionSecret {
  readonly sessionSecret: string;
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

/** Changes an account and logs the differences. Call it in a transaction. Throws LastOwnerError. */
export async function updateAccount(
  transaction: Transaction,
  audit: Audit,
  accountId: number,
  change: AccountChange,
  by?: number,
): Promise<void> {
  const mayEndOwner = change.role !== undefined || change.suspended !== undefined;
  if (mayEndOwner) await lockOwners(transaction);
  const before = await findLocked(transaction, accountId);
  if (before === null) throw new Error(`there is no account ${accountId}`);
  const after = { ...before, ...change };
  const { from, to } = differences(before, after);
  if (Object.keys(to).length === 0) return;
  if (isActiveOwner(before) && !isActiveOwner(after)) await refuseLastOwner(transaction, accountId);
  const { tier, role, addOnEnrolled, suspended, override } = after;
  await transaction.query(
    `UPDATE account
     SET tier = $2, role = $3, add_on_enrolled = $4, suspended = $5, burst_per_second = $6, burst = $7,
       daily_quota = $8
     WHERE account_id = $1`,
    [
      accountId,
      tier,
      role,
      addOnEnrolled,
      suspended,
      override.burstPerSecond,
      override.burst,
      override.dailyQuota,
    ],
  );
  await audit(transaction, 'account.changed', accountId, { from, to }, by);
}

const FIELDS = ['tier', 'role', 'addOnEnrolled', 'suspended', 'override'] as const;

/** The differences that a change makes, for the audit log: the fields, before and after. */
function differences(before: Account, after: Account) {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (account: Account) => Object.fromEntries(changed.map((field) => [field, account[field]]));
  return { from: pick(before), to: pick(after) };
}

/** Throws LastOwnerError if the account is the last active owner's. Call it in a transaction. */
export async function checkLeaves(transaction: Transaction, accountId: number): Promise<void> {
  await lockOwners(transaction);
  const account = await findLocked(transaction, accountId);
  if (account !== null && isActiveOwner(account)) await refuseLastOwner(transaction, accountId);
}

async function findLocked(transaction: Transaction, accountId: number): Promise<Account | null> {
  const select = `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE account_id = $1`;
  return firstAccount(await transaction.queryLocked<AccountRow>(select, [accountId]));
}

async function refuseLastOwner(transaction: Transaction, accountId: number): Promise<void> {
  const others = await transaction.query(
    `SELECT account_id
     FROM account
     WHERE role = 'owner'
       AND NOT suspended
       AND account_id <> $1
     LIMIT 1`,
    [accountId],
  );
  if (others.length === 0) throw new LastOwnerError();
}

/**
 * Two owners may demote each other at once. A change that may end an owner locks the rows of all owners first, so the second
 * change sees what the first one did. The order keeps two such changes from waiting for each other.
 */
async function lockOwners(transaction: Transaction): Promise<void> {
  await transaction.queryLocked(
    `SELECT account_id FROM account WHERE role = 'owner' AND NOT suspended ORDER BY account_id`,
  );
}
