import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { LANGUAGES, type Language } from '../../../src/messages/languages.ts';
import { useSignOut } from '../account/use-sign-out.ts';
import { sessionQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { THEMES, type Theme, useTheme } from '../design/theme.ts';
import { useLanguage } from '../i18n/language-provider.tsx';

const LINK = 'flex min-h-11 items-center text-sm whitespace-nowrap text-soft no-underline hover:text-ink';
const ACTIVE = { className: 'font-semibold text-ink!' } as const;

/** The header's links: pages to read before signing in, pages to work with after. */
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

/** On small screens, the same links are behind one button. The menu covers the page, so following a link closes it. */
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

/** An open book, as in the operator's default logo, but in the colours of the page. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width={26} height={26} aria-hidden="true" className="shrink-0">
      <path d="M14.6 8.6C11.6 6.6 7 6 2.5 6.3v18.4c4.5-.3 9.1.3 12.1 2.3z" className="fill-ink" />
      <path d="M17.4 8.6C20.4 6.6 25 6 29.5 6.3v18.4c-4.5-.3-9.1.3-12.1 2.3z" className="fill-mark" />
    </svg>
  );
}

/** The other languages, each named in itself. */
function LanguageSwitch() {
  const t = useTranslations('frame');
  const { language, choose } = useLanguage();
  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <button
      key={other}
      type="button"
      lang={other}
      onClick={() => choose(other)}
      className="flex min-h-11 items-center gap-2 text-sm text-soft hover:text-ink"
    >
      <span className="sr-only" lang={language}>{`${t('language')}: `}</span>
      {ownNameOf(other)}
    </button>
  ));
}

function ownNameOf(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

const TEXTS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const satisfies Record<
  Theme,
  string
>;

/** Each press goes to the next theme. */
function ThemeButton() {
  const t = useTranslations('frame');
  const [theme, choose] = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const name = `${t('theme')}: ${t(TEXTS[theme])}`;
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      onClick={() => choose(next)}
      className="flex min-h-11 min-w-8 items-center gap-2 text-sm text-soft hover:text-ink lg:justify-center"
    >
      <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden="true" fill="none" stroke="currentColor">
        <circle cx="10" cy="10" r="7" strokeWidth="1.6" />
        <path d={PICTURES[theme]} fill="currentColor" stroke="none" />
      </svg>
      <span className="lg:hidden">{name}</span>
    </button>
  );
}

/** Half a disc for the system's theme, a small disc (the sun) for light, a crescent for dark. */
const PICTURES: Readonly<Record<Theme, string>> = {
  system: 'M10 3a7 7 0 0 1 0 14z',
  light: 'M10 6.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7z',
  dark: 'M10 3a7 7 0 1 0 0 14a9.5 9.5 0 0 1 0-14z',
};
