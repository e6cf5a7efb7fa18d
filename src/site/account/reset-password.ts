import { html } from '../../http/html.ts';
import { required } from '../kit/failures.ts';
import { email, or } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import type { Visit } from '../kit/visit.ts';
import { MAILING, TOKENS, takeResetMail } from './limits.ts';
import { mailIn } from './mail-texts.ts';
import { linkSent, NEW_PASSWORD, TOKEN } from './sign-up.ts';

const ADDRESS = { email: email('username') };
const RESET = { token: TOKEN, password: NEW_PASSWORD };

/** Asks for a link to set a password. The page is the same for any address. */
export const forgotPasswordScreen = screen('/portal/forgot-password', {
  needs: 'nobody',
  async show(visit) {
    const t = visit.words('account');
    return {
      title: t('forgot.title'),
      lead: t('forgot.lead'),
      body: html`<div class="entrance stack">${formOf(visit, 'request', {
        fields: ADDRESS,
        button: t('forgot.submit'),
        body: (field) => field('email', { label: t('email') }),
      })}
<p><a href="/portal/sign-in">${t('forgot.back')}</a></p></div>`,
    };
  },
  forms: {
    request: form(['nobody', MAILING], ADDRESS, async (visit, { email }) => {
      await sendReset(email, visit);
      return linkSent(visit, 'request', email, 'sent.reset');
    }),
  },
});

/** Mails the link behind the answer, so that its time doesn't tell whether the address is known. Throws TOO_MANY. */
export async function sendReset(email: string, visit: Visit): Promise<void> {
  const { language, services } = visit;
  if (!(await takeResetMail(email, visit))) return;
  services.background.start(async () => {
    const token = await services.identity.startReset(email);
    if (token === null) return;
    const mail = mailIn(language, 'reset', email, services, `/reset-password?token=${token}`);
    await services.mailer.post(mail);
  });
}

/** Behind that link. */
export const resetPasswordScreen = screen('/portal/reset-password', {
  needs: 'nobody',
  query: { token: or(TOKEN, '') },
  async show(visit, { token }) {
    const t = visit.words('account');
    return {
      title: t('reset.title'),
      lead: t('reset.lead'),
      body: html`<div class="entrance stack">${formOf(visit, 'reset', {
        fields: RESET,
        hidden: { token },
        button: t('reset.submit'),
        body: (field) => field('password', { label: t('newPassword'), hint: t('passwordHint') }),
      })}
<p><a href="/portal/forgot-password">${t('reset.again')}</a></p></div>`,
    };
  },
  forms: {
    reset: form(['nobody', TOKENS], RESET, async (visit, { token, password }) => {
      const { identity, cookies } = visit.services;
      const email = required(await identity.resetPassword(token, password), 'TOKEN_INVALID');
      // Whoever holds the mailbox can sign in next, however many others are guessing.
      cookies.setDevice(visit.reply, email);
      cookies.clearSession(visit.reply);
      return done('account.signIn.changed', {}, '/portal/sign-in');
    }),
  },
});
