import type { LinkKind } from '../../accounts/identity-mails.ts';
import type { QuotaMailPercent } from '../../accounts/wanted-mails.ts';
import type { QuotaState } from '../../gate/gate.ts';
import type { Mail } from '../../mail/outbox.ts';
import type { MessageValues, Texts } from '../../messages/languages.ts';
import { inEveryLanguage, joined, message, messageIn } from '../../messages/messages.ts';
import { untilChanged } from '../../until-changed.ts';
import type { Services } from '../kit/services.ts';
import type { Visit } from '../kit/visit.ts';

type Site = Pick<Services, 'baseUrl' | 'operatorName'>;

/** Mails with links: where each leads, and the mail in its place where no link is made; null = none. */
const LINKS = {
  'sign-up': { id: 'verify', path: '/verify-email', otherwise: 'known' },
  reset: { id: 'reset', path: '/reset-password', otherwise: null },
  address: { id: 'newAddress', path: '/confirm-address', otherwise: 'addressKnown' },
} as const;

/**
 * Mails a link, in the language of whoever asked for it; behind the answer, so that its time doesn't tell whether the address is
 * known. A new address also takes the account's number.
 */
export function mailLink(
  { language, services }: Visit,
  kind: LinkKind,
  to: string,
  ...accountId: number[]
): void {
  const { background, identity, mailer, baseUrl, operatorName: operator } = services;
  const { path, otherwise, ...mail } = LINKS[kind];
  background.start(async () => {
    const token = await identity.makeLink(kind, to, ...accountId);
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
}

/** Mails to the owner of an account, and the page that each names at its end. */
const PAGES = {
  addressAsked: '/portal/forgot-password',
  addressChanged: '',
  connected: '/portal/account',
  quotaUsed: '/portal/usage',
} as const;

/**
 * Tells an account's owner what happened to it: a new address was asked for or has taken this one's place, a provider opens it
 * from now on, most or all of the day's calls are used up.
 */
export function ownerMail(id: keyof typeof PAGES, to: string, site: Site, values: MessageValues = {}): Mail {
  const all = { operator: site.operatorName, ...values };
  return mailInAll(to, message(`mails.${id}Subject`, all), message(`mails.${id}`, all), PAGES[id], site);
}

/** Reports the decision on a request for a higher quota; `grantedQuota` is null when it was denied. */
export function quotaDecisionMail(to: string, grantedQuota: number | null, note: string, site: Site): Mail {
  const decision =
    grantedQuota === null
      ? message('mails.quotaDenied')
      : message('mails.quotaGranted', { calls: inEveryLanguage((one) => grantedQuota.toLocaleString(one)) });
  const said = joined(decision, '\n') + (note === '' ? '' : `\n\n${note}`);
  return mailInAll(to, message('mails.quotaSubject'), said, '/portal/usage', site);
}

/** In every language, because an account has none of its own. Ends with the address of one of our pages. */
function mailInAll(
  to: string,
  subject: Texts,
  text: Texts | string,
  path: string,
  { operatorName, baseUrl }: Site,
): Mail {
  const said = typeof text === 'string' ? text : joined(text, '\n\n');
  return {
    to,
    subject: `[${operatorName}] ${joined(subject, ' / ')}`,
    text: `${said}\n\n${baseUrl}${path}\n`,
  };
}

type MailServices = Pick<Services, 'wantedMails' | 'mailer' | 'background' | 'baseUrl' | 'operatorName'>;

/**
 * Sends the mails about the daily quota (docs/accounts.md#mail). Call it with the counts of every call. The store decides which
 * instance sends; what is remembered here only saves asking it at every call.
 */
export function quotaMailer(services: MailServices): (accountId: number, quota: QuotaState) => void {
  const toldOn = untilChanged((_day: number) => new Map<number, QuotaMailPercent>());
  return (accountId, quota) => {
    const { dailyUsed, limits } = quota;
    if (dailyUsed < limits.dailyQuota * 0.8) return;
    const percent = dailyUsed >= limits.dailyQuota ? 100 : 80;
    const told = toldOn(quota.day);
    if ((told.get(accountId) ?? 0) >= percent) return;
    told.set(accountId, percent);
    services.background.start(async () => {
      try {
        await sendMail(accountId, percent, quota, services);
      } catch (error) {
        // A store that can't be reached: the next call tries again.
        told.delete(accountId);
        throw error;
      }
    });
  };
}

async function sendMail(
  accountId: number,
  percent: QuotaMailPercent,
  quota: QuotaState,
  { wantedMails, mailer, ...site }: MailServices,
): Promise<void> {
  const email = await wantedMails.takeQuotaMail(accountId, quota.day, percent);
  if (email === null) return;
  const limit = inEveryLanguage((language) => quota.limits.dailyQuota.toLocaleString(language));
  const after = percent === 100 ? message('mails.quotaFull') : '';
  await mailer.post(ownerMail('quotaUsed', email, site, { percent, limit, after }));
}
