import { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts/identity-sessions.ts';
import { type Html, html } from '../../http/html.ts';
import { email, flag, line, password, typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, goTo, screen } from '../kit/screen.ts';
import { copyBlock } from '../kit/ui.ts';
import { invalid, type Page, required, type Visit } from '../kit/visit.ts';
import { enter, originOf, remember, startPageOf } from './enter.ts';
import { mailLink } from './mails.ts';
import { providerForms } from './sign-in.ts';

export const TOKEN = typed(1, 200);
const NEW_PASSWORD = password(PASSWORD_MIN, PASSWORD_MAX, 'new-password').called(
  'account.newPassword',
  'account.passwordHint',
);
export const NAME = line(1, 100, { autocomplete: 'name' }).called('account.name', 'account.nameHint');

const ADDRESS = { email: email().called('account.email') };

/** Mails a link for signing up. The response doesn't reveal whether the address has an account. */
export const signUpScreen = screen('/portal/sign-up', {
  needs: 'nobody',
  async show(visit) {
    if (visit.account !== null) return goTo(startPageOf(visit.account));
    const t = visit.words('account');
    return {
      title: t('signUp.title'),
      lead: t('signUp.lead'),
      body: html`<div class="entrance stack">${steps(visit, 'account')}
${addressForm(visit, t('signUp.submit'))}
${providerForms(visit, '')}
<p class="soft">${t('signUp.have')} <a href="/portal/sign-in">${t('signIn.title')}</a></p></div>`,
    };
  },
  forms: {
    'sign-up': form(['nobody', 'mailing'], ADDRESS, async (visit, { email }) => {
      await mailLink(visit, 'sign-up', email);
      return linkSent(visit, 'sign-up', email);
    }),
  },
});

function addressForm(visit: Visit, button: string): Html {
  const t = visit.words('account');
  const { privacyUrl } = visit.services;
  return formOf(visit, 'sign-up', {
    fields: ADDRESS,
    action: '/portal/sign-up',
    button,
    body: (field) => [
      field('email'),
      privacyUrl !== null &&
        html`<p class="soft small">${t.html('signUp.privacy', { notice: privacyLink(visit, privacyUrl) })}</p>`,
    ],
  });
}

function privacyLink(visit: Visit, url: string): Html {
  return html`<a href="${url}" target="_blank" rel="noopener">${visit.words('account')('privacyNotice')}</a>`;
}

export function steps(visit: Visit, here: 'account' | 'key' | 'call'): Html {
  const t = visit.words('account');
  const names = ['account', 'key', 'call'] as const;
  return html`<ol class="steps" aria-label="${t('steps.label')}">${names.map((name) => html`<li${name === here && html` aria-current="step"`}>${t(`steps.${name}`)}</li>`)}</ol>`;
}

const COMPLETE = { token: TOKEN, name: NAME, password: NEW_PASSWORD, consent: flag() };

/** The page that the mail links to. Opening it changes nothing, because mail programs open links, too. */
export const verifyEmailScreen = screen('/portal/verify-email', {
  needs: 'nobody',
  limit: 'tokens',
  query: { token: TOKEN.or('') },
  async show(visit, { token }) {
    const t = visit.words('account');
    const { identity, privacyUrl } = visit.services;
    const found = token === '' ? null : await identity.findLink('sign-up', token);
    if (found === null) {
      const again = html`<div class="entrance">${addressForm(visit, t('verify.submit'))}</div>`;
      return { title: t('verify.title'), lead: t('verify.body'), body: again, status: 400 };
    }
    const label =
      privacyUrl !== null && t.html('complete.consent', { notice: privacyLink(visit, privacyUrl) });
    const complete = formOf(visit, 'complete', {
      fields: COMPLETE,
      hidden: { token },
      button: t('complete.submit'),
      body: (field) => [
        field('name'),
        field('password'),
        label && field('consent', { label, attributes: { required: true } }),
      ],
    });
    return {
      title: t('complete.title'),
      lead: t.html('complete.lead', { email: html`<bdi>${found.email}</bdi>` }),
      body: html`<div class="entrance">${complete}</div>`,
    };
  },
  forms: {
    complete: form(['nobody', 'tokens'], COMPLETE, async (visit, { token, consent, ...decision }) => {
      const { identity, privacyUrl } = visit.services;
      // Without a privacy notice there is nothing to agree to.
      if (privacyUrl !== null && !consent) throw invalid('consent', 'input.consent');
      const session = required(
        await identity.completeSignUp(token, { ...decision, consents: privacyUrl !== null }, originOf(visit)),
        'TOKEN_INVALID',
      );
      return enter(session, visit, '');
    }),
  },
});

function linkSent(visit: Visit, form: 'sign-up' | 'request', to: string): Page {
  const t = visit.words('account');
  const { mailer, command } = visit.services;
  const isUnsent = mailer.kind === 'outbox';
  const where = isUnsent
    ? html`<p>${t('sent.kept')}</p>${copyBlock(visit, 'sh', `${command} mail`)}`
    : html`<p>${t.html(form === 'sign-up' ? 'sent.body' : 'sent.reset', { email: html`<bdi>${to}</bdi>` })}</p><p class="soft">${t('sent.none')}</p>`;
  const [path = ''] = visit.address.split('?');
  const again = formOf(visit, form, {
    fields: { email: email() },
    hidden: { email: to },
    kind: 'plain',
    button: t(isUnsent ? 'sent.again' : 'sent.resend'),
    beside: html`<a class="button" href="${path}">${t('sent.other')}</a>`,
  });
  return {
    title: t(isUnsent ? 'sent.keptTitle' : 'sent.title'),
    body: html`<div class="entrance stack" data-part="link-sent">${where}${again}</div>`,
  };
}

const KNOWN_ADDRESS = { email: email('username').called('account.email') };
const RESET = { token: TOKEN, password: NEW_PASSWORD };

/** The response doesn't reveal whether the address has an account. */
export const forgotPasswordScreen = screen('/portal/forgot-password', {
  needs: 'nobody',
  async show(visit) {
    const t = visit.words('account');
    const ask = formOf(visit, 'request', { fields: KNOWN_ADDRESS, button: t('forgot.submit') });
    return {
      title: t('forgot.title'),
      lead: t('forgot.lead'),
      body: html`<div class="entrance stack">${ask}
<p><a href="/portal/sign-in">${t('forgot.back')}</a></p></div>`,
    };
  },
  forms: {
    request: form(['nobody', 'mailing'], KNOWN_ADDRESS, async (visit, { email }) => {
      await mailLink(visit, 'reset', email);
      return linkSent(visit, 'request', email);
    }),
  },
});

export const resetPasswordScreen = screen('/portal/reset-password', {
  needs: 'nobody',
  query: { token: TOKEN.or('') },
  async show(visit, { token }) {
    const t = visit.words('account');
    const reset = formOf(visit, 'reset', { fields: RESET, hidden: { token }, button: t('reset.submit') });
    return {
      title: t('reset.title'),
      lead: t('reset.lead'),
      body: html`<div class="entrance stack">${reset}
<p><a href="/portal/forgot-password">${t('reset.again')}</a></p></div>`,
    };
  },
  forms: {
    reset: form(['nobody', 'tokens'], RESET, async (visit, { token, password }) => {
      const { identity, cookies } = visit.services;
      const email = required(await identity.resetPassword(token, password), 'TOKEN_INVALID');
      // The browser is remembered for the mailbox's owner, so that strangers' attempts don't lock it out.
      await remember(email, visit);
      cookies.clearSession(visit.reply);
      return done('account.signIn.changed', {}, '/portal/sign-in');
    }),
  },
});
