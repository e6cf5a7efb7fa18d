import { PortalError } from '../failures.ts';
import type { SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { forgetSignIns, takeSignIn } from './sign-in-limits.ts';

/** How recent a session must be to replace a password. */
const FRESH_SESSION_MS = 10 * 60_000;

/**
 * For changes that could give the account away for good: a session alone, such as a stolen cookie, isn't enough
 * (docs/rules/accounts.md#name-and-address). Throws PASSWORD_WRONG, SIGN_IN_AGAIN and TOO_MANY.
 */
export async function proveOwner(
  password: string | null,
  request: SignedInRequest,
  services: PortalServices,
): Promise<void> {
  const { identity, clock } = services;
  const { accountId, email } = request.account;
  if (!(await identity.hasPassword(accountId))) {
    const sessions = await identity.listSessions(accountId);
    const own = sessions.find(({ sessionId }) => sessionId === identity.sessionId(request.sessionToken));
    if (own === undefined || clock.nowMs() - own.startedAtMs > FRESH_SESSION_MS) {
      throw new PortalError('SIGN_IN_AGAIN');
    }
    return;
  }
  await takeSignIn(email, request, services);
  if (password === null || !(await identity.isPassword(accountId, password))) {
    throw new PortalError('PASSWORD_WRONG', { field: 'password' });
  }
  await forgetSignIns(email, request, services);
}
