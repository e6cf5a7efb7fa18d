import { type Account, LastOwnerError } from '../../accounts/account-store.ts';
import { SESSION_MS, type Session } from '../../accounts/identity.ts';
import { rightsOf } from '../../accounts/roles.ts';
import { exampleCategory } from '../../catalog/category.ts';
import type { AccountView } from '../contract/own-account.ts';
import type { SessionView, SignInAnswer } from '../contract/sign-in.ts';
import { PortalError, required } from '../failures.ts';
import {
  CHANGING,
  type Limit,
  openRoute,
  type PortalRequest,
  type PortalRoute,
  READING,
  route,
} from '../route.ts';
import type { PortalServices } from '../services.ts';
import { browserOf, originOf } from './origin.ts';
import { proveOwner } from './prove-owner.ts';
import { verifyCode } from './second-factor.ts';
import { forgetSignIns, takeSignIn } from './sign-in-limits.ts';

const SIGNING_IN: Limit = { name: 'sign-in', burst: 30, everySeconds: 6 };

/** Who is here, signing in and out, and closing the account. */
export const sessionRoutes: readonly PortalRoute[] = [
  openRoute('GET /session', READING, async (request, services) => {
    const { cookies } = services;
    const { sessionToken, raw, reply, account } = request;
    const cookie = sessionToken ?? cookies.visitor(raw) ?? cookies.setVisitor(raw, reply);
    return sessionView(account, cookie, services);
  }),
  openRoute('POST /sign-in', SIGNING_IN, async (request, services) => {
    const { email, password } = request.input;
    await takeSignIn(email, request, services);
    const result = await services.identity.signIn(email, password, originOf(request));
    if (result.outcome === 'wrong') throw new PortalError('WRONG_CREDENTIALS');
    await forgetSignIns(email, request, services);
    return enterOrAskCode(result.session, request, services);
  }),
  openRoute('POST /sign-in/code', SIGNING_IN, async (request, services) => {
    const { codeState, code } = request.input;
    const known = services.notes.read('second-factor', browserOf(request, services), codeState);
    const accountId = Number(required(known, 'START_AGAIN').accountId);
    await verifyCode(accountId, code, request, services);
    const session = await services.identity.startSession(accountId, originOf(request));
    return enter(session, request, services);
  }),
  // By the link that the start of a demo printed (accounts/demo-sign-in.ts).
  openRoute('POST /sign-in/demo', SIGNING_IN, async (request, services) => {
    const operator = required(await services.demoSignIn.redeem(request.input.secret), 'TOKEN_INVALID');
    const session = await services.identity.startSession(operator.accountId, originOf(request));
    return enterOrAskCode(session, request, services);
  }),
  route('POST /sign-out', 'account', CHANGING, async (request, { identity, cookies }) => {
    await identity.signOut(request.sessionToken);
    cookies.clearSession(request.reply);
    return {};
  }),
  route('POST /sign-out-everywhere', 'account', CHANGING, async (request, { identity, cookies }) => {
    await identity.signOutEverywhere(request.account.accountId);
    cookies.clearSession(request.reply);
    return {};
  }),
  route('POST /account/close', 'account', CHANGING, async (request, services) => {
    const { account, reply, input } = request;
    if (input.confirmation.toLowerCase() !== account.email)
      throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
    await proveOwner(input.password, request, services);
    await keepLastOwner(() => services.accounts.closeAccount(account.accountId));
    await services.background.idle();
    await services.mailer.forget(account.email);
    services.cookies.clearSession(reply);
    return {};
  }),
];

/** Throws LAST_OWNER where `work` would leave the service without an active owner. */
export async function keepLastOwner(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof LastOwnerError ? new PortalError('LAST_OWNER') : error;
  }
}

async function sessionView(
  account: Account | null,
  cookie: string,
  services: PortalServices,
): Promise<SessionView> {
  const { cookies, mailer, operatorName, notices, baseUrl, keyPrefix } = services;
  const { dailyQuota, burstPerSecond, burst } = services.tierLimits.free;
  return {
    account: account === null ? null : accountView(account),
    csrfToken: cookies.csrfToken(cookie),
    providers: [],
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

/** Puts a new session into the caller's cookie, replacing any other, remembers the browser, and returns the session's view. */
export async function enter(
  session: Session,
  request: PortalRequest,
  services: PortalServices,
): Promise<SessionView> {
  const { cookies, accounts, identity } = services;
  // The browser's previous session must not stay valid unnoticed.
  if (request.sessionToken !== null) await identity.signOut(request.sessionToken);
  const account = await accounts.findAccount(session.accountId);
  cookies.setSession(request.reply, session.token, SESSION_MS / 1000);
  if (account !== null && cookies.device(request.raw, account.email) === null) {
    cookies.setDevice(request.reply, account.email);
  }
  return sessionView(account, session.token, services);
}

/** How long entering the code of a second factor may take. */
const CODE_MS = 5 * 60_000;

/** Enters, or ends the session again if the account needs a code first. */
export async function enterOrAskCode(
  session: Session,
  request: PortalRequest,
  services: PortalServices,
): Promise<SignInAnswer> {
  const { identity, secondFactor, notes } = services;
  const { accountId } = session;
  if (!(await secondFactor.find(accountId)).isOn) return enter(session, request, services);
  await identity.signOut(session.token);
  return { codeState: notes.write('second-factor', browserOf(request, services), { accountId }, CODE_MS) };
}
