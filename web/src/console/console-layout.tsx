import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLoaderData, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { sessionQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { Loading } from '../design/loading.tsx';
import { Page } from '../design/page.tsx';
import { useInSight } from '../design/use-in-sight.ts';
import type { CONSOLE_PAGES } from './routes.tsx';

const LINK =
  'flex min-h-11 items-center border-b-3 border-transparent text-sm whitespace-nowrap text-soft no-underline hover:text-ink';
const ACTIVE = { className: 'border-mark! font-semibold text-ink!' } as const;

/** The console's own frame: its pages in a row above the one that is open. Anyone else gets a plain page. */
export function ConsoleLayout() {
  const { data: session } = useQuery(sessionQuery);
  const account = session?.account ?? null;
  if (account === null) return <Loading />;
  if (!account.rights.includes('console')) return <NotAllowedPage />;
  return (
    <>
      <ConsoleNavigation rights={account.rights} />
      <Outlet />
    </>
  );
}

function ConsoleNavigation({ rights }: { readonly rights: AccountView['rights'] }) {
  const t = useTranslations('console');
  const { pathname } = useLocation();
  const pages: typeof CONSOLE_PAGES = useLoaderData({ from: '/portal/console' });
  const row = useRef<HTMLElement>(null);
  const open = pages.findLast(({ to }) => pathname.startsWith(to));
  useInSight(row, `[href="${open?.to}"]`);
  return (
    <div className="border-b border-line">
      <nav
        ref={row}
        aria-label={t('navLabel')}
        className="scroll-hint relative mx-auto flex max-w-6xl gap-x-6 overflow-x-auto px-4 sm:px-8"
      >
        {pages
          .filter(({ needs }) => rights.includes(needs))
          .map((page) => (
            <Link
              key={page.to}
              to={page.to}
              activeOptions={{ exact: page.to === '/portal/console', includeSearch: false }}
              activeProps={ACTIVE}
              className={LINK}
            >
              {t(`nav.${page.text}`)}
            </Link>
          ))}
      </nav>
    </div>
  );
}

function NotAllowedPage() {
  const t = useTranslations('console.notAllowed');
  return (
    <Page title={t('title')} lead={t('lead')}>
      <ButtonLink to="/portal/key" kind="primary">
        {t('back')}
      </ButtonLink>
    </Page>
  );
}
