import type { Account, AccountChange } from '../../accounts/account-store.ts';
import { mayChange } from '../../accounts/roles.ts';
import { message } from '../../messages/messages.ts';
import { keepLastOwner } from '../account/session.ts';
import type { ConsoleAccountPage } from '../contract/console-accounts.ts';
import { PortalError } from '../failures.ts';
import { confirmRevoke } from '../key.ts';
import { CHANGING, type PortalRoute, route, type SignedInRequest, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { consoleAccountPage, findAccount } from './accounts.ts';

/** What operators do to accounts. Each change and its audit line, which names the operator, are one transaction. */
export const accountChangeRoutes: readonly PortalRoute[] = [
  route('POST /console/account/limits', 'accounts', CHANGING, async (request, services) => {
    const { accountId, tier, ...override } = request.input;
    return update(accountId, { tier, override }, request, services);
  }),
  route('POST /console/account/suspend', 'accounts', CHANGING, async (request, services) => {
    return update(await confirmedAccount(request.input, services), { suspended: true }, request, services);
  }),
  route('POST /console/account/restore', 'accounts', CHANGING, async (request, services) => {
    return update(request.input.accountId, { suspended: false }, request, services);
  }),
  route('POST /console/account/role', 'roles', CHANGING, async (request, services) => {
    const { role } = request.input;
    return update(await confirmedAccount(request.input, services), { role }, request, services);
  }),
  route('POST /console/account/revoke-key', 'accounts', CHANGING, async (request, services) => {
    const { accountId } = await findChangeable(request.input.accountId, request, services);
    await confirmRevoke(accountId, request.input.confirmation, services.accounts);
    const isRevoked = await services.accounts.revokeKey(accountId, request.account.accountId);
    if (!isRevoked) throw new PortalError('NO_KEY');
    return consoleAccountPage(await findAccount(accountId, services), services);
  }),
];

async function update(
  accountId: number,
  change: AccountChange,
  request: SignedInRequest,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  await findChangeable(accountId, request, services);
  await keepLastOwner(() => services.accounts.updateAccount(accountId, change, request.account.accountId));
  return consoleAccountPage(await findAccount(accountId, services), services);
}

/** An account that the operator may change. Throws NOT_FOUND and FORBIDDEN. */
export async function findChangeable(
  accountId: number,
  request: SignedInRequest,
  services: PortalServices,
): Promise<Account> {
  const account = await findAccount(accountId, services);
  if (mayChange(request.account, account)) return account;
  throw new PortalError('FORBIDDEN', { detail: message('input.notYours') });
}

/** The account whose email address was typed to confirm. Throws NOT_FOUND and CONFIRMATION_WRONG. */
async function confirmedAccount(
  { accountId, confirmation }: SignedInRequestTo<'POST /console/account/suspend'>['input'],
  services: PortalServices,
): Promise<number> {
  const { email } = await findAccount(accountId, services);
  if (confirmation.toLowerCase() === email) return accountId;
  throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
}
