import type { Account } from '../../accounts/account.ts';
import { type Origin, SESSION_MS, type Session } from '../../accounts/identity-sessions.ts';
import { rightsOf } from '../../accounts/roles.ts';
import { normalizeCode } from '../../accounts/second-factor.ts';
import type { Allowance } from '../../gate/decide.ts';
import { line, NO_CORRECTION, password, typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { ownAddress } from '../kit/frame.ts';
import { type Done, form, goTo, type Outcome, screen } from '../kit/screen.ts';
import { Failure, type Page, refuseAfter, required, type SignedInVisit, type Visit } from '../kit/visit.ts';

/** Attempts with an account's password by one caller or remembered browser. */
const ATTEMPTS_PER_CALLER: Allowance = { burst: 10, everySeconds: 60 };
/** Attempts with an account's password by all callers without a remembered browser or an earlier sign-in. */
const ATTEMPTS_BY_STRANGERS: Allowance = { burst: 30, everySeconds: 60 };

/** Tries a password (docs/accounts.md#sign-in). Throws TOO_MANY, and `wrong` if `isRight` returns false or null. */
export async function tryPassword<Result>(
  email: string,
  visit: Visit,
  wrong: 'WRONG_CREDENTIALS' | 'PASSWORD_WRONG',
  isRight: () => Promise<Result | null | false>,
): Promise<Result> {
  const { attempts, identity } = visit.services;
  const device = await deviceOf(email, visit);
  const who = `${email} by ${device === null ? visit.caller : `device ${device}`}`;
  refuseAfter(await attempts.take('sign-in', who, ATTEMPTS_PER_CALLER));
  if (device === null && !(await identity.isKnownCaller(email, visit.caller)))
    refuseAfter(await attempts.take('sign-in by strangers', email, ATTEMPTS_BY_STRANGERS));
  const result = await isRight();
  if (result === null || result === false) throw new Failure(wrong, { field: 'password' });
  // An owner's own sign-ins must not use up the limits.
  await attempts.forget('sign-in', who);
  await attempts.forget('sign-in by strangers', email);
  return result;
}

async function deviceOf(email: string, { raw, services: { cookies, identity } }: Visit) {
  return cookies.device(raw, await identity.credentialsVersion(email));
}

/** Remembers the browser as the owner's until the password or the second factor changes. */
export async function remember(email: string, { reply, services: { cookies, identity } }: Visit) {
  cookies.setDevice(reply, await identity.credentialsVersion(email));
}

/** An empty field means null, because an account may have no password. */
export const OWN_PASSWORD = password(1, 1000, 'current-password').or(null);
/** For so long after a sign-in, an account without a password needs no other proof of its owner. */
const FRESH_SESSION_MS = 10 * 60_000;

/** Asks for the password or a fresh session: a stolen cookie isn't enough (docs/accounts.md#name-and-address). Throws Failure. */
export async function proveOwner(password: string | null, visit: SignedInVisit): Promise<void> {
  const { identity, clock } = visit.services;
  const { accountId, email, hasPassword } = visit.account;
  if (!hasPassword) {
    const sessions = await identity.listSessions(accountId);
    const own = sessions.find(({ sessionId }) => sessionId === identity.sessionId(visit.sessionToken));
    if (own === undefined || clock.nowMs() - own.startedAtMs > FRESH_SESSION_MS)
      throw new Failure('SIGN_IN_AGAIN');
    return;
  }
  const isRight = async () => password !== null && identity.isPassword(email, password);
  await tryPassword(email, visit, 'PASSWORD_WRONG', isRight);
}

/** Sets the session cookie, ends the browser's previous session, and remembers the browser. */
export async function enter(session: Session, visit: Visit, next: string): Promise<Done> {
  const { cookies, accounts, identity, baseUrl } = visit.services;
  // The browser's previous session must not stay valid unnoticed.
  if (visit.account !== null && visit.sessionToken !== null)
    await identity.endSessions(visit.account.accountId, identity.sessionId(visit.sessionToken));
  const account = await accounts.findAccount(session.accountId);
  cookies.setSession(visit.reply, session.token, SESSION_MS / 1000);
  if (account !== null && (await deviceOf(account.email, visit)) === null)
    await remember(account.email, visit);
  return goTo(next === '' ? startPageOf(account) : ownAddress(next, baseUrl));
}

export function startPageOf(account: Pick<Account, 'role' | 'suspended'> | null): string {
  return account !== null && rightsOf(account).includes('console') ? '/portal/console' : '/portal/key';
}

const CODE_MS = 5 * 60_000;

/** If the account has a second factor, ends the new session and asks for a code. */
export async function enterOrAskCode(session: Session, visit: Visit, next: string): Promise<Outcome> {
  const { identity, secondFactor, notes } = visit.services;
  const { accountId } = session;
  if (!(await secondFactor.find(accountId)).isOn) return enter(session, visit, next);
  await identity.endSessions(accountId, identity.sessionId(session.token));
  return codePage(visit, notes.write('second-factor', browserOf(visit), { accountId, next }, CODE_MS));
}

export const CODE = line(1, 40, { autocomplete: 'one-time-code', ...NO_CORRECTION }).called(
  'account.code.label',
  'account.code.hint',
);

const CODE_FIELDS = { code: CODE, codeState: typed(1, 2000) };

export const codeScreen = screen('/portal/sign-in/code', {
  needs: 'nobody',
  show: async (visit) =>
    codePage(visit, typeof visit.sent.codeState === 'string' ? visit.sent.codeState : ''),
  forms: {
    code: form(['nobody', 'sign-in'], CODE_FIELDS, async (visit, { code, codeState }) => {
      const { notes, secondFactor, identity } = visit.services;
      const known = required(notes.read('second-factor', browserOf(visit), codeState), 'START_AGAIN');
      const accountId = Number(known.accountId);
      await tryCode(accountId, code, visit, () => secondFactor.verify(accountId, code));
      const session = required(await identity.startSession(accountId, originOf(visit)), 'START_AGAIN');
      return enter(session, visit, String(known.next));
    }),
  },
});

function codePage(visit: Visit, codeState: string): Page {
  if (codeState === '') throw new Failure('START_AGAIN');
  const t = visit.words('account');
  return {
    title: t('code.title'),
    lead: t('code.lead'),
    body: formOf(visit, 'code', {
      fields: CODE_FIELDS,
      hidden: { codeState },
      action: '/portal/sign-in/code',
      button: t('code.submit'),
      body: (field) => field('code', { attributes: { autofocus: true } }),
    }),
  };
}

const CODES_OF_BROWSER: Allowance = { burst: 5, everySeconds: 60 };
/** App codes tried for an account by all remembered browsers, or by all others. Recovery codes are too long to be guessed. */
const APP_CODES_TOGETHER: Allowance = { burst: 30, everySeconds: 60 };
const APP_CODE = /^\d{6}$/;

/** Tries a code (docs/accounts.md#sign-in). Throws TOO_MANY, and CODE_WRONG if `isRight` returns false or null. */
export async function tryCode<Result>(
  accountId: number,
  code: string,
  visit: Visit,
  isRight: () => Promise<Result | null | false>,
): Promise<Result> {
  const { attempts, accounts } = visit.services;
  const device = await deviceOf((await accounts.findAccount(accountId))?.email ?? '', visit);
  // A browser without cookies counts as new, so a second limit covers all new browsers together.
  const who = `${accountId} by ${device === null ? browserOf(visit) : `device ${device}`}`;
  refuseAfter(await attempts.take('code', who, CODES_OF_BROWSER));
  const all = `code by ${device === null ? 'strangers' : 'devices'}`;
  if (APP_CODE.test(normalizeCode(code)))
    refuseAfter(await attempts.take(all, String(accountId), APP_CODES_TOGETHER));
  const result = await isRight();
  if (result === null || result === false) throw new Failure('CODE_WRONG', { field: 'code' });
  await attempts.forget('code', who);
  return result;
}

export function originOf({ caller, raw }: Visit): Origin {
  return { caller, place: placeOf(caller), userAgent: raw.headers['user-agent'] ?? '' };
}

/** The secret in the session cookie or, without a session, in the visitor cookie. Sets a visitor cookie if both are missing. */
export function browserOf({ sessionToken, raw, reply, services }: Visit): string {
  return sessionToken ?? services.cookies.visitor(raw) ?? services.cookies.setVisitor(raw, reply);
}

/** 203.0.113.7 becomes 203.0.113.*, and 2001:db8:1::7 becomes 2001:db8:1:*. */
function placeOf(caller: string): string {
  const separator = caller.includes(':') ? ':' : '.';
  return `${caller.split(separator).slice(0, 3).join(separator)}${separator}*`;
}
