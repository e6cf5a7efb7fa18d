import type { Identity } from '../../accounts/identity.ts';
import {
  PROVIDERS,
  type ProvidedPerson,
  type Provider,
  ProviderFailed,
  type SignInProvider,
} from '../../accounts/sign-in-provider.ts';
import { message } from '../../messages/messages.ts';
import type { ProviderOutcome } from '../contract/sign-in.ts';
import { PortalError } from '../failures.ts';
import { CHANGING, openRoute, type PortalRequest, type PortalRoute, READING, route } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { isEmail, toLine } from '../shown-text.ts';
import { MAILING, takeSignUpMail } from './mail-limits.ts';
import { alreadyKnownMail, connectedMail, verificationMail } from './mail-texts.ts';
import { browserOf, originOf } from './origin.ts';
import { proveOwner } from './prove-owner.ts';
import { enterOrAskCode } from './session.ts';
import { TOKENS } from './sign-up.ts';

/** Signing in, and connecting an account, by way of another service. */
export const providerRoutes: readonly PortalRoute[] = [
  openRoute('POST /provider/start', TOKENS, async (request, services) => {
    const { intent, password = null } = request.input;
    const provider = findProvider(request.input.provider, services);
    if (intent === 'connect') {
      const { account, sessionToken } = request;
      if (account === null || sessionToken === null) throw new PortalError('SIGN_IN_FIRST');
      // A connection outlives the session that made it, so a stolen session mustn't make one.
      await proveOwner(password, { ...request, account, sessionToken }, services);
    }
    const trip = { provider: provider.provider, intent };
    const state = services.notes.write('trip', browserOf(request, services), trip, TRIP_MS);
    return { address: await provider.addressFor({ state, codeVerifier: services.notes.secretOf(state) }) };
  }),
  openRoute('POST /provider/finish', TOKENS, async (request, services) => {
    const { code, state } = request.input;
    const provider = findProvider(request.input.provider, services);
    // Only the browser that started may finish, so nobody can be lured into someone else's account.
    const trip = services.notes.read('trip', browserOf(request, services), state);
    if (trip?.provider !== provider.provider) throw new PortalError('START_AGAIN');
    const person = await askProvider(provider, code, state, request, services);
    return trip.intent === 'connect'
      ? connect(person, request, services)
      : enterBy(person, request, services);
  }),
  openRoute('POST /provider/address', MAILING, async (request, services) => {
    const { email, language } = request.input;
    const person = readPerson(request.input.person, request, services);
    if (!(await takeSignUpMail(email, request, services))) return {};
    const { identity, mailer, background } = services;
    const browser = browserOf(request, services);
    const [beforeAt = ''] = email.split('@');
    background.start(async () => {
      const token = await identity.signUpByProvider(person, email, person.name || beforeAt, browser);
      await mailer.post(
        token === null
          ? alreadyKnownMail(email, language, services)
          : verificationMail(email, token, language, services, person.provider),
      );
    });
    return {};
  }),
  route('GET /connections', 'account', READING, async ({ account }, { identity }) =>
    connectionsOf(account.accountId, identity),
  ),
  route('POST /connections/disconnect', 'account', CHANGING, async ({ account, input }, { identity }) => {
    await identity.disconnect(account.accountId, input.provider);
    return connectionsOf(account.accountId, identity);
  }),
];

/** How long signing in at a provider may take. */
const TRIP_MS = 15 * 60_000;
/** How long typing an address after returning may take. */
const PERSON_MS = 60 * 60_000;

async function askProvider(
  provider: SignInProvider,
  code: string,
  state: string,
  request: PortalRequest,
  { notes }: PortalServices,
): Promise<ProvidedPerson> {
  try {
    const person = await provider.findPerson(code, { state, codeVerifier: notes.secretOf(state) });
    const email = person.email !== null && isEmail(person.email) ? person.email.toLowerCase() : null;
    const [beforeAt = ''] = (email ?? '').split('@');
    return { ...person, email, name: toLine(person.name, 100) || beforeAt };
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    request.raw.log.warn({ reason: error.message, reqId: request.raw.id }, 'sign-in by a provider failed');
    throw new PortalError('PROVIDER_FAILED', { provider: message(`providers.${provider.provider}`) });
  }
}

async function connect(
  { provider, subject }: ProvidedPerson,
  request: PortalRequest,
  { identity, mailer, background, baseUrl, operatorName }: PortalServices,
): Promise<ProviderOutcome> {
  const { account, sessionToken } = request;
  // Checked again: in the meantime, the session may have ended or the account may have been closed.
  const current = sessionToken === null ? null : await identity.findSession(sessionToken);
  if (account === null || current !== account.accountId) throw new PortalError('SIGN_IN_FIRST');
  const outcome = await identity.connect(account.accountId, { provider, subject });
  if (outcome === 'elsewhere')
    throw new PortalError('CONNECTED_ELSEWHERE', { provider: message(`providers.${provider}`) });
  if (outcome === 'connected') {
    background.start(() => mailer.post(connectedMail(account.email, provider, { baseUrl, operatorName })));
  }
  return { outcome: 'connected' };
}

async function enterBy(
  person: ProvidedPerson,
  request: PortalRequest,
  services: PortalServices,
): Promise<ProviderOutcome> {
  const { identity, notes } = services;
  const { provider, subject, name, email } = person;
  const answer = await identity.signInByProvider(person, originOf(request));
  if (answer.outcome === 'known-address') {
    throw new PortalError('ADDRESS_KNOWN', {
      provider: message(`providers.${provider}`),
      email: email ?? '',
    });
  }
  if (answer.outcome === 'address-needed') {
    const note = notes.write('person', browserOf(request, services), { provider, subject, name }, PERSON_MS);
    return { outcome: 'address-needed', email: email ?? '', person: note };
  }
  const entered = await enterOrAskCode(answer.session, request, services);
  return 'codeState' in entered
    ? { outcome: 'code-needed', ...entered }
    : { outcome: 'entered', session: entered };
}

/** The person that a provider confirmed, from the note about it. Throws START_AGAIN. */
function readPerson(note: string, request: PortalRequest, services: PortalServices) {
  const { provider, subject, name } = services.notes.read('person', browserOf(request, services), note) ?? {};
  const known = PROVIDERS.find((one) => one === provider);
  if (known === undefined) throw new PortalError('START_AGAIN');
  return { provider: known, subject: String(subject), name: String(name) };
}

async function connectionsOf(accountId: number, identity: Identity) {
  const hasPassword = await identity.hasPassword(accountId);
  return { hasPassword, connections: await identity.findConnections(accountId) };
}

function findProvider(name: Provider, { providers }: PortalServices): SignInProvider {
  const found = providers.find(({ provider }) => provider === name);
  if (found === undefined) throw new PortalError('NOT_FOUND');
  return found;
}
