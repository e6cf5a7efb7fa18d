import type { Language } from '../http/errors.ts';
import { readBody, readEmail, readLanguage, readNewPassword } from './body.ts';
import type { SessionView } from './contract.ts';
import { PortalError } from './failures.ts';
import { alreadyKnownMail, resetMail, verificationMail } from './mail-texts.ts';
import type { Limit, PortalRequest, PortalRoute } from './route.ts';
import type { PortalServices } from './services.ts';
import { enter } from './session.ts';

/** Requests that end in a mail to whatever address was typed. */
export const MAILING: Limit = { name: 'mailing', burst: 30, everySeconds: 20 };
/** Mails to one address, whoever asks for them. */
const MAILS_TO_ADDRESS = { burst: 4, everySeconds: 300 };
/** Tokens cannot be guessed; this keeps what follows them, such as hashing, in bounds. */
export const TOKENS: Limit = { name: 'tokens', burst: 30, everySeconds: 6 };

/** Signing up, proving the address, and setting a new password. What is answered never tells whether an address is known. */
export const signUpRoutes: readonly PortalRoute[] = [
  { method: 'POST', path: '/sign-up', needs: 'nobody', limit: MAILING, answer: signUp },
  { method: 'POST', path: '/verify-email', needs: 'nobody', limit: TOKENS, answer: verifyEmail },
  { method: 'POST', path: '/verify-email/resend', needs: 'nobody', limit: MAILING, answer: resend },
  { method: 'POST', path: '/password-reset/request', needs: 'nobody', limit: MAILING, answer: requestReset },
  { method: 'POST', path: '/password-reset', needs: 'nobody', limit: TOKENS, answer: resetPassword },
];

async function signUp(request: PortalRequest, services: PortalServices): Promise<object> {
  const body = readBody(request.body, ['email', 'name', 'password', 'language']);
  const email = readEmail(body);
  const name = body.text('name', 1, 100);
  const password = readNewPassword(body);
  const language = readLanguage(body);
  takeMail(email, services);
  const { identity, mailer, background } = services;
  const token = await identity.signUp({ email, name, password });
  background.start(() =>
    mailer.post(
      token === null
        ? alreadyKnownMail(email, language, services)
        : verificationMail(email, token, language, services),
    ),
  );
  return {};
}

async function verifyEmail(request: PortalRequest, services: PortalServices): Promise<SessionView> {
  const token = readBody(request.body, ['token']).secret('token', 1, 200);
  const session = await services.identity.verify(token);
  if (session === null) throw new PortalError('TOKEN_INVALID');
  return enter(session, request, services);
}

async function resend(request: PortalRequest, services: PortalServices): Promise<object> {
  const { email, language } = readAddressee(request, services);
  const { identity, mailer, background } = services;
  background.start(async () => {
    const renewal = await identity.renewVerification(email);
    if (renewal === null) return;
    await mailer.post(verificationMail(email, renewal.token, language, services, renewal.provider));
  });
  return {};
}

async function requestReset(request: PortalRequest, services: PortalServices): Promise<object> {
  const { email, language } = readAddressee(request, services);
  const { identity, mailer, background } = services;
  background.start(async () => {
    const token = await identity.startReset(email);
    if (token !== null) await mailer.post(resetMail(email, token, language, services));
  });
  return {};
}

async function resetPassword(request: PortalRequest, { identity, cookies }: PortalServices): Promise<object> {
  const body = readBody(request.body, ['token', 'password']);
  const token = body.secret('token', 1, 200);
  const password = readNewPassword(body);
  if (!(await identity.resetPassword(token, password))) throw new PortalError('TOKEN_INVALID');
  cookies.clearSession(request.reply);
  return {};
}

function readAddressee(
  request: PortalRequest,
  services: PortalServices,
): { email: string; language: Language } {
  const body = readBody(request.body, ['email', 'language']);
  const email = readEmail(body);
  const language = readLanguage(body);
  takeMail(email, services);
  return { email, language };
}

/** Nobody's letter box may be filled through us. Throws TOO_MANY. */
export function takeMail(email: string, { limiter }: PortalServices): void {
  const seconds = limiter.take('mail to', email, MAILS_TO_ADDRESS);
  if (seconds !== null) throw new PortalError('TOO_MANY', { seconds });
}
