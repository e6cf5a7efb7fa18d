import type { QuotaMailPercent } from '../../accounts/quota-mails.ts';
import type { Provider } from '../../accounts/sign-in-provider.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Language } from '../../messages/languages.ts';
import { inEveryLanguage, joined, message, messageIn } from '../../messages/messages.ts';
import type { PortalServices } from '../services.ts';

type Site = Pick<PortalServices, 'baseUrl' | 'operatorName'>;

/** Proves a new address. `provider` is named where the sign-up came from one. */
export function verificationMail(
  to: string,
  token: string,
  language: Language,
  site: Site,
  provider: Provider | null = null,
): Mail {
  const operator = site.operatorName;
  const link = `${site.baseUrl}/portal/verify-email?token=${token}`;
  const by =
    provider === null ? '' : message('mails.byProvider', { provider: message(`providers.${provider}`) });
  return {
    to,
    subject: messageIn(language, 'mails.verifySubject', { operator }),
    text: messageIn(language, 'mails.verify', { operator, by, link }),
  };
}

/** For the owner of an account, when somebody signs up with the address again. */
export function alreadyKnownMail(to: string, language: Language, site: Site): Mail {
  const { operatorName: operator, baseUrl } = site;
  const signIn = `${baseUrl}/portal/sign-in`;
  const forgot = `${baseUrl}/portal/forgot-password`;
  return {
    to,
    subject: messageIn(language, 'mails.knownSubject', { operator }),
    text: messageIn(language, 'mails.known', { operator, signIn, forgot }),
  };
}

/** Lets the owner of an account set a password. */
export function resetMail(to: string, token: string, language: Language, site: Site): Mail {
  const operator = site.operatorName;
  const link = `${site.baseUrl}/portal/reset-password?token=${token}`;
  return {
    to,
    subject: messageIn(language, 'mails.resetSubject', { operator }),
    text: messageIn(language, 'mails.reset', { operator, link }),
  };
}

/**
 * Warns the owner of an account that a provider opens it from now on. In every language, because an account has none of
 * its own.
 */
export function connectedMail(to: string, provider: Provider, { baseUrl, operatorName }: Site): Mail {
  const names = message(`providers.${provider}`);
  const subject = joined(message('mails.connectedSubject', { provider: names }), ' / ');
  const text = joined(message('mails.connected', { provider: names, operator: operatorName }), '\n\n');
  return { to, subject: `[${operatorName}] ${subject}`, text: `${text}\n\n${baseUrl}/portal/account\n` };
}

/**
 * Reports the decision on a request for a higher quota; `grantedQuota` is null when it was denied. In every language,
 * because an account has none of its own.
 */
export function quotaDecisionMail(to: string, grantedQuota: number | null, note: string, site: Site): Mail {
  const { baseUrl, operatorName } = site;
  const decision =
    grantedQuota === null
      ? message('mails.quotaDenied')
      : message('mails.quotaGranted', { calls: inEveryLanguage((one) => grantedQuota.toLocaleString(one)) });
  const words = note === '' ? '' : `${note}\n\n`;
  return {
    to,
    subject: `[${operatorName}] ${joined(message('mails.quotaSubject'), ' / ')}`,
    text: `${joined(decision, '\n')}\n\n${words}${baseUrl}/portal/usage\n`,
  };
}

/**
 * Warns the owner of an account that most or all of the day's calls are used up. In every language, because an account has
 * none of its own.
 */
export function quotaMail(to: string, percent: QuotaMailPercent, dailyQuota: number, site: Site): Mail {
  const { baseUrl, operatorName } = site;
  const limit = inEveryLanguage((language) => dailyQuota.toLocaleString(language));
  const after = percent === 100 ? message('mails.quotaFull') : '';
  const text = joined(message('mails.quotaUsed', { percent, limit, after }), '\n\n');
  return {
    to,
    subject: `[${operatorName}] ${joined(message('mails.quotaUsedSubject', { percent }), ' / ')}`,
    text: `${text}\n\n${baseUrl}/portal/usage\n`,
  };
}
