import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../sql-database.ts';
import { type Account, type AccountChange, isActiveOwner, LastOwnerError } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, type Audit, firstAccount } from './account-rows.ts';

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
