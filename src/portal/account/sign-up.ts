import { auditName } from '../../accounts/audit-log.ts';
import { message } from '../../messages/messages.ts';
import { alreadyKnownMail, resetMail, verificationMail } from '../../site/account/mail-texts.ts';
import { invalid, required } from '../failures.ts';
import { type Limit, openRoute, type PortalRoute } from '../route.ts';
import { MAILING, takeResetMail, takeSignUpMail } from './mail-limits.ts';
import { originOf } from './origin.ts';
import { enter } from './session.ts';

/** Tokens can't be guessed; this limits the work that follows, such as hashing. */
export const TOKENS: Limit = { name: 'tokens', burst: 30, everySeconds: 6 };

/** Signing up, proving the address, and setting a new password. The answer never reveals whether an address is known. */
export const signUpRoutes: readonly PortalRoute[] = [
  openRoute('POST /sign-up', MAILING, async (request, services) => {
    const { email, language } = request.input;
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
  }),
  openRoute('POST /sign-up/look', TOKENS, async (request, services) => {
    const found = await services.identity.findSignUp(request.input.token);
    return { ...required(found, 'TOKEN_INVALID'), name: '', provider: null };
  }),
  openRoute('POST /sign-up/complete', TOKENS, async (request, services) => {
    const { token, name, password, consent } = request.input;
    const { identity, notices, auditTrail } = services;
    // Without a notice there is nothing to agree to.
    if (notices.privacyUrl !== null && consent !== true) {
      throw invalid('consent', message('input.consent'));
    }
    required(await identity.findSignUp(token), 'TOKEN_INVALID');
    if (password === null) throw invalid('password', message('input.password'));
    const completed = await identity.completeSignUp(token, { name, password }, originOf(request));
    const session = required(completed, 'TOKEN_INVALID');
    if (notices.privacyUrl !== null) {
      const { accountId } = session;
      await auditTrail.record(accountId, 'account.consented', auditName(accountId), { to: 'privacy notice' });
    }
    return enter(session, request, services);
  }),
  openRoute('POST /password-reset/request', MAILING, async (request, services) => {
    const { email, language } = request.input;
    if (!(await takeResetMail(email, request, services))) return {};
    const { identity, mailer, background } = services;
    background.start(async () => {
      const token = await identity.startReset(email);
      if (token !== null) await mailer.post(resetMail(email, token, language, services));
    });
    return {};
  }),
  openRoute('POST /password-reset', TOKENS, async (request, services) => {
    const { token, password } = request.input;
    const email = required(await services.identity.resetPassword(token, password), 'TOKEN_INVALID');
    // Whoever holds the mailbox can sign in next, however many others are guessing.
    services.cookies.setDevice(request.reply, email);
    services.cookies.clearSession(request.reply);
    return {};
  }),
];
