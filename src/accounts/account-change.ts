import { isDeepStrictEqual } from 'node:util';
import type { Account } from './account-store.ts';

/** Whether an account can do an owner's work now. */
export function isActiveOwner({ role, suspended }: Account): boolean {
  return role === 'owner' && !suspended;
}

const FIELDS = ['tier', 'role', 'addOnEnrolled', 'suspended', 'override'] as const;

/** The differences that a change makes, for the audit log: the fields, before and after. */
export function differences(before: Account, after: Account) {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (account: Account) => Object.fromEntries(changed.map((field) => [field, account[field]]));
  return { from: pick(before), to: pick(after) };
}
