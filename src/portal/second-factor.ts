import { totpAddress } from '../accounts/totp.ts';
import type { Allowance } from '../gate/rate-limiter.ts';
import { type Body, readBody } from './body.ts';
import { PortalError } from './failures.ts';
import { proveOwner, readOwnPassword } from './prove-owner.ts';
import { CHANGING, type PortalRoute, READING, type SignedInRequest } from './route.ts';
import type { RecoveryCodes, SecondFactorSetUpView, SecondFactorView } from './security-contract.ts';
import type { PortalServices } from './services.ts';

/** One-time codes at sign-in, and the codes for the day on which the app is lost (docs/rules/accounts.md#sign-in). */
export const secondFactorRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/second-factor', needs: 'account', limit: READING, answer: show },
  { method: 'POST', path: '/second-factor/begin', needs: 'account', limit: CHANGING, answer: begin },
  { method: 'POST', path: '/second-factor/confirm', needs: 'account', limit: CHANGING, answer: confirm },
  { method: 'POST', path: '/second-factor/recovery-codes', needs: 'account', limit: CHANGING, answer: renew },
  { method: 'POST', path: '/second-factor/end', needs: 'account', limit: CHANGING, answer: end },
];

/** Codes that may be tried for one account: three of a million are right at a time. */
const CODES_OF_ACCOUNT: Allowance = { burst: 5, everySeconds: 60 };
const CODE_LENGTH_MAX = 40;

/** Throws TOO_MANY and CODE_WRONG. */
export async function verifyCode(accountId: number, code: string, services: PortalServices): Promise<void> {
  await takeCode(accountId, services);
  if (!(await services.secondFactor.verify(accountId, code))) throw wrongCode();
  await forgetCodes(accountId, services);
}

export function readCode(body: Body<'code'>): string {
  return body.text('code', 1, CODE_LENGTH_MAX);
}

async function takeCode(accountId: number, { attempts }: PortalServices): Promise<void> {
  const seconds = await attempts.take('code of', String(accountId), CODES_OF_ACCOUNT);
  if (seconds !== null) throw new PortalError('TOO_MANY', { seconds });
}

async function forgetCodes(accountId: number, { attempts }: PortalServices): Promise<void> {
  await attempts.forget('code of', String(accountId));
}

function wrongCode(): PortalError {
  return new PortalError('CODE_WRONG', { field: 'code' });
}

async function show(
  { account }: SignedInRequest,
  { secondFactor }: PortalServices,
): Promise<SecondFactorView> {
  return secondFactor.find(account.accountId);
}

/** A stolen session mustn't lock the owner out. */
async function begin(
  request: SignedInRequest<'/second-factor/begin'>,
  services: PortalServices,
): Promise<SecondFactorSetUpView> {
  const { secondFactor, operatorName } = services;
  const { accountId, email } = request.account;
  await proveOwner(readOwnPassword(readBody(request.body, ['password'])), request, services);
  const setUp = await secondFactor.begin(accountId);
  if (setUp === null) throw new PortalError('STALE');
  return { ...setUp, address: totpAddress(setUp.secret, operatorName, email) };
}

async function confirm(
  { account, body }: SignedInRequest<'/second-factor/confirm'>,
  services: PortalServices,
): Promise<RecoveryCodes> {
  const code = readCode(readBody(body, ['code'])).replaceAll(/\s/g, '');
  await takeCode(account.accountId, services);
  const recoveryCodes = await services.secondFactor.confirm(account.accountId, code);
  if (recoveryCodes === null) throw wrongCode();
  await forgetCodes(account.accountId, services);
  return { recoveryCodes };
}

async function renew(
  { account, body }: SignedInRequest<'/second-factor/recovery-codes'>,
  services: PortalServices,
): Promise<RecoveryCodes> {
  await verifyCode(account.accountId, readCode(readBody(body, ['code'])), services);
  return { recoveryCodes: await services.secondFactor.renewRecoveryCodes(account.accountId) };
}

async function end(
  request: SignedInRequest<'/second-factor/end'>,
  services: PortalServices,
): Promise<SecondFactorView> {
  const { account, body } = request;
  await verifyCode(account.accountId, readCode(readBody(body, ['code'])), services);
  await services.secondFactor.end(account.accountId);
  return show(request, services);
}
