import type { Mail } from '../../mail/mail.ts';
import type { Language } from '../../messages/languages.ts';
import { joined, message, messageIn } from '../../messages/messages.ts';
import type { PortalServices } from '../services.ts';

type Site = Pick<PortalServices, 'baseUrl' | 'operatorName'>;

/** Proves the new address of an account. */
export function newAddressMail(to: string, token: string, language: Language, site: Site): Mail {
  const operator = site.operatorName;
  const link = `${site.baseUrl}/portal/confirm-address?token=${token}`;
  return {
    to,
    subject: messageIn(language, 'mails.newAddressSubject', { operator }),
    text: messageIn(language, 'mails.newAddress', { operator, link }),
  };
}

/** For the owner of an account, when somebody wants its address for another account. */
export function addressKnownMail(to: string, language: Language, { operatorName: operator }: Site): Mail {
  return {
    to,
    subject: messageIn(language, 'mails.addressKnownSubject', { operator }),
    text: messageIn(language, 'mails.addressKnown', { operator }),
  };
}

/** For the mailbox that an account has now. In every language, because an account has none of its own; so is the next. */
export function addressAskedMail(to: string, { operatorName: operator, baseUrl }: Site): Mail {
  const subject = joined(message('mails.addressAskedSubject'), ' / ');
  const text = joined(message('mails.addressAsked', { operator }), '\n\n');
  return { to, subject: `[${operator}] ${subject}`, text: `${text}\n\n${baseUrl}/portal/forgot-password\n` };
}

/** For the mailbox that an account had. */
export function addressChangedMail(to: string, { operatorName: operator, baseUrl }: Site): Mail {
  const subject = joined(message('mails.addressChangedSubject'), ' / ');
  const text = joined(message('mails.addressChanged', { operator }), '\n\n');
  return { to, subject: `[${operator}] ${subject}`, text: `${text}\n\n${baseUrl}\n` };
}
