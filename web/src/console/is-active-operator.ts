import type { AccountView } from '../../../src/portal/contract.ts';

/** Whether the console is open to an account. The server decides for itself; this only tells what to show. */
export function isActiveOperator(account: AccountView): boolean {
  return account.role === 'operator' && !account.suspended;
}
