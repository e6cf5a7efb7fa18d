import { differences, isActiveOwner } from '../../../accounts/account-change.ts';
import { type Account, type AccountChange, LastOwnerError } from '../../../accounts/account-store.ts';
import { type Audit, type AuditOptions, toAccount } from './account-rows.ts';

/** Call it in a transaction. Both throw LastOwnerError. */
interface AccountUpdater {
  /** Changes an account and logs the differences. */
  update(accountId: number, change: AccountChange, by?: number): void;
  /** Refuses to do without an account. */
  checkLeaves(accountId: number): void;
}

export function accountUpdater({ db }: AuditOptions, audit: Audit): AccountUpdater {
  const select = db.prepare('SELECT * FROM account WHERE account_id = ?');
  const otherOwner = db.prepare(`
    SELECT 1
    FROM account
    WHERE role = 'owner'
      AND suspended = 0
      AND account_id <> ?
    LIMIT 1`);
  const updateRow = db.prepare(`
    UPDATE account
    SET tier = ?, role = ?, add_on_enrolled = ?, suspended = ?, burst_per_second = ?, burst = ?, daily_quota = ?
    WHERE account_id = ?`);
  // Checked in the transaction, where no other change can come in between: two owners may demote each other at once.
  const refuseLast = (account: Account) => {
    if (isActiveOwner(account) && otherOwner.get(account.accountId) === undefined) throw new LastOwnerError();
  };
  const checkLeaves = (accountId: number) => {
    const account = toAccount(select.get(accountId));
    if (account !== null) refuseLast(account);
  };
  const change = (accountId: number, wanted: AccountChange, by?: number) => {
    const before = toAccount(select.get(accountId));
    if (before === null) throw new Error(`there is no account ${accountId}`);
    const after = { ...before, ...wanted };
    const { from, to } = differences(before, after);
    if (Object.keys(to).length === 0) return;
    if (!isActiveOwner(after)) refuseLast(before);
    const { tier, role, addOnEnrolled, suspended, override } = after;
    const { burstPerSecond, burst, dailyQuota } = override;
    updateRow.run(tier, role, +addOnEnrolled, +suspended, burstPerSecond, burst, dailyQuota, accountId);
    audit('account.changed', accountId, { from, to }, by);
  };
  return { update: change, checkLeaves };
}
