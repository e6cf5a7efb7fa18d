import { Failure } from '../kit/failures.ts';
import type { SignedInVisit } from '../kit/visit.ts';
import { forgetSignIns, takeSignIn } from './limits.ts';

/** How recent a session must be to replace a password. */
const FRESH_SESSION_MS = 10 * 60_000;

/**
 * For changes that could give the account away for good: a session alone, such as a stolen cookie, isn't enough
 * (docs/accounts.md#name-and-address). Throws PASSWORD_WRONG, SIGN_IN_AGAIN and TOO_MANY.
 */
export async function proveOwner(password: string | null, visit: SignedInVisit): Promise<void> {
  const { identity, clock } = visit.services;
  const { accountId, email } = visit.account;
  if (!(await identity.hasPassword(accountId))) {
    const sessions = await identity.listSessions(accountId);
    const own = sessions.find(({ sessionId }) => sessionId === identity.sessionId(visit.sessionToken));
    if (own === undefined || clock.nowMs() - own.startedAtMs > FRESH_SESSION_MS)
      throw new Failure('SIGN_IN_AGAIN');
    return;
  }
  await takeSignIn(email, visit);
  if (password === null || !(await identity.isPassword(accountId, password)))
    throw new Failure('PASSWORD_WRONG', { field: 'password' });
  await forgetSignIns(email, visit);
}
