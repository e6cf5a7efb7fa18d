import type { QuotaMailPercent } from '../../accounts/quota-mails.ts';
import type { Mail } from '../../mail/outbox.ts';
import type { Language, Texts } from '../../messages/languages.ts';
import { inEveryLanguage, joined, message, messageIn } from '../../messages/messages.ts';
import type { Services } from '../kit/services.ts';

type Site = Pick<Services, 'baseUrl' | 'operatorName'>;

/**
 * In the language of whoever asked for it. `verify` and `newAddress` prove an address, `reset` lets an owner set a password;
 * these have the link to `path`. `known` and `addressKnown` tell the owner of an account that somebody gave its address.
 */
export function mailIn(
  language: Language,
  id: 'verify' | 'known' | 'reset' | 'newAddress' | 'addressKnown',
  to: string,
  { operatorName: operator, baseUrl }: Site,
  path = '',
): Mail {
  const portal = `${baseUrl}/portal`;
  const links = { link: portal + path, signIn: `${portal}/sign-in`, forgot: `${portal}/forgot-password` };
  return {
    to,
    subject: messageIn(language, `mails.${id}Subject`, { operator }),
    text: messageIn(language, `mails.${id}`, { operator, ...links }),
  };
}

/** For the mailbox that an account has now, when another one is to take its place. */
export function addressAskedMail(to: string, site: Site): Mail {
  const text = message('mails.addressAsked', { operator: site.operatorName });
  return mailInAll(to, message('mails.addressAskedSubject'), text, '/portal/forgot-password', site);
}

/** For the mailbox that an account had. */
export function addressChangedMail(to: string, site: Site): Mail {
  const text = message('mails.addressChanged', { operator: site.operatorName });
  return mailInAll(to, message('mails.addressChangedSubject'), text, '', site);
}

/** Warns the owner of an account that a provider opens it from now on. */
export function connectedMail(to: string, provider: string, site: Site): Mail {
  const values = { provider, operator: site.operatorName };
  const text = message('mails.connected', values);
  return mailInAll(to, message('mails.connectedSubject', values), text, '/portal/account', site);
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

/** Warns the owner of an account that most or all of the day's calls are used up. */
export function quotaMail(to: string, percent: QuotaMailPercent, dailyQuota: number, site: Site): Mail {
  const limit = inEveryLanguage((language) => dailyQuota.toLocaleString(language));
  const after = percent === 100 ? message('mails.quotaFull') : '';
  const text = message('mails.quotaUsed', { percent, limit, after });
  return mailInAll(to, message('mails.quotaUsedSubject', { percent }), text, '/portal/usage', site);
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
