import type { SessionInfo } from '../../accounts/identity-sessions.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { line } from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { done, form, goTo, screen } from '../kit/screen.ts';
import { dayOf, details, momentOf } from '../kit/ui.ts';
import { required, type SignedInVisit } from '../kit/visit.ts';
import { CONNECT, connectProvider } from './sign-in.ts';

export const signInForms = {
  'end-session': form('account', { sessionId: line(1, 100) }, async (visit, { sessionId }) => {
    required(await visit.services.identity.endSessions(visit.account.accountId, sessionId));
    return done('account.settings.ended');
  }),
  'sign-out-everywhere': form('account', {}, async ({ services, account, reply }) => {
    await services.identity.endSessions(account.accountId);
    services.cookies.clearSession(reply);
    return done('account.signIn.out', {}, '/portal/sign-in');
  }),
  connect: connectProvider,
  disconnect: form('account', { provider: line(1, 30) }, async (visit, { provider }) => {
    await visit.services.identity.disconnect(visit.account.accountId, provider);
    return done('account.connections.disconnected', { provider: labelOf(provider, visit) });
  }),
};

export async function sessionsSection(visit: SignedInVisit): Promise<Html> {
  const { identity } = visit.services;
  const t = visit.words('account');
  const own = identity.sessionId(visit.sessionToken);
  const sessions = await identity.listSessions(visit.account.accountId);
  const row = ({ sessionId, userAgent, place, usedAtMs }: SessionInfo) => {
    const name = browserName(userAgent) || t('settings.unknownBrowser');
    const used = t('settings.lastUsed', { time: momentOf(usedAtMs) });
    return html`<li><div><strong>${name}</strong>${sessionId === own && html` <span class="good small">${t('settings.thisBrowser')}</span>`}<span class="soft small block">${[place, used].filter(Boolean).join(' · ')}</span></div>
${sessionId !== own && buttonForm(visit, 'end-session', { sessionId }, t('settings.endThis'))}</li>`;
  };
  const everywhere = buttonForm(visit, 'sign-out-everywhere', {}, t('settings.everywhere'));
  return html`<p>${t('settings.sessionsBody')}</p><ul class="entries" data-part="sessions">${sessions.map(row)}</ul>${everywhere}`;
}

/** Providers that are offered or connected; null if there are none. */
export async function connectionsSection(visit: SignedInVisit): Promise<HtmlValue> {
  const { identity, providers } = visit.services;
  const t = visit.words('account');
  const connections = await identity.findConnections(visit.account.accountId);
  const connected = new Map(connections.map((one) => [one.provider, one.connectedAtMs]));
  // A provider that is no longer offered can still be disconnected.
  const names = [...new Set([...providers.map(({ name }) => name), ...connected.keys()])];
  if (names.length === 0) return null;
  const row = (provider: string) => {
    const sinceMs = connected.get(provider);
    const state =
      sinceMs === undefined ? t('connections.none') : t('connections.since', { date: dayOf(sinceMs) });
    return html`<li><div><strong>${labelOf(provider, visit)}</strong><span class="soft small block">${state}</span></div>
${sinceMs === undefined ? connectForm(visit, provider) : buttonForm(visit, 'disconnect', { provider }, t('connections.disconnect'))}</li>`;
  };
  return html`<p>${t('connections.body')}</p><ul class="entries" data-part="connections">${names.map(row)}</ul>`;
}

function connectForm(visit: SignedInVisit, provider: string): Html {
  const t = visit.words('account');
  const { problem } = visit;
  const send = formOf(visit, 'connect', {
    at: provider,
    fields: CONNECT,
    hidden: { provider },
    button: t('provider.continue', { provider: labelOf(provider, visit) }),
    body: (field) =>
      visit.account.hasPassword &&
      field('password', { label: t('connections.password', { provider: labelOf(provider, visit) }) }),
  });
  return details(t('connections.connect'), send, problem?.form === 'connect' && problem.at === provider);
}

function labelOf(provider: string, { services }: SignedInVisit): string {
  return services.providers.find(({ name }) => name === provider)?.label ?? provider;
}

/** Tried in this order: the user agent of Edge, for example, also names Chrome and Safari. */
const BROWSERS = ['Edg', 'SamsungBrowser', 'Whale', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'];
const NAMES = new Map([
  ['Edg', 'Edge'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['OPR', 'Opera'],
  ['Mac OS X', 'macOS'],
]);

function browserName(userAgent: string): string {
  const marks = [BROWSERS, SYSTEMS].flatMap((all) => all.find((mark) => userAgent.includes(mark)) ?? []);
  return marks.map((mark) => NAMES.get(mark) ?? mark).join(' · ');
}

export const signOutScreen = screen('/portal/sign-out', {
  needs: 'account',
  show: async (visit) => ({ title: visit.words('frame')('signOut'), body: html`` }),
  forms: {
    'sign-out': form('account', {}, async ({ services, account, sessionToken, reply }) => {
      const { identity } = services;
      await identity.endSessions(account.accountId, identity.sessionId(sessionToken));
      services.cookies.clearSession(reply);
      return goTo('/');
    }),
  },
});
