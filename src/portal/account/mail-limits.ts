import type { Allowance } from '../../gate/rate-limiter.ts';
import { refuseAfter } from '../failures.ts';
import type { Limit, PortalRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';

/** Requests that send mail to an address the caller typed, by caller. */
export const MAILING: Limit = { name: 'mailing', burst: 30, everySeconds: 20 };

/** Mails of one kind to one address. Every link in them works longer than the interval. */
const TO_ADDRESS: Allowance = { burst: 4, everySeconds: 300 };
/** Mails to one mailbox, whatever follows the plus sign in its address. */
const TO_MAILBOX: Allowance = { burst: 8, everySeconds: 300 };
/** Sign-up mails in all. It also bounds how many sign-ups can wait: 29,000 a day. */
const IN_ALL: Allowance = { burst: 300, everySeconds: 3 };

type Attempts = Pick<PortalServices, 'attempts'>;

/**
 * Whether a sign-up mail is to be sent. False if others have requested enough for this address: then the last
 * one is at most five minutes old, and its link works. Throws TOO_MANY for the caller's own requests, for a mailbox that
 * gets mails to many addresses, and for a flood.
 */
export async function takeSignUpMail(
  email: string,
  request: PortalRequest,
  { attempts }: Attempts,
): Promise<boolean> {
  await takeOwn('sign-up', email, request, { attempts });
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
export async function takeResetMail(
  email: string,
  request: PortalRequest,
  { attempts }: Attempts,
): Promise<boolean> {
  await takeOwn('reset', email, request, { attempts });
  return (await attempts.take('reset mail to', email, TO_ADDRESS)) === null;
}

async function takeOwn(
  kind: string,
  email: string,
  { caller }: PortalRequest,
  { attempts }: Attempts,
): Promise<void> {
  refuseAfter(await attempts.take(`${kind} mail by`, `${caller} ${email}`, TO_ADDRESS));
}
