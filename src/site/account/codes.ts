import { typedCode } from '../../accounts/second-factor-secrets.ts';
import type { Allowance } from '../../gate/rate-limiter.ts';
import { Failure, refuseAfter } from '../kit/failures.ts';
import { line } from '../kit/fields.ts';
import type { Visit } from '../kit/visit.ts';
import { browserOf } from './origin.ts';

/** A one-time code of the app, or a recovery code. */
export const CODE = line(1, 40, {
  autocomplete: 'one-time-code',
  autocapitalize: 'none',
  spellcheck: 'false',
});

/** Codes that one browser may try for an account: enough for typos. */
const CODES_OF_BROWSER: Allowance = { burst: 5, everySeconds: 60 };
/**
 * App codes that all browsers from which the owner has never signed in may try, together: three of a million are
 * valid at a time. Recovery codes can't be guessed, so the owner can always sign in with one.
 */
const APP_CODES_OF_STRANGERS: Allowance = { burst: 30, everySeconds: 60 };
const APP_CODE = /^\d{6}$/;

/**
 * Tries a code. Someone who merely knows the password can't use up the owner's attempts (docs/accounts.md#sign-in).
 * Throws TOO_MANY, and CODE_WRONG where `isRight` gives false or null.
 */
export async function tryCode<Result>(
  accountId: number,
  code: string,
  visit: Visit,
  isRight: () => Promise<Result | null | false>,
): Promise<Result> {
  const { attempts, accounts, cookies } = visit.services;
  const who = `${accountId} by ${browserOf(visit)}`;
  refuseAfter(await attempts.take('code', who, CODES_OF_BROWSER));
  const email = (await accounts.findAccount(accountId))?.email ?? '';
  if (APP_CODE.test(typedCode(code)) && cookies.device(visit.raw, email) === null)
    refuseAfter(await attempts.take('code by strangers', String(accountId), APP_CODES_OF_STRANGERS));
  const result = await isRight();
  if (result === null || result === false) throw new Failure('CODE_WRONG', { field: 'code' });
  await attempts.forget('code', who);
  return result;
}
