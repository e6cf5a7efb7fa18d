import type { OpenIdProvider, ProvidedPerson } from '../../accounts/open-id-provider.ts';
import { type HtmlValue, html } from '../../http/html.ts';
import { email, type InputOf, isEmail, line, NO_CORRECTION, password, toLine, typed } from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { ownAddress } from '../kit/frame.ts';
import { done, form, goTo, type Outcome, screen } from '../kit/screen.ts';
import { notice } from '../kit/ui.ts';
import { Failure, required, type Visit } from '../kit/visit.ts';
import {
  browserOf,
  enterOrAskCode,
  OWN_PASSWORD,
  originOf,
  proveOwner,
  startPageOf,
  tryPassword,
} from './enter.ts';
import { mailOwner } from './mails.ts';

const PROVIDER = line(1, 30);
const SIGN_IN = {
  email: email('username').called('account.email'),
  password: password(1, 1000, 'current-password').called('account.password'),
};

const QUERY = { next: line(0, 2000).or('') };
type Query = InputOf<typeof QUERY>;

export const signInScreen = screen('/portal/sign-in', {
  needs: 'nobody',
  query: QUERY,
  show,
  forms: {
    'sign-in': form(['nobody', 'sign-in'], SIGN_IN, async (visit, { email, password }, { next }: Query) => {
      const session = await tryPassword(email, visit, 'WRONG_CREDENTIALS', () =>
        visit.services.identity.signIn(email, password, originOf(visit)),
      );
      return enterOrAskCode(session, visit, next);
    }),
    provider: form(
      ['nobody', 'tokens'],
      { provider: PROVIDER },
      async (visit, { provider }, { next }: Query) =>
        departure(visit, findProvider(provider, visit), 'enter', next),
    ),
  },
});

async function show(visit: Visit, { next }: Query) {
  if (visit.account !== null)
    return goTo(next === '' ? startPageOf(visit.account) : ownAddress(next, visit.services.baseUrl));
  const t = visit.words('account');
  const signIn = formOf(visit, 'sign-in', {
    fields: SIGN_IN,
    button: t('signIn.submit'),
    body: (field) => [
      field('email'),
      field('password', { hint: html`<a href="/portal/forgot-password">${t('signIn.forgot')}</a>` }),
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

const DEMO = {
  secret: typed(1, 100, { autocomplete: 'off', ...NO_CORRECTION }).called('account.demo.secret'),
};

/** The link that a demo prints at its start leads here (src/accounts/demo-sign-in.ts). A script submits the link's fragment. */
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
      }),
    };
  },
  forms: {
    demo: form(['nobody', 'sign-in'], DEMO, async (visit, { secret }) => {
      const { demoSignIn, identity } = visit.services;
      const operator = required(await demoSignIn.redeem(secret), 'TOKEN_INVALID');
      const session = required(await identity.startSession(operator.accountId, originOf(visit)));
      return enterOrAskCode(session, visit, '/portal/console');
    }),
  },
});

export const CONNECT = { provider: PROVIDER, password: OWN_PASSWORD };

const TRIP_MS = 15 * 60_000;

/** A stolen session alone can't connect a provider: the thief could still sign in with the provider after the session ends. */
export const connectProvider = form(['account', 'tokens'], CONNECT, async (visit, input) => {
  const provider = findProvider(input.provider, visit);
  await proveOwner(input.password, visit);
  return departure(visit, provider, 'connect', '');
});

export function providerForms(visit: Visit, next: string): HtmlValue {
  const { providers } = visit.services;
  if (providers.length === 0) return null;
  const t = visit.words('account');
  const action = next === '' ? '/portal/sign-in' : `/portal/sign-in?next=${encodeURIComponent(next)}`;
  return html`<p class="soft">${t('provider.or')}</p>${providers.map(({ name, label }) =>
    buttonForm(visit, 'provider', { provider: name }, t('provider.continue', { provider: label }), {
      action,
    }),
  )}`;
}

