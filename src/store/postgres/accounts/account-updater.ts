import { differences, isActiveOwner } from '../../../accounts/account-change.ts';
import { type AccountChange, LastOwnerError } from '../../../accounts/account-store.ts';
import type { Queryable } from '../database.ts';
import { type AccountRow, type Audit, firstAccount } from './account-rows.ts';

/** Changes an account and logs what became different, in a transaction. Throws LastOwnerError. */
export async function updateAccount(
  transaction: Queryable,
  audit: Audit,
  accountId: number,
  change: AccountChange,
  by?: number,
): Promise<void> {
  const mayEndOwner = change.role !== undefined || change.suspended !== undefined;
  if (mayEndOwner) await lockOwners(transaction);
  const before = firstAccount(
    await transaction.query<AccountRow>('SELECT * FROM account WHERE account_id = $1 FOR UPDATE', [
      accountId,
    ]),
  );
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

/** Refuses to do without an account, in a transaction. Throws LastOwnerError. */
export async function checkLeaves(transaction: Queryable, accountId: number): Promise<void> {
  await lockOwners(transaction);
  const account = firstAccount(
    await transaction.query<AccountRow>('SELECT * FROM account WHERE account_id = $1 FOR UPDATE', [
      accountId,
    ]),
  );
  if (account !== null && isActiveOwner(account)) await refuseLastOwner(transaction, accountId);
}

async function refuseLastOwner(transaction: Queryable, accountId: number): Promise<void> {
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

/** Any number that no other lock of this database has. */
const OWNERS_LOCK = 7_364_262;

/**
 * Two owners may demote each other at once: only one such change runs at a time. The lock comes before that of any account,
 * so that nobody locks another out.
 */
async function lockOwners(transaction: Queryable): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1)', [OWNERS_LOCK]);
}
