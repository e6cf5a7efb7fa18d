import { isDeepStrictEqual } from 'node:util';
import { type Account, type AccountChange, LastOperatorError } from '../../../accounts/account-store.ts';
import { type Audit, type AuditOptions, toAccount } from './account-rows.ts';

/** Changes an account and logs what became different. To be called in a transaction. Throws LastOperatorError. */
export function accountUpdater(
  { db }: AuditOptions,
  audit: Audit,
): (accountId: number, change: AccountChange, by?: number) => void {
  const select = db.prepare('SELECT * FROM account WHERE account_id = ?');
  const otherOperator = db.prepare(`
    SELECT 1
    FROM account
    WHERE role = 'operator'
      AND suspended = 0
      AND account_id <> ?
    LIMIT 1`);
  const update = db.prepare(`
    UPDATE account
    SET tier = ?, role = ?, add_on_enrolled = ?, suspended = ?, burst_per_second = ?, burst = ?, daily_quota = ?
    WHERE account_id = ?`);
  return (accountId, change, by) => {
    const before = toAccount(select.get(accountId));
    if (before === null) throw new Error(`there is no account ${accountId}`);
    const after = { ...before, ...change };
    const { from, to } = differences(before, after);
    if (Object.keys(to).length === 0) return;
    // Decided here, where no other change can come between: two operators may demote each other at once.
    if (isActiveOperator(before) && !isActiveOperator(after) && otherOperator.get(accountId) === undefined)
      throw new LastOperatorError();
    const { tier, role, addOnEnrolled, suspended, override } = after;
    const { burstPerSecond, burst, dailyQuota } = override;
    update.run(tier, role, +addOnEnrolled, +suspended, burstPerSecond, burst, dailyQuota, accountId);
    audit('account.changed', accountId, { from, to }, by);
  };
}

function isActiveOperator({ role, suspended }: Account): boolean {
  return role === 'operator' && !suspended;
}

const FIELDS = ['tier', 'role', 'addOnEnrolled', 'suspended', 'override'] as const;

function differences(before: Account, after: Account) {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (account: Account) => Object.fromEntries(changed.map((field) => [field, account[field]]));
  return { from: pick(before), to: pick(after) };
}
