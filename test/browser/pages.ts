/** One of each kind of public page. */
export const PAGE_KINDS: ReadonlySet<string> = new Set([
  '/',
  '/docs',
  '/docs/endpoints',
  '/docs/endpoints/bestsellerMonthly',
  '/docs/errors',
  '/docs/errors/PARAM_006',
  '/docs/rules',
  '/docs/attribution',
  '/docs/status',
  '/goods/2001',
  '/categories/001',
]);

/** Pages that everybody reads. */
export const PUBLIC_PAGES: readonly string[] = [
  ...PAGE_KINDS,
  '/docs/endpoints/bestsellerExport',
  '/docs/endpoints/itemList',
  '/docs/endpoints/usage',
  '/docs/authentication',
  '/docs/paging',
  '/docs/caching',
  '/docs/errors/GOODS_001',
  '/docs/versions',
  '/docs/migration',
  '/docs/faq',
  '/docs/changelog',
];

/** Pages that lead to an account, each with what it shows when it is whole. */
export const ENTRANCE_PAGES = [
  ['/portal/sign-up', 'form'],
  ['/portal/sign-in', 'form'],
  ['/portal/sign-in?next=%2Fportal%2Fusage', 'form'],
  ['/portal/forgot-password', 'form'],
  ['/portal/reset-password?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'form'],
  ['/portal/verify-email', 'form'],
] as const;

/** Pages that read the shop of hostile-shop.ts without signing in, likewise. */
export const READING_PAGES = [] as const;

/** Pages of an account with a key and a few calls in the shop of hostile-shop.ts, likewise. */
export const OWN_PAGES = [
  ['/portal/key', '#add-on'],
  ['/portal/usage', '#calls td'],
  ['/portal/test', 'form button[type=submit]'],
  ['/portal/test?endpoint=usage', 'form button[type=submit]'],
  ['/portal/account', 'h2'],
] as const;
