import { readBody } from './body.ts';
import { PortalError } from './failures.ts';
import { CHANGING, type PortalRoute, READING, type SignedInRequest } from './route.ts';
import type { SessionsPage } from './security-contract.ts';
import type { PortalServices } from './services.ts';

/** Where the account is signed in, and signing out there. */
export const sessionListRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/sessions', needs: 'account', limit: READING, answer: listSessions },
  { method: 'POST', path: '/sessions/end', needs: 'account', limit: CHANGING, answer: endSession },
];

async function listSessions(
  { account, sessionToken }: SignedInRequest,
  { identity }: PortalServices,
): Promise<SessionsPage> {
  const own = identity.sessionId(sessionToken);
  const sessions = await identity.listSessions(account.accountId);
  return { sessions: sessions.map((session) => ({ ...session, isThis: session.sessionId === own })) };
}

async function endSession(
  request: SignedInRequest<'/sessions/end'>,
  services: PortalServices,
): Promise<SessionsPage> {
  const sessionId = readBody(request.body, ['sessionId']).text('sessionId', 1, 100);
  const isEnded = await services.identity.endSession(request.account.accountId, sessionId);
  if (!isEnded) throw new PortalError('NOT_FOUND');
  return listSessions(request, services);
}
