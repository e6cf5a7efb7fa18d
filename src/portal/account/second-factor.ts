import { typedCode } from '../../accounts/second-factor-secrets.ts';
import { totpAddress } from '../../accounts/totp.ts';
import type { Allowance } from '../../gate/rate-limiter.ts';
import { PortalError, refuseAfter, required } from '../failures.ts';
import { CHANGING, type PortalRequest, type PortalRoute, READING, route } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { browserOf } from './origin.ts';
import { proveOwner } from './prove-owner.ts';

/** One-time codes at sign-in, and recovery codes (docs/rules/accounts.md#sign-in). */
export const secondFactorRoutes: readonly PortalRoute[] = [
  route('GET /second-factor', 'account', READING, async ({ account }, { secondFactor }) =>
    secondFactor.find(account.accountId),
  ),
  // A stolen session mustn't lock the owner out.
  route('POST /second-factor/begin', 'account', CHANGING, async (request, services) => {
    const { secondFactor, operatorName } = services;
    const { accountId, email } = request.account;
    await proveOwner(request.input.password, request, services);
    const setUp = required(await secondFactor.begin(accountId), 'STALE');
    return { ...setUp, address: totpAddress(setUp.secret, operatorName, email) };
  }),
  route('POST /second-factor/confirm', 'account', CHANGING, async (request, services) => {
    const { accountId } = request.account;
    const code = request.input.code.replaceAll(/\s/g, '');
    await takeCode(accountId, code, request, services);
    const recoveryCodes = await services.secondFactor.confirm(accountId, code);
    if (recoveryCodes === null) throw wrongCode();
    await forgetCodes(accountId, request, services);
    return { recoveryCodes };
  }),
  route('POST /second-factor/recovery-codes', 'account', CHANGING, async (request, services) => {
    const { account, input } = request;
    await verifyCode(account.accountId, input.code, request, services);
    return { recoveryCodes: await services.secondFactor.renewRecoveryCodes(account.accountId) };
  }),
  route('POST /second-factor/end', 'account', CHANGING, async (request, services) => {
    const { account, input } = request;
    await verifyCode(account.accountId, input.code, request, services);
    await services.secondFactor.end(account.accountId);
    return services.secondFactor.find(account.accountId);
  }),
];

/** Codes that one browser may try for an account: enough for typos. */
const CODES_OF_BROWSER: Allowance = { burst: 5, everySeconds: 60 };
/**
 * App codes that all browsers from which the owner has never signed in may try, together: three of a million are
 * valid at a time. Recovery codes can't be guessed, so the owner can always sign in with one.
 */
const APP_CODES_OF_STRANGERS: Allowance = { burst: 30, everySeconds: 60 };
const APP_CODE = /^\d{6}$/;

/** Throws TOO_MANY and CODE_WRONG. */
export async function verifyCode(
  accountId: number,
  code: string,
  request: PortalRequest,
  services: PortalServices,
): Promise<void> {
  await takeCode(accountId, code, request, services);
  if (!(await services.secondFactor.verify(accountId, code))) throw wrongCode();
  await forgetCodes(accountId, request, services);
}

/** Someone who merely knows the password can't use up the owner's attempts (docs/rules/accounts.md#sign-in). */
async function takeCode(
  accountId: number,
  code: string,
  request: PortalRequest,
  services: PortalServices,
): Promise<void> {
  const { attempts, accounts, cookies } = services;
  refuseAfter(await attempts.take('code', attemptsOf(accountId, request, services), CODES_OF_BROWSER));
  const email = (await accounts.findAccount(accountId))?.email ?? '';
  if (!APP_CODE.test(typedCode(code)) || cookies.device(request.raw, email) !== null) return;
  refuseAfter(await attempts.take('code by strangers', String(accountId), APP_CODES_OF_STRANGERS));
}

async function forgetCodes(
  accountId: number,
  request: PortalRequest,
  services: PortalServices,
): Promise<void> {
  await services.attempts.forget('code', attemptsOf(accountId, request, services));
}

function attemptsOf(accountId: number, request: PortalRequest, services: PortalServices): string {
  return `${accountId} by ${browserOf(request, services)}`;
}

function wrongCode(): PortalError {
  return new PortalError('CODE_WRONG', { field: 'code' });
}
