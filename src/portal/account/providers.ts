import {
  PROVIDERS,
  type ProvidedPerson,
  type Provider,
  ProviderFailed,
  type SignInProvider,
} from '../../accounts/sign-in-provider.ts';
import { message } from '../../messages/messages.ts';
import type { ConnectionsPage } from '../contract/own-account.ts';
import type { ProviderAddress, ProviderOutcome } from '../contract/sign-in.ts';
import { PortalError } from '../failures.ts';
import {
  CHANGING,
  openRoute,
  type PortalRequest,
  type PortalRoute,
  READING,
  type RequestTo,
  route,
  type SignedInRequest,
  type SignedInRequestTo,
} from '../route.ts';
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
  openRoute('POST /provider/start', TOKENS, start),
  openRoute('POST /provider/finish', TOKENS, finish),
  openRoute('POST /provider/address', MAILING, proveAddress),
  route('GET /connections', 'account', READING, showConnections),
  route('POST /connections/disconnect', 'account', CHANGING, disconnect),
];

/** How long the way to a provider and back may take. */
const TRIP_MS = 15 * 60_000;
/** How long somebody who has come back may take to type an address. */
const PERSON_MS = 60 * 60_000;

async function start(
  request: RequestTo<'POST /provider/start'>,
  services: PortalServices,
): Promise<ProviderAddress> {
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
}

async function finish(
  request: RequestTo<'POST /provider/finish'>,
  services: PortalServices,
): Promise<ProviderOutcome> {
  const { code, state } = request.input;
  const provider = findProvider(request.input.provider, services);
  // Only the browser that set out comes back, so that nobody is led into the account of another.
  const trip = services.notes.read('trip', browserOf(request, services), state);
  if (trip?.provider !== provider.provider) throw new PortalError('START_AGAIN');
  const person = await askProvider(provider, code, state, request, services);
  return trip.intent === 'connect' ? connect(person, request, services) : enterBy(person, request, services);
}

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
  // Asked again: while the provider took its time, the session may have been ended or the account closed.
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

async function proveAddress(
  request: RequestTo<'POST /provider/address'>,
  services: PortalServices,
): Promise<object> {
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
}

/** Who has come back from a provider, by the note about it. Throws START_AGAIN. */
function readPerson(note: string, request: PortalRequest, services: PortalServices) {
  const { provider, subject, name } = services.notes.read('person', browserOf(request, services), note) ?? {};
  const known = PROVIDERS.find((one) => one === provider);
  if (known === undefined) throw new PortalError('START_AGAIN');
  return { provider: known, subject: String(subject), name: String(name) };
}

async function showConnections(
  request: SignedInRequest,
  { identity }: PortalServices,
): Promise<ConnectionsPage> {
  const { accountId } = request.account;
  const [hasPassword, connections] = await Promise.all([
    identity.hasPassword(accountId),
    identity.findConnections(accountId),
  ]);
  return { hasPassword, connections };
}

async function disconnect(
  request: SignedInRequestTo<'POST /connections/disconnect'>,
  services: PortalServices,
): Promise<ConnectionsPage> {
  await services.identity.disconnect(request.account.accountId, request.input.provider);
  return showConnections(request, services);
}

function findProvider(name: Provider, { providers }: PortalServices): SignInProvider {
  const found = providers.find(({ provider }) => provider === name);
  if (found === undefined) throw new PortalError('NOT_FOUND');
  return found;
}
