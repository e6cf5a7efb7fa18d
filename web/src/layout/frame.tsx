import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { sessionQuery } from '../api.ts';
import { Header } from './header.tsx';
import { NoticeLinks } from './notice-links.tsx';

export function Frame() {
  const t = useTranslations('frame');
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-fill px-4 py-3 text-sm font-semibold text-on-fill focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}

const PAGES = [
  { to: '/docs', text: 'docs' },
  { to: '/docs/rules', text: 'rules' },
  { to: '/docs/faq', text: 'faq' },
  { to: '/docs/attribution', text: 'attribution' },
  { to: '/docs/changelog', text: 'changelog' },
  { to: '/docs/status', text: 'status' },
] as const;

const LINK = 'inline-flex min-h-9 items-center text-xs text-soft no-underline hover:text-ink';

function Footer() {
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
