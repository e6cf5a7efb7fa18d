import type { QuotaMailPercent } from '../../accounts/quota-mails.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Language, MessageValues, Texts } from '../../messages/languages.ts';
import { inEveryLanguage, joined, message, messageIn } from '../../messages/messages.ts';
import type { Services } from '../kit/services.ts';

type Site = Pick<Services, 'baseUrl' | 'operatorName'>;

/** Proves a new address. */
export function verificationMail(to: string, token: string, language: Language, site: Site): Mail {
  const link = `${site.baseUrl}/portal/verify-email?token=${token}`;
  return mailIn(language, 'verify', to, site, { link });
}

/** For the owner of an account, when somebody signs up with the address again. */
export function alreadyKnownMail(to: string, language: Language, site: Site): Mail {
  const portal = `${site.baseUrl}/portal`;
  return mailIn(language, 'known', to, site, {
    signIn: `${portal}/sign-in`,
    forgot: `${portal}/forgot-password`,
  });
}

/** Lets the owner of an account set a password. */
export function resetMail(to: string, token: string, language: Language, site: Site): Mail {
  return mailIn(language, 'reset', to, site, {
    link: `${site.baseUrl}/portal/reset-password?token=${token}`,
  });
}

/** Proves the new address of an account. */
export function newAddressMail(to: string, token: string, language: Language, site: Site): Mail {
  const link = `${site.baseUrl}/portal/confirm-address?token=${token}`;
  return mailIn(language, 'newAddress', to, site, { link });
}

/** For the owner of an account, when somebody wants its address for another account. */
export function addressKnownMail(to: string, language: Language, site: Site): Mail {
  return mailIn(language, 'addressKnown', to, site, {});
}

function mailIn(
  language: Language,
  id: 'verify' | 'known' | 'reset' | 'newAddress' | 'addressKnown',
  to: string,
  { operatorName: operator }: Site,
  values: MessageValues,
): Mail {
  return {
    to,
    subject: messageIn(language, `mails.${id}Subject`, { operator }),
    text: messageIn(language, `mails.${id}`, { operator, ...values }),
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
