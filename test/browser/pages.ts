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
