import { pagesBelow } from '../pages-below.ts';
import { portalRoute, signedInRoute } from '../portal-route.ts';
import { asText, oneOf, searchReader } from '../search-params.ts';

/** Why the session has just ended. */
const REASONS = ['changed', 'closed', 'out', 'outHere'] as const;

const readToken = ({ token }: Record<string, unknown>) => ({ token: String(token ?? '') });

const readSignInSearch = searchReader({ next: asText, after: oneOf(REASONS) });

const { page, searchPage } = pagesBelow(portalRoute);
const own = pagesBelow(signedInRoute);

/** The ways to an account. */
export const entranceRoutes = [
  searchPage('/sign-in', readSignInSearch, () => import('./sign-in-page.tsx'), 'SignInPage'),
  page('/sign-in/demo', () => import('./demo-entrance-page.tsx'), 'DemoEntrancePage'),
  page('/sign-in/$provider', () => import('./provider-return-page.tsx'), 'ProviderReturnPage'),
  page('/sign-up', () => import('./sign-up-page.tsx'), 'SignUpPage'),
  searchPage('/verify-email', readToken, () => import('./verify-email-page.tsx'), 'VerifyEmailPage'),
  page('/forgot-password', () => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  searchPage('/reset-password', readToken, () => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
] as const;

export const accountRoutes = [
  own.searchPage(
    '/confirm-address',
    readToken,
    () => import('./confirm-address-page.tsx'),
    'ConfirmAddressPage',
  ),
  own.page('/account', () => import('./account-page.tsx'), 'AccountPage'),
] as const;
