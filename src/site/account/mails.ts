import type { LinkKind } from '../../accounts/identity-mails.ts';
import type { QuotaMailPercent } from '../../accounts/wanted-mails.ts';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { Allowance, QuotaState } from '../../gate/decide.ts';
import type { MessageValues } from '../../messages/languages.ts';
import { joined, message, messageIn } from '../../messages/messages.ts';
import type { Services } from '../kit/services.ts';
import { refuseAfter, type Visit } from '../kit/visit.ts';

/** `id` names the mail with the link to `path`; `otherwise` names the mail to send if no link is made. */
const LINKS = {
  'sign-up': { id: 'verify', path: '/verify-email', otherwise: 'known' },
  reset: { id: 'reset', path: '/reset-password', otherwise: null },
  address: { id: 'newAddress', path: '/confirm-address', otherwise: 'addressKnown' },
} as const;

/** Mails a link after the response, so that response times tell nothing. False if `to` has had enough mails. Throws TOO_MANY. */
export async function mailLink(visit: Visit, kind: LinkKind, to: string, accountId?: number) {
  if (!(await takeMail(kind === 'reset' ? 'reset' : 'sign-up', to, visit))) return false;
  const { language, services } = visit;
  const { background, identity, mailer, baseUrl, operatorName: operator } = services;
  const { path, otherwise, ...mail } = LINKS[kind];
  background.start(async () => {
    const token = await identity.makeLink(kind, to, accountId);
    const id = token === null ? otherwise : mail.id;
    if (id === null) return;
    const portal = `${baseUrl}/portal`;
    const link = `${portal}${path}?token=${token}`;
    const values = { operator, link, signIn: `${portal}/sign-in`, forgot: `${portal}/forgot-password` };
    await mailer.post({
      to,
      subject: messageIn(language, `mails.${id}Subject`, values),
      text: messageIn(language, `mails.${id}`, values),
    });
  });
  return true;
}

/** Mails of one kind to one address. A link is valid for an hour or more, so a refused address already has a valid link. */
const TO_ADDRESS: Allowance = { burst: 4, everySeconds: 300 };
/** Mails to one mailbox, except resets. The mailbox of name+books@example.com is name@example.com. */
const TO_MAILBOX: Allowance = { burst: 8, everySeconds: 300 };
/** Mails to all addresses, except resets: 28,800 a day, which also bounds the number of unconfirmed sign-ups. */
const IN_ALL: Allowance = { burst: 300, everySeconds: 3 };

/**
 * Counts a mail to an address. False if callers together have used up the mails to the address. Throws TOO_MANY if this caller
 * has, or if a sign-up exceeds a further limit. Resets have no further limits, so strangers can't lock an owner out.
 */
async function takeMail(kind: 'sign-up' | 'reset', email: string, visit: Visit): Promise<boolean> {
  const { attempts } = visit.services;
  refuseAfter(await attempts.take(`${kind} mail by`, `${visit.caller} ${email}`, TO_ADDRESS));
  if ((await attempts.take(`${kind} mail to`, email, TO_ADDRESS)) !== null) return false;
  if (kind === 'reset') return true;
  const mailbox = email.replace(/\+[^@]*(?=@)/, '');
  refuseAfter(await attempts.take('sign-up mail to mailbox', mailbox, TO_MAILBOX));
  refuseAfter(await attempts.take('sign-up mail', 'anyone', IN_ALL));
  return true;
}

/** The page that the mail's last line links to. */
const PAGES = {
  addressAsked: '/portal/forgot-password',
  addressChanged: '',
  connected: '/portal/account',
  quotaUsed: '/portal/usage',
  quotaGranted: '/portal/usage',
  quotaDenied: '/portal/usage',
} as const;

type MailServices = Pick<Services, 'mailer' | 'background' | 'baseUrl' | 'operatorName'>;

/** Mails what happened to the account, after the response, and in every language. */
export function mailOwner(
  { mailer, background, baseUrl, operatorName: operator }: MailServices,
  id: keyof typeof PAGES,
  to: string,
  values: MessageValues = {},
  note = '',
): void {
  const all = { operator, ...values };
  const subject = joined(message(`mails.${id}Subject`, all), ' / ');
  const parts = [joined(message(`mails.${id}`, all), '\n\n'), note, `${baseUrl}${PAGES[id]}\n`];
  const text = parts.filter(Boolean).join('\n\n');
  background.start(() => mailer.post({ to, subject: `[${operator}] ${subject}`, text }));
}

/** Returns a callback for API calls. The callback mails owners at 80 % and 100 % of their quota (docs/accounts.md#mail). */
export function quotaMailer(services: MailServices & Pick<Services, 'wantedMails'>) {
  const mailedOn = memoizeLast((_day: number) => new Map<number, QuotaMailPercent>());
  return (accountId: number, { day, dailyUsed, limits }: QuotaState): void => {
    const limit = limits.dailyQuota;
    if (dailyUsed < limit * 0.8) return;
    const percent = dailyUsed >= limit ? 100 : 80;
    const mailed = mailedOn(day);
    if ((mailed.get(accountId) ?? 0) >= percent) return;
    mailed.set(accountId, percent);
    services.background.start(async () => {
      try {
        const email = await services.wantedMails.claimQuotaMail(accountId, day, percent);
        if (email !== null) mailOwner(services, 'quotaUsed', email, { percent, limit });
      } catch (error) {
        // The store can't be reached: the account's next call tries again.
        mailed.delete(accountId);
        throw error;
      }
    });
  };
}
