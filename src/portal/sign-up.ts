import { auditName } from '../accounts/audit-log.ts';
import { message } from '../messages/messages.ts';
import { type Body, readBody, readEmail, readLanguage, readNewPassword } from './body.ts';
import type { PendingSignUpView, SessionView } from './contract.ts';
import { invalid, PortalError } from './failures.ts';
import { MAILING, takeResetMail, takeSignUpMail } from './mail-limits.ts';
import { alreadyKnownMail, resetMail, verificationMail } from './mail-texts.ts';
import { browserOf, originOf } from './origin.ts';
import type { Limit, PortalRequest, PortalRoute } from './route.ts';
import type { PortalServices } from './services.ts';
import { enter } from './session.ts';

/** Tokens cannot be guessed; this bounds what follows them, such as hashing. */
export const TOKENS: Limit = { name: 'tokens', burst: 30, everySeconds: 6 };

/** Signing up, proving the address, and setting a new password. The answer never reveals whether an address is known. */
export const signUpRoutes: readonly PortalRoute[] = [
  { method: 'POST', path: '/sign-up', needs: 'nobody', limit: MAILING, answer: signUp },
  { method: 'POST', path: '/sign-up/look', needs: 'nobody', limit: TOKENS, answer: showSignUp },
  { method: 'POST', path: '/sign-up/complete', needs: 'nobody', limit: TOKENS, answer: completeSignUp },
  { method: 'POST', path: '/password-reset/request', needs: 'nobody', limit: MAILING, answer: requestReset },
  { method: 'POST', path: '/password-reset', needs: 'nobody', limit: TOKENS, answer: resetPassword },
];

async function signUp(request: PortalRequest<'/sign-up'>, services: PortalServices): Promise<object> {
  const { email, language } = readAddressee(request);
  if (!(await takeSignUpMail(email, request, services))) return {};
  const { identity, mailer, background } = services;
  background.start(async () => {
    const token = await identity.signUp(email);
    await mailer.post(
      token === null
        ? alreadyKnownMail(email, language, services)
        : verificationMail(email, token, language, services),
    );
  });
  return {};
}

async function showSignUp(
  request: PortalRequest<'/sign-up/look'>,
  services: PortalServices,
): Promise<PendingSignUpView> {
  const token = readToken(readBody(request.body, ['token']));
  const found = await services.identity.findSignUp(token, browserOf(request, services));
  if (found === null) throw new PortalError('TOKEN_INVALID');
  return found;
}

async function completeSignUp(
  request: PortalRequest<'/sign-up/complete'>,
  services: PortalServices,
): Promise<SessionView> {
  const body = readBody(request.body, ['token', 'name', 'password', 'consent']);
  const token = readToken(body);
  const name = body.text('name', 1, 100);
  const password = body.isNull('password') ? null : readNewPassword(body);
  const { identity, notices, auditTrail } = services;
  // Without a notice there is nothing to agree to.
  if (notices.privacyUrl !== null && !body.boolean('consent')) {
    throw invalid('consent', message('input.consent'));
  }
  const browser = browserOf(request, services);
  const found = await identity.findSignUp(token, browser);
  if (found === null) throw new PortalError('TOKEN_INVALID');
  if (password === null && found.provider === null) {
    throw invalid('password', message('input.password'));
  }
  const session = await identity.completeSignUp(token, browser, { name, password }, originOf(request));
  if (session === null) throw new PortalError('TOKEN_INVALID');
  if (notices.privacyUrl !== null) {
    const { accountId } = session;
    await auditTrail.record(accountId, 'account.consented', auditName(accountId), { to: 'privacy notice' });
  }
  // The session that the browser held before must not live on unseen.
  if (request.sessionToken !== null) await identity.signOut(request.sessionToken);
  return enter(session, request, services);
}

async function requestReset(
  request: PortalRequest<'/password-reset/request'>,
  services: PortalServices,
): Promise<object> {
  const { email, language } = readAddressee(request);
  if (!(await takeResetMail(email, request, services))) return {};
  const { identity, mailer, background } = services;
  background.start(async () => {
    const token = await identity.startReset(email);
    if (token !== null) await mailer.post(resetMail(email, token, language, services));
  });
  return {};
}

async function resetPassword(
  request: PortalRequest<'/password-reset'>,
  services: PortalServices,
): Promise<object> {
  const body = readBody(request.body, ['token', 'password']);
  const token = readToken(body);
  const password = readNewPassword(body);
  const email = await services.identity.resetPassword(token, password);
  if (email === null) throw new PortalError('TOKEN_INVALID');
  // Whoever holds the mailbox can sign in next, however many others are guessing.
  services.cookies.setDevice(request.reply, email);
  services.cookies.clearSession(request.reply);
  return {};
}

function readAddressee({ body: sent }: PortalRequest<'/sign-up' | '/password-reset/request'>) {
  const body = readBody(sent, ['email', 'language']);
  return { email: readEmail(body), language: readLanguage(body) };
}

function readToken(body: Body<'token'>): string {
  return body.secret('token', 1, 200);
}
