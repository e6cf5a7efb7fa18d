import { useTranslations } from 'use-intl';
import type { NoticesView } from '../../../src/portal/contract/sign-in.ts';

interface NoticeLinksProps {
  readonly notices: NoticesView;
  readonly className: string;
}

/** List items that lead to the operator's terms, privacy notice and contact, as far as there are any. */
export function NoticeLinks({ notices, className }: NoticeLinksProps) {
  const t = useTranslations('frame');
  const links = [
    ['terms', notices.termsUrl],
    ['privacy', notices.privacyUrl],
    ['contact', notices.contact === null ? null : contactAddress(notices.contact)],
  ] as const;
  return links.map(
    ([name, href]) =>
      href !== null && (
        <li key={name}>
          <a href={href} className={className}>
            {t(name)}
          </a>
        </li>
      ),
  );
}

function contactAddress(contact: string): string {
  return /^https?:/.test(contact) ? contact : `mailto:${contact}`;
}
