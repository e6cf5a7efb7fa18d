import type { SessionsPage } from '../contract/own-account.ts';
import { PortalError } from '../failures.ts';
import {
  CHANGING,
  type PortalRoute,
  READING,
  route,
  type SignedInRequest,
  type SignedInRequestTo,
} from '../route.ts';
import type { PortalServices } from '../services.ts';

/** Where the account is signed in, and signing out there. */
export const sessionListRoutes: readonly PortalRoute[] = [
  route('GET /sessions', 'account', READING, listSessions),
  route('POST /sessions/end', 'account', CHANGING, endSession),
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
  request: SignedInRequestTo<'POST /sessions/end'>,
  services: PortalServices,
): Promise<SessionsPage> {
  const isEnded = await services.identity.endSession(request.account.accountId, request.input.sessionId);
  if (!isEnded) throw new PortalError('NOT_FOUND');
  return listSessions(request, services);
}
