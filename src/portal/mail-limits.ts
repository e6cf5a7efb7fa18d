import type { Allowance } from '../http/rate-limiter.ts';
import { PortalError } from './failures.ts';
import type { Limit, PortalRequest } from './route.ts';
import type { PortalServices } from './services.ts';

/** Requests that end in a mail to whatever address was typed, by caller. */
export const MAILING: Limit = { name: 'mailing', burst: 30, everySeconds: 20 };

/** Mails of one kind to one address. Every link in them works longer than the interval. */
const TO_ADDRESS: Allowance = { burst: 4, everySeconds: 300 };
/** Mails to one mailbox, whatever stands behind the plus sign of its address. */
const TO_MAILBOX: Allowance = { burst: 8, everySeconds: 300 };
/** Sign-up mails in all. It also bounds how many sign-ups can wait: 29,000 a day. */
const IN_ALL: Allowance = { burst: 300, everySeconds: 3 };

type Limiter = Pick<PortalServices, 'limiter'>;

/**
 * Whether a sign-up mail is to be sent. False when others have had enough of them sent to this address: then the last
 * one is at most five minutes old, and its link works. Throws TOO_MANY for the caller's own requests, for a mailbox that
 * gets mails to many addresses, and for a flood.
 */
export async function takeSignUpMail(
  email: string,
  request: PortalRequest,
  { limiter }: Limiter,
): Promise<boolean> {
  await takeOwn('sign-up', email, request, { limiter });
  if ((await limiter.take('sign-up mail to', email, TO_ADDRESS)) !== null) return false;
  refuseAfter(await limiter.take('sign-up mail to mailbox', mailboxOf(email), TO_MAILBOX));
  refuseAfter(await limiter.take('sign-up mail', 'anyone', IN_ALL));
  return true;
}

/**
 * The same for mails that reset a password. These only go to addresses of accounts, so nobody can aim them at a mailbox
 * by inventing addresses, and requests of others never turn the owner away.
 */
export async function takeResetMail(
  email: string,
  request: PortalRequest,
  { limiter }: Limiter,
): Promise<boolean> {
  await takeOwn('reset', email, request, { limiter });
  return (await limiter.take('reset mail to', email, TO_ADDRESS)) === null;
}

async function takeOwn(
  kind: string,
  email: string,
  { caller }: PortalRequest,
  { limiter }: Limiter,
): Promise<void> {
  refuseAfter(await limiter.take(`${kind} mail by`, `${caller} ${email}`, TO_ADDRESS));
}

function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new PortalError('TOO_MANY', { seconds });
}

function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '');
}
