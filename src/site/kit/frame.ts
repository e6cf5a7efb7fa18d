import type { Right } from '../../accounts/roles.ts';
import { type Html, html } from '../../http/html.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import type { IdIn } from '../../messages/messages.ts';
import { typed, word } from './fields.ts';
import { flashLine } from './form.ts';
import { goTo, screen } from './screen.ts';
import { fileAddress } from './static-files.ts';
import { attributesOf, linkTo } from './ui.ts';
import { type Page, THEMES, type Visit } from './visit.ts';

const PAGE_PATHS = {
  explorer: '/search',
  docs: '/docs',
  endpoints: '/docs/endpoints',
  errors: '/docs/errors',
  rules: '/docs/rules',
  faq: '/docs/faq',
  attribution: '/docs/attribution',
  changelog: '/docs/changelog',
  status: '/docs/status',
  key: '/portal/key',
  usage: '/portal/usage',
  testTool: '/portal/test',
  console: '/portal/console',
} as const satisfies Partial<Record<IdIn<'frame'>, string>>;
type PageName = keyof typeof PAGE_PATHS;

const PUBLIC_PAGES: readonly PageName[] = ['explorer', 'docs', 'endpoints', 'errors'];
const ACCOUNT_PAGES: readonly PageName[] = ['explorer', 'docs', 'key', 'usage', 'testTool'];
const FOOTER_PAGES: readonly PageName[] = ['docs', 'rules', 'faq', 'attribution', 'changelog', 'status'];

const CONSOLE = PAGE_PATHS.console;
const IN_CONSOLE = /^\/portal\/console(\/|$)/;
const CONSOLE_PAGES: readonly (readonly [path: string, IdIn<'console'>, Right])[] = [
  ['', 'nav.overview', 'console'],
  ['/accounts', 'nav.accounts', 'see-accounts'],
  ['/quota-requests', 'nav.quotaRequests', 'see-accounts'],
  ['/shop', 'nav.shop', 'see-shop'],
  ['/categories', 'nav.categories', 'see-shop'],
  ['/search', 'nav.search', 'see-shop'],
  ['/feeds', 'nav.feeds', 'see-shop'],
  ['/orders', 'nav.orders', 'see-shop'],
  ['/rankings', 'nav.rankings', 'see-shop'],
  ['/audit', 'nav.audit', 'see-accounts'],
];

export function layOut(page: Page, visit: Visit): string {
  const { language, theme, services } = visit;
  const t = visit.words('frame');
  const [path = ''] = visit.address.split('?');
  const isConsole = IN_CONSOLE.test(path) && visit.may('console');
  const flash = visit.takeFlash(null);
  const heading =
    page.hasOwnHeading !== true &&
    html`<h1>${page.title}</h1>
${page.lead !== undefined && html`<p class="lead">${page.lead}</p>`}`;
  return html`<!doctype html>
<html${attributesOf({ lang: language, 'data-theme': theme === 'system' ? undefined : theme })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} – ${services.operatorName}</title>
${page.head ?? html`<meta name="robots" content="noindex">`}
<link rel="icon" type="image/svg+xml" href="/assets/logo.svg">
<link rel="stylesheet" href="${fileAddress('site.css')}">
${page.hasTitles === true && html`<link rel="stylesheet" href="${fileAddress('titles.css')}">`}<script src="${fileAddress('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#main">${t('skip')}</a>
${header(visit, path)}
${isConsole && consoleNavigation(visit, path)}<main id="main" tabindex="-1" class="${isConsole ? 'dense' : (page.width ?? 'text')}">
${flash !== null && flashLine(visit, flash)}${heading}
${page.body}
</main>
${footer(visit)}
</body>
</html>
`.toString();
}

function header(visit: Visit, path: string): Html {
  const { account, address, services } = visit;
  const t = visit.words('frame');
  const own: readonly PageName[] = visit.may('console') ? [...ACCOUNT_PAGES, 'console'] : ACCOUNT_PAGES;
  const links = (account === null ? PUBLIC_PAGES : own).map((name) => {
    const to = PAGE_PATHS[name];
    return linkTo(to, t(name), to === CONSOLE ? IN_CONSOLE.test(path) : path === to);
  });
  const isPublic = /^\/(docs|search|goods|authors|categories)\b/.test(path);
  const next = isPublic ? `?next=${encodeURIComponent(address)}` : '';
  return html`<header class="top"><div>
<a class="brand" href="/">${MARK}<bdi>${services.operatorName}</bdi></a>
<details class="menu"><summary>${t('menu')}</summary></details><div class="links"><nav aria-label="${t('mainNav')}">${links}</nav>
<div class="switches">${languageSwitch(visit)}${themeSwitch(visit)}</div>
<div class="session">${
    account === null
      ? html`<a href="/portal/sign-in${next}">${t('signIn')}</a><a class="button primary" href="/portal/sign-up">${t('signUp')}</a>`
      : html`<form method="post" action="/portal/sign-out" data-form="sign-out"><input type="hidden" name="form" value="sign-out"><input type="hidden" name="csrf" value="${visit.csrf()}"><button class="link">${t('signOut')}</button></form><a class="button" href="/portal/account">${t('account')}</a>`
  }</div></div>
</div></header>`;
}

