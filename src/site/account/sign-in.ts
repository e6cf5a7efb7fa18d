import { html } from '../../http/html.ts';
import { Failure, required } from '../kit/failures.ts';
import { email, type InputOf, line, or, password, typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { ownAddress } from '../kit/preferences.ts';
import { form, goTo, screen } from '../kit/screen.ts';
import { notice } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { enterOrAskCode, originOf } from './enter.ts';
import { forgetSignIns, SIGNING_IN, takeSignIn } from './limits.ts';
import { enterByProvider, providerForms } from './provider.ts';

const SIGN_IN = { email: email('username'), password: password(1, 1000, 'current-password') };

const QUERY = { next: or(line(0, 2000), '') };
type Query = InputOf<typeof QUERY>;

/** Signing in, which leads on to the page that asked for it. */
export const signInScreen = screen('/portal/sign-in', {
  needs: 'nobody',
  query: QUERY,
  show,
  forms: {
    'sign-in': form(['nobody', SIGNING_IN], SIGN_IN, async (visit, { email, password }, { next }: Query) => {
      await takeSignIn(email, visit);
      const session = await visit.services.identity.signIn(email, password, originOf(visit));
      if (session === null) throw new Failure('WRONG_CREDENTIALS', { field: 'password' });
      await forgetSignIns(email, visit);
      return enterOrAskCode(session, visit, next);
    }),
    provider: enterByProvider,
  },
});

async function show(visit: Visit, { next }: Query) {
  if (visit.account !== null)
    return goTo(next === '' ? '/portal/key' : ownAddress(next, visit.services.baseUrl));
  const t = visit.words('account');
  const signIn = formOf(visit, 'sign-in', {
    fields: SIGN_IN,
    button: t('signIn.submit'),
    body: (field) => [
      field('email', { label: t('email') }),
      field('password', {
        label: t('password'),
        hint: html`<a href="/portal/forgot-password">${t('signIn.forgot')}</a>`,
      }),
    ],
  });
  return {
    title: t('signIn.title'),
    lead: t('signIn.lead'),
    body: html`<div class="entrance stack">${next !== '' && notice('info', t('signIn.first'))}
${signIn}
${providerForms(visit, next)}
<p class="soft">${t('signIn.none')} <a href="/portal/sign-up">${t('signIn.signUp')}</a></p></div>`,
  };
}

const DEMO = { secret: typed(1, 100, { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }) };

/** Behind the link that the start of a demo prints (accounts/demo-sign-in.ts). Its secret follows #, so a script sends it. */
export const demoScreen = screen('/portal/sign-in/demo', {
  needs: 'nobody',
  show: async (visit) => {
    const t = visit.words('account');
    return {
      title: t('demo.title'),
      lead: t('demo.lead'),
      body: formOf(visit, 'demo', {
        fields: DEMO,
        button: t('demo.submit'),
        attributes: { 'data-fragment': 'secret' },
        body: (field) => field('secret', { label: t('demo.secret') }),
      }),
    };
  },
  forms: {
    demo: form(['nobody', SIGNING_IN], DEMO, async (visit, { secret }) => {
      const { demoSignIn, identity } = visit.services;
      const operator = required(await demoSignIn.redeem(secret), 'TOKEN_INVALID');
      const session = await identity.startSession(operator.accountId, originOf(visit));
      return enterOrAskCode(session, visit, '/portal/console');
    }),
  },
});
