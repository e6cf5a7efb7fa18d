import { type Account, type AccountChange, LastOwnerError, TIERS } from '../../accounts/account-store.ts';
import { ROLES, rightsOf } from '../../accounts/roles.ts';
import { message } from '../../messages/messages.ts';
import { type Body, readBody, readWord } from '../body.ts';
import type { ConsoleAccountPage } from '../console-contract.ts';
import { PortalError } from '../failures.ts';
import { confirmRevoke } from '../key.ts';
import type { PortalPosts } from '../paths-contract.ts';
import { CHANGING, type PortalRoute, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { consoleAccountPage, findAccount } from './accounts.ts';
import { LIMITS_FIELDS, readLimits } from './limits-fields.ts';

type Work<Path> = (request: SignedInRequest<Path>, services: PortalServices) => Promise<ConsoleAccountPage>;

/** What operators do to accounts. Each change and its audit line, which names the operator, are one transaction. */
export const accountChangeRoutes: readonly PortalRoute[] = [
  route('/console/account/limits', changeLimits),
  route('/console/account/suspend', suspend),
  route('/console/account/restore', restore),
  { ...route('/console/account/role', changeRole), needs: 'roles' },
  route('/console/account/revoke-key', revokeKey),
];

type AccountPath = Extract<keyof PortalPosts, `/console/account/${string}`>;

function route<Path extends AccountPath>(path: Path, answer: Work<Path>) {
  return { method: 'POST', path, needs: 'accounts', limit: CHANGING, answer } as const;
}

async function changeLimits(
  request: SignedInRequest<'/console/account/limits'>,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  const body = readBody(request.body, ['accountId', 'tier', ...LIMITS_FIELDS]);
  const change = { tier: readWord(body, 'tier', TIERS), override: readLimits(body) };
  return update(readAccountId(body), change, request, services);
}

async function suspend(
  request: SignedInRequest<'/console/account/suspend'>,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  const accountId = await readConfirmed(readBody(request.body, ['accountId', 'confirmation']), services);
  return update(accountId, { suspended: true }, request, services);
}

async function restore(
  request: SignedInRequest<'/console/account/restore'>,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  return update(
    readAccountId(readBody(request.body, ['accountId'])),
    { suspended: false },
    request,
    services,
  );
}

async function changeRole(
  request: SignedInRequest<'/console/account/role'>,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  const body = readBody(request.body, ['accountId', 'role', 'confirmation']);
  const role = readWord(body, 'role', ROLES);
  return update(await readConfirmed(body, services), { role }, request, services);
}

async function revokeKey(
  request: SignedInRequest<'/console/account/revoke-key'>,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  const body = readBody(request.body, ['accountId', 'confirmation']);
  const { accountId } = await findChangeable(readAccountId(body), request, services);
  await confirmRevoke(accountId, body.text('confirmation', 1, 100), services.accounts);
  const isRevoked = await services.accounts.revokeKey(accountId, request.account.accountId);
  if (!isRevoked) throw new PortalError('NO_KEY');
  return consoleAccountPage(await findAccount(accountId, services), services);
}

async function update(
  accountId: number,
  change: AccountChange,
  request: SignedInRequest,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  await findChangeable(accountId, request, services);
  try {
    await services.accounts.updateAccount(accountId, change, request.account.accountId);
  } catch (error) {
    throw error instanceof LastOwnerError ? new PortalError('LAST_OWNER') : error;
  }
  return consoleAccountPage(await findAccount(accountId, services), services);
}

/** An account that the operator may change: those of operators are the owner's. Throws NOT_FOUND and FORBIDDEN. */
async function findChangeable(
  accountId: number,
  request: SignedInRequest,
  services: PortalServices,
): Promise<Account> {
  const account = await findAccount(accountId, services);
  if (account.role === 'developer' || rightsOf(request.account).includes('roles')) return account;
  throw new PortalError('FORBIDDEN', { detail: message('input.ownersOnly') });
}

function readAccountId(body: Body<'accountId'>): number {
  return body.integer('accountId', 1, Number.MAX_SAFE_INTEGER);
}

/** The account whose e-mail address was typed to confirm. Throws NOT_FOUND and CONFIRMATION_WRONG. */
async function readConfirmed(
  body: Body<'accountId' | 'confirmation'>,
  services: PortalServices,
): Promise<number> {
  const { accountId, email } = await findAccount(readAccountId(body), services);
  if (body.text('confirmation', 1, 254).toLowerCase() === email) return accountId;
  throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
}
