import { type Account, LastOwnerError } from '../accounts/account-store.ts';
import { SESSION_MS, type Session } from '../accounts/identity.ts';
import { rightsOf } from '../accounts/roles.ts';
import { exampleCategory } from '../catalog/category.ts';
import { readBody, readEmail } from './body.ts';
import type { AccountView, SessionView, SignInAnswer } from './contract.ts';
import { PortalError } from './failures.ts';
import { browserOf, originOf } from './origin.ts';
import { proveOwner, readOwnPassword } from './prove-owner.ts';
import {
  CHANGING,
  type Limit,
  type PortalRequest,
  type PortalRoute,
  READING,
  type SignedInRequest,
} from './route.ts';
import { readCode, verifyCode } from './second-factor.ts';
import type { PortalServices } from './services.ts';
import { forgetSignIns, takeSignIn } from './sign-in-limits.ts';

const SIGNING_IN: Limit = { name: 'sign-in', burst: 30, everySeconds: 6 };

/** Who is here, signing in and out, and closing the account. */
export const sessionRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/session', needs: 'nobody', limit: READING, answer: showSession },
  {
    method: 'POST',
    path: '/sign-in',
    needs: 'nobody',
    limit: SIGNING_IN,
    answer: signIn,
  },
  { method: 'POST', path: '/sign-in/code', needs: 'nobody', limit: SIGNING_IN, answer: signInByCode },
  { method: 'POST', path: '/sign-in/demo', needs: 'nobody', limit: SIGNING_IN, answer: signInToDemo },
  { method: 'POST', path: '/sign-out', needs: 'account', limit: CHANGING, answer: signOut },
  {
    method: 'POST',
    path: '/sign-out-everywhere',
    needs: 'account',
    limit: CHANGING,
    answer: signOutEverywhere,
  },
  { method: 'POST', path: '/account/close', needs: 'account', limit: CHANGING, answer: closeAccount },
];

async function showSession(request: PortalRequest, services: PortalServices): Promise<SessionView> {
  const { cookies } = services;
  const { sessionToken, raw, reply, account } = request;
  if (sessionToken !== null) return sessionView(account, sessionToken, services);
  return sessionView(null, cookies.visitor(raw) ?? cookies.setVisitor(reply), services);
}

async function sessionView(
  account: PortalRequest['account'],
  cookie: string,
  services: PortalServices,
): Promise<SessionView> {
  const { cookies, providers, mailer, operatorName, notices, baseUrl, keyPrefix } = services;
  const { dailyQuota, burstPerSecond, burst } = services.tierLimits.free;
  return {
    account: account === null ? null : accountView(account),
    csrfToken: cookies.csrfToken(cookie),
    providers: providers.map(({ provider }) => provider),
    mail: mailer.kind,
    operatorName,
    notices,
    baseUrl,
    keyPrefix,
    firstCategory: exampleCategory(await services.catalog.listCategories()),
    limits: { dailyQuota, burstPerSecond, burst },
  };
}

/** What pages show of an account. */
export function accountView(account: Account): AccountView {
  const { accountId, email, name, role, tier, suspended, createdAtMs } = account;
  return { accountId, email, name, role, rights: rightsOf(account), tier, suspended, createdAtMs };
}

/** Puts a new session into the caller's cookie, remembers the browser, and shows the session. */
export async function enter(
  session: Session,
  request: PortalRequest,
  services: PortalServices,
): Promise<SessionView> {
  const { cookies, accounts } = services;
  const account = await accounts.findAccount(session.accountId);
  cookies.setSession(request.reply, session.token, SESSION_MS / 1000);
  if (account !== null && cookies.device(request.raw, account.email) === null) {
    cookies.setDevice(request.reply, account.email);
  }
  return sessionView(account, session.token, services);
}

async function signIn(request: PortalRequest<'/sign-in'>, services: PortalServices): Promise<SignInAnswer> {
  const body = readBody(request.body, ['email', 'password']);
  const email = readEmail(body);
  const password = body.secret('password', 1, 1000);
  await takeSignIn(email, request, services);
  const { identity } = services;
  const result = await identity.signIn(email, password, originOf(request));
  if (result.outcome === 'wrong') throw new PortalError('WRONG_CREDENTIALS');
  await forgetSignIns(email, request, services);
  return enterOrAskCode(result.session, request, services);
}

/** How long the code of a second factor may take. */
const CODE_MS = 5 * 60_000;

/** Enters, or ends the session at once where the account asks for a code first. */
export async function enterOrAskCode(
  session: Session,
  request: PortalRequest,
  services: PortalServices,
): Promise<SignInAnswer> {
  const { identity, secondFactor, notes } = services;
  const { accountId } = session;
  if (!(await secondFactor.find(accountId)).isOn) {
    await leaveBefore(request, services);
    return enter(session, request, services);
  }
  await identity.signOut(session.token);
  return { codeState: notes.write('second-factor', browserOf(request, services), { accountId }, CODE_MS) };
}

async function signInByCode(
  request: PortalRequest<'/sign-in/code'>,
  services: PortalServices,
): Promise<SessionView> {
  const body = readBody(request.body, ['codeState', 'code']);
  const state = body.secret('codeState', 1, 2000);
  const known = services.notes.read('second-factor', browserOf(request, services), state);
  if (known === null) throw new PortalError('START_AGAIN');
  const accountId = Number(known.accountId);
  await verifyCode(accountId, readCode(body), request, services);
  await leaveBefore(request, services);
  const session = await services.identity.startSession(accountId, originOf(request));
  return enter(session, request, services);
}

/** By the link that the start of a demo printed (accounts/demo-sign-in.ts). */
async function signInToDemo(
  request: PortalRequest<'/sign-in/demo'>,
  services: PortalServices,
): Promise<SignInAnswer> {
  const secret = readBody(request.body, ['secret']).secret('secret', 1, 100);
  const operator = await services.demoSignIn.redeem(secret);
  if (operator === null) throw new PortalError('TOKEN_INVALID');
  const session = await services.identity.startSession(operator.accountId, originOf(request));
  return enterOrAskCode(session, request, services);
}

/** The session that the browser held before must not live on unseen. */
async function leaveBefore({ sessionToken }: PortalRequest, { identity }: PortalServices): Promise<void> {
  if (sessionToken !== null) await identity.signOut(sessionToken);
}

async function signOut(request: SignedInRequest, { identity, cookies }: PortalServices): Promise<object> {
  await identity.signOut(request.sessionToken);
  cookies.clearSession(request.reply);
  return {};
}

async function signOutEverywhere(
  request: SignedInRequest,
  { identity, cookies }: PortalServices,
): Promise<object> {
  await identity.signOutEverywhere(request.account.accountId);
  cookies.clearSession(request.reply);
  return {};
}

async function closeAccount(
  request: SignedInRequest<'/account/close'>,
  services: PortalServices,
): Promise<object> {
  const body = readBody(request.body, ['confirmation', 'password']);
  const { account, reply } = request;
  const password = readOwnPassword(body);
  if (body.text('confirmation', 1, 254).toLowerCase() !== account.email) {
    throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
  }
  await proveOwner(password, request, services);
  try {
    await services.accounts.closeAccount(account.accountId);
  } catch (error) {
    if (error instanceof LastOwnerError) throw new PortalError('LAST_OWNER');
    throw error;
  }
  await services.background.idle();
  await services.mailer.forget(account.email);
  services.cookies.clearSession(reply);
  return {};
}
