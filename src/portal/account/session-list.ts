import { PortalError } from '../failures.ts';
import { CHANGING, type PortalRoute, READING, route, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';

/** The account's sessions, and ending one. */
export const sessionListRoutes: readonly PortalRoute[] = [
  route('GET /sessions', 'account', READING, listSessions),
  route('POST /sessions/end', 'account', CHANGING, async (request, services) => {
    const isEnded = await services.identity.endSession(request.account.accountId, request.input.sessionId);
    if (!isEnded) throw new PortalError('NOT_FOUND');
    return listSessions(request, services);
  }),
];

async function listSessions({ account, sessionToken }: SignedInRequest, { identity }: PortalServices) {
  const own = identity.sessionId(sessionToken);
  const sessions = await identity.listSessions(account.accountId);
  return { sessions: sessions.map((session) => ({ ...session, isThis: session.sessionId === own })) };
}
