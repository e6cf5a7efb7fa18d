import { type Account, LastOwnerError } from '../../accounts/account-store.ts';
import { SESSION_MS, type Session } from '../../accounts/identity.ts';
import { rightsOf } from '../../accounts/roles.ts';
import { exampleCategory } from '../../catalog/category.ts';
import type { AccountView } from '../contract/own-account.ts';
import type { SessionView, SignInAnswer } from '../contract/sign-in.ts';
import { PortalError } from '../failures.ts';
import {
  CHANGING,
  type Limit,
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
import { browserOf, originOf } from './origin.ts';
import { proveOwner } from './prove-owner.ts';
import { verifyCode } from './second-factor.ts';
import { forgetSignIns, takeSignIn } from './sign-in-limits.ts';

const SIGNING_IN: Limit = { name: 'sign-in', burst: 30, everySeconds: 6 };

/** Who is here, signing in and out, and closing the account. */
export const sessionRoutes: readonly PortalRoute[] = [
  openRoute('GET /session', READING, showSession),
  openRoute('POST /sign-in', SIGNING_IN, signIn),
  openRoute('POST /sign-in/code', SIGNING_IN, signInByCode),
  openRoute('POST /sign-in/demo', SIGNING_IN, signInToDemo),
  route('POST /sign-out', 'account', CHANGING, signOut),
  route('POST /sign-out-everywhere', 'account', CHANGING, signOutEverywhere),
  route('POST /account/close', 'account', CHANGING, closeAccount),
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

async function signIn(request: RequestTo<'POST /sign-in'>, services: PortalServices): Promise<SignInAnswer> {
  const { email, password } = request.input;
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
  request: RequestTo<'POST /sign-in/code'>,
  services: PortalServices,
): Promise<SessionView> {
  const { codeState, code } = request.input;
  const known = services.notes.read('second-factor', browserOf(request, services), codeState);
  if (known === null) throw new PortalError('START_AGAIN');
  const accountId = Number(known.accountId);
  await verifyCode(accountId, code, request, services);
  await leaveBefore(request, services);
  const session = await services.identity.startSession(accountId, originOf(request));
  return enter(session, request, services);
}

/** By the link that the start of a demo printed (accounts/demo-sign-in.ts). */
async function signInToDemo(
  request: RequestTo<'POST /sign-in/demo'>,
  services: PortalServices,
): Promise<SignInAnswer> {
  const operator = await services.demoSignIn.redeem(request.input.secret);
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
  request: SignedInRequestTo<'POST /account/close'>,
  services: PortalServices,
): Promise<object> {
  const { account, reply, input } = request;
  if (input.confirmation.toLowerCase() !== account.email) {
    throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
  }
  await proveOwner(input.password, request, services);
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