/** Uses the header Refresh, because our CSP forbids forms that lead to other sites. */
async function departure(visit: Visit, provider: OpenIdProvider, intent: 'enter' | 'connect', next: string) {
  const { notes } = visit.services;
  const trip = { provider: provider.name, intent, next };
  const state = notes.write('trip', browserOf(visit), trip, TRIP_MS);
  const address = await provider.addressFor(tripOf(visit, state));
  visit.reply.header('Refresh', `0; url=${address}`);
  const t = visit.words('account');
  const values = { provider: provider.label };
  return {
    title: t('provider.going', values),
    lead: t('provider.goingLead', values),
    body: html`<p><a class="button primary" href="${address}">${t('provider.continue', values)}</a></p>`,
  };
}

/** Nonce and code verifier are derived from the state, so nothing is stored. */
function tripOf({ services: { notes } }: Visit, state: string) {
  return { state, nonce: notes.secretOf(`nonce ${state}`), codeVerifier: notes.secretOf(state) };
}

/** The page to which a provider sends the browser back, with a code or an error. */
export const returnScreen = screen('/portal/sign-in/:provider', {
  needs: 'nobody',
  limit: 'tokens',
  query: { provider: PROVIDER },
  show: async (visit, { provider: name }) => {
    const provider = findProvider(name, visit);
    const parameters = new URLSearchParams(visit.address.split('?')[1]);
    // Only the browser that started the sign-in may finish it, so nobody can be lured into someone else's account.
    const state = parameters.get('state') ?? '';
    const trip = required(visit.services.notes.read('trip', browserOf(visit), state), 'START_AGAIN');
    if (trip.provider !== name) throw new Failure('START_AGAIN');
    const isConnecting = trip.intent === 'connect';
    if (parameters.has('error')) {
      const back = isConnecting ? '/portal/account' : '/portal/sign-in';
      return done('account.provider.refused', { provider: provider.label }, back);
    }
    const person = await provider.findPerson(parameters, tripOf(visit, state));
    return isConnecting
      ? connect(person, provider, visit)
      : enterBy(person, provider, visit, String(trip.next));
  },
});

async function connect(
  { provider: name, subject }: ProvidedPerson,
  { label: provider }: OpenIdProvider,
  visit: Visit,
): Promise<Outcome> {
  const { account, sessionToken, services } = visit;
  const { identity } = services;
  // In the meantime, the session may have ended or the account may have been closed.
  const current = sessionToken === null ? null : await identity.findSession(sessionToken);
  if (account === null || current !== account.accountId) throw new Failure('START_AGAIN');
  const outcome = await identity.connect(account.accountId, { provider: name, subject });
  if (outcome === 'elsewhere') throw new Failure('CONNECTED_ELSEWHERE', { provider });
  if (outcome === 'connected') mailOwner(services, 'connected', account.email, { provider });
  return done('account.connections.connected', { provider }, '/portal/account');
}

async function enterBy(
  person: ProvidedPerson,
  { label: provider }: OpenIdProvider,
  visit: Visit,
  next: string,
): Promise<Outcome> {
  const email = person.email !== null && isEmail(person.email) ? person.email.toLowerCase() : null;
  const [beforeAt = ''] = (email ?? '').split('@');
  const known = { ...person, email, name: toLine(person.name, 100) || beforeAt };
  const answer = await visit.services.identity.signInByProvider(known, originOf(visit));
  if (answer === 'known-address') throw new Failure('ADDRESS_KNOWN', { provider, email: email ?? '' });
  if (answer === 'address-needed')
    return done('account.provider.addressNeeded', { provider }, '/portal/sign-up');
  return enterOrAskCode(answer, visit, next);
}

function findProvider(name: string, { services }: Visit): OpenIdProvider {
  return required(services.providers.find((provider) => provider.name === name));
}
