import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useSignOut } from '../account/use-sign-out.ts';
import { sessionQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { ThemeButton } from './theme-switch.tsx';

const LINK = 'flex min-h-11 items-center text-sm whitespace-nowrap text-soft no-underline hover:text-ink';
const ACTIVE = { className: 'font-semibold text-ink!' } as const;

/** Where the header leads: to reading before sign-in, to working after. */
const PUBLIC_PAGES = [
  { to: '/portal/explorer', text: 'explorer' },
  { to: '/docs', text: 'docs' },
  { to: '/docs/endpoints', text: 'endpoints' },
  { to: '/docs/errors', text: 'errors' },
] as const;
const ACCOUNT_PAGES = [
  { to: '/portal/explorer', text: 'explorer' },
  { to: '/docs', text: 'docs' },
  { to: '/portal/key', text: 'key' },
  { to: '/portal/usage', text: 'usage' },
  { to: '/portal/test', text: 'testTool' },
] as const;
/** Pages that signing in leads back to. */
const RETURNS = /^\/(docs|portal\/explorer)\b/;
const OPERATOR_PAGES = [...ACCOUNT_PAGES, { to: '/portal/console', text: 'console' }] as const;

export function Header() {
  const { data: session } = useQuery(sessionQuery);
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:static">
      <div className="mx-auto flex max-w-[88rem] items-center gap-6 px-4 sm:px-8">
        <Link to="/" className="flex min-h-14 min-w-0 items-center gap-2.5 text-ink no-underline">
          <Logo />
          <bdi className="brand truncate font-title text-lg font-bold">{session?.operatorName}</bdi>
        </Link>
        <div className="ml-auto hidden items-center gap-4 lg:flex xl:gap-6 print:hidden">
          <Navigation />
        </div>
        <SmallMenu />
      </div>
    </header>
  );
}

/** On small screens the same links stand behind one button. It lies over the page: whoever goes on closes it. */
function SmallMenu() {
  const t = useTranslations('frame');
  const menu = useRef<HTMLDetailsElement>(null);
  const router = useRouter();
  useEffect(() => router.subscribe('onResolved', () => menu.current?.removeAttribute('open')), [router]);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget))
      menu.current?.removeAttribute('open');
  };
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    menu.current?.removeAttribute('open');
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details ref={menu} onBlur={leave} onKeyDown={close} className="ml-auto lg:hidden print:hidden">
      <summary className="flex min-h-11 list-none items-center rounded-md border border-edge px-4 text-sm font-semibold">
        {t('menu')}
      </summary>
      <div className="absolute inset-x-0 top-full grid gap-1 border-b border-line bg-paper px-4 pt-2 pb-6 shadow-float sm:px-8">
        <Navigation />
      </div>
    </details>
  );
}

function Navigation() {
  const t = useTranslations('frame');
  const { data: session } = useQuery(sessionQuery);
  const account = session?.account ?? null;
  const next = useLocation({ select: ({ href }) => (RETURNS.test(href) ? href : undefined) });
  const pages =
    account === null ? PUBLIC_PAGES : account.rights.includes('console') ? OPERATOR_PAGES : ACCOUNT_PAGES;
  return (
    <>
      <nav aria-label={t('mainNav')} className="grid gap-x-4 lg:flex xl:gap-x-6">
        {pages.map((page) => (
          <Link
            key={page.to}
            to={page.to}
            activeOptions={{ exact: page.to !== '/portal/console', includeSearch: false }}
            activeProps={ACTIVE}
            className={LINK}
          >
            {t(page.text)}
          </Link>
        ))}
      </nav>
      <LanguageSwitch />
      <ThemeButton />
      {account !== null ? (
        <>
          <SignOut />
          <ButtonLink to="/portal/account">{t('account')}</ButtonLink>
        </>
      ) : (
        <>
          <Link to="/portal/sign-in" search={{ next }} activeProps={ACTIVE} className={LINK}>
            {t('signIn')}
          </Link>
          <ButtonLink to="/portal/sign-up" kind="primary">
            {t('signUp')}
          </ButtonLink>
        </>
      )}
    </>
  );
}

function SignOut() {
  const t = useTranslations('frame');
  const { busy, fault, signOut } = useSignOut();
  return (
    <>
      {fault !== '' && (
        <p role="alert" className="text-xs text-bad">
          {fault}
        </p>
      )}
      <button type="button" onClick={busy ? undefined : signOut} aria-busy={busy} className={LINK}>
        {t('signOut')}
      </button>
    </>
  );
}