const OWN_NAMES = new Map(
  LANGUAGES.map((one) => [one, new Intl.DisplayNames(one, { type: 'language' }).of(one) ?? one]),
);

function languageSwitch(visit: Visit): Html[] {
  const t = visit.words('frame');
  return LANGUAGES.filter((other) => other !== visit.language).map(
    (other) =>
      html`<a lang="${other}" hreflang="${other}" rel="nofollow" href="${preference(visit, 'lang', other)}"><span class="unseen" lang="${visit.language}">${t('language')}: </span>${OWN_NAMES.get(other)}</a>`,
  );
}

const THEME_SIGNS = {
  system: ['themeSystem', 'M10 3a7 7 0 0 1 0 14z'],
  light: ['themeLight', 'M10 6.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7z'],
  dark: ['themeDark', 'M10 3a7 7 0 1 0 0 14a9.5 9.5 0 0 1 0-14z'],
} as const;

function themeSwitch(visit: Visit): Html {
  const { theme } = visit;
  const t = visit.words('frame');
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const [text, sign] = THEME_SIGNS[theme];
  const name = `${t('theme')}: ${t(text)}`;
  return html`<a class="theme" rel="nofollow" title="${name}" aria-label="${name}" href="${preference(visit, 'theme', next)}"><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7"/><path d="${sign}"/></svg><span>${name}</span></a>`;
}

function preference({ address }: Visit, name: string, value: string): string {
  return `/portal/preferences?${name}=${value}&to=${encodeURIComponent(address)}`;
}

function consoleNavigation(visit: Visit, path: string): Html {
  const t = visit.words('console');
  const pages = CONSOLE_PAGES.filter(([, , right]) => visit.may(right));
  const here = pages.findLast(([to]) => path.startsWith(CONSOLE + to))?.[0];
  const links = pages.map(([to, text]) => linkTo(CONSOLE + to, t(text), to === here));
  return html`<div class="console"><nav class="scroll" aria-label="${t('navLabel')}">${links}</nav></div>\n`;
}

function footer(visit: Visit): Html {
  const t = visit.words('frame');
  const { operatorName: operator, termsUrl, privacyUrl, contact } = visit.services;
  const published = [
    [termsUrl, t('terms')],
    [privacyUrl, t('privacy')],
    [contact === null || /^https?:/.test(contact) ? contact : `mailto:${contact}`, t('contact')],
  ] as const;
  return html`<footer><div>
<ul>${FOOTER_PAGES.map((name) => html`<li><a href="${PAGE_PATHS[name]}">${t(name)}</a></li>`)}${published.map(([url, text]) => url !== null && html`<li><a href="${url}">${text}</a></li>`)}</ul>
<p>${operator === 'Seoga' ? t('footerPlain') : t('footer', { operator })}</p>
</div></footer>`;
}

const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M14.6 8.6C11.6 6.6 7 6 2.5 6.3v18.4c4.5-.3 9.1.3 12.1 2.3z"/><path class="mark" d="M17.4 8.6C20.4 6.6 25 6 29.5 6.3v18.4c-4.5-.3-9.1.3-12.1 2.3z"/></svg>`;

export const preferencesScreen = screen('/portal/preferences', {
  needs: 'nobody',
  limit: 'pages',
  query: { lang: word(LANGUAGES).optional(), theme: word(THEMES).optional(), to: typed(0, 5000).or('') },
  async show({ services: { cookies, baseUrl }, reply }, { lang, theme, to }) {
    if (lang !== undefined) cookies.setChoice(reply, 'lang', lang);
    if (theme !== undefined) cookies.setChoice(reply, 'theme', theme);
    return goTo(ownAddress(to, baseUrl));
  },
});

/** An address on this site without its language. Any other address becomes `/`. */
export function ownAddress(to: string, baseUrl: string): string {
  if (!to.startsWith('/') || !URL.canParse(to, baseUrl)) return '/';
  const url = new URL(to, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return '/';
  url.searchParams.delete('lang');
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}
