import type { Allowance } from '../../gate/rate-limiter.ts';
import type { Limit } from '../kit/screen.ts';
import { Failure, refuseAfter, type SignedInVisit, type Visit } from '../kit/visit.ts';

/** Signing in, and what links in mails lead to. Tokens can't be guessed; this limits the work that follows, such as hashing. */
export const SIGNING_IN: Limit = { name: 'sign-in', burst: 30, everySeconds: 6 };
export const TOKENS: Limit = { name: 'tokens', burst: 30, everySeconds: 6 };
/** Requests that send mail to an address the caller typed, by caller. */
export const MAILING: Limit = { name: 'mailing', burst: 30, everySeconds: 20 };

/** Attempts at one account by one caller or one known browser: enough for an owner to try their own passwords. */
const OF_ONE: Allowance = { burst: 10, everySeconds: 60 };
/** Attempts at one account by all callers from which its owner has never signed in, together. */
const OF_STRANGERS: Allowance = { burst: 30, everySeconds: 60 };

/**
 * Takes one attempt at an account. Each caller and each known browser has attempts of its own, so nobody uses up those
 * of the owner; the common bound holds where many callers guess. Throws TOO_MANY.
 */
export async function takeSignIn(email: string, visit: Visit): Promise<void> {
  const { attempts, cookies, identity } = visit.services;
  refuseAfter(await attempts.take('sign-in', attemptsOf(email, visit), OF_ONE));
  if (cookies.device(visit.raw, email) !== null) return;
  if (await identity.isKnownCaller(email, visit.caller)) return;
  refuseAfter(await attempts.take('sign-in by strangers', email, OF_STRANGERS));
}

/**
 * After a right password: the owner's attempts start again, and those of strangers, too, so that somebody who knows the
 * password doesn't use them up.
 */
export async function forgetSignIns(email: string, visit: Visit): Promise<void> {
  const { attempts } = visit.services;
  await attempts.forget('sign-in', attemptsOf(email, visit));
  await attempts.forget('sign-in by strangers', email);
}

function attemptsOf(email: string, { caller, raw, services }: Visit): string {
  const device = services.cookies.device(raw, email);
  return `${email} by ${device === null ? caller : `device ${device}`}`;
}

/** Mails of one kind to one address. Every link in them works longer than the interval. */
const TO_ADDRESS: Allowance = { burst: 4, everySeconds: 300 };
/** Mails to one mailbox, whatever follows the plus sign in its address. */
const TO_MAILBOX: Allowance = { burst: 8, everySeconds: 300 };
/** Sign-up mails in all. It also bounds how many sign-ups can wait: 29,000 a day. */
const IN_ALL: Allowance = { burst: 300, everySeconds: 3 };

/**
 * Whether a sign-up mail is to be sent. False if others have requested enough for this address: then the last
 * one is at most five minutes old, and its link works. Throws TOO_MANY for the caller's own requests, for a mailbox that
 * gets mails to many addresses, and for a flood.
 */
export async function takeSignUpMail(email: string, visit: Visit): Promise<boolean> {
  const { attempts } = visit.services;
  await takeOwnMail('sign-up', email, visit);
  if ((await attempts.take('sign-up mail to', email, TO_ADDRESS)) !== null) return false;
  const mailbox = email.replace(/\+[^@]*(?=@)/, '');
  refuseAfter(await attempts.take('sign-up mail to mailbox', mailbox, TO_MAILBOX));
  refuseAfter(await attempts.take('sign-up mail', 'anyone', IN_ALL));
  return true;
}

/**
 * The same for mails that reset a password. These only go to addresses of accounts, so nobody can aim them at a mailbox
 * by inventing addresses, and requests of others never turn the owner away.
 */
export async function takeResetMail(email: string, visit: Visit): Promise<boolean> {
  await takeOwnMail('reset', email, visit);
  return (await visit.services.attempts.take('reset mail to', email, TO_ADDRESS)) === null;
}

async function takeOwnMail(kind: string, email: string, { caller, services }: Visit): Promise<void> {
  refuseAfter(await services.attempts.take(`${kind} mail by`, `${caller} ${email}`, TO_ADDRESS));
}

/** How recent a session must be to replace a password. */
const FRESH_SESSION_MS = 10 * 60_000;

/**
 * For changes that could give the account away for good: a session alone, such as a stolen cookie, isn't enough
 * (docs/accounts.md#name-and-address). Throws PASSWORD_WRONG, SIGN_IN_AGAIN and TOO_MANY.
 */
export async function proveOwner(password: string | null, visit: SignedInVisit): Promise<void> {
  const { identity, clock } = visit.services;
  const { accountId, email } = visit.account;
  if (!(await identity.hasPassword(accountId))) {
    const sessions = await identity.listSessions(accountId);
    const own = sessions.find(({ sessionId }) => sessionId === identity.sessionId(visit.sessionToken));
    if (own === undefined || clock.nowMs() - own.startedAtMs > FRESH_SESSION_MS)
      throw new Failure('SIGN_IN_AGAIN');
    return;
  }
  await takeSignIn(email, visit);
  if (password === null || !(await identity.isPassword(accountId, password)))
    throw new Failure('PASSWORD_WRONG', { field: 'password' });
  await forgetSignIns(email, visit);
}
