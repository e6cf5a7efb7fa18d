import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { sessionQuery } from '../api.ts';
import { NoticeLinks } from './notice-links.tsx';

const PAGES = [
  { to: '/docs', text: 'docs' },
  { to: '/docs/rules', text: 'rules' },
  { to: '/docs/faq', text: 'faq' },
  { to: '/docs/attribution', text: 'attribution' },
  { to: '/docs/changelog', text: 'changelog' },
  { to: '/docs/status', text: 'status' },
] as const;

const LINK = 'inline-flex min-h-9 items-center text-xs text-soft no-underline hover:text-ink';

export function Footer() {
  const t = useTranslations('frame');
  const { data: session } = useQuery(sessionQuery);
  const operator = session?.operatorName ?? '';
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-8">
        <ul className="flex flex-wrap gap-x-6">
          {PAGES.map((page) => (
            <li key={page.to}>
              <Link to={page.to} className={LINK}>
                {t(page.text)}
              </Link>
            </li>
          ))}
          {session !== undefined && <NoticeLinks notices={session.notices} className={LINK} />}
        </ul>
        <p className="mt-3 text-xs text-soft">
          {operator === '' || operator === 'Seoga' ? t('footerPlain') : t('footer', { operator })}
        </p>
      </div>
    </footer>
  );
}
