import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pagesBelow } from '../pages-below.ts';
import { portalRoute } from '../portal-route.ts';
import { requireSignIn } from '../require-sign-in.ts';

/** What was just done and ended the session. */
const REASONS = ['changed', 'closed', 'out', 'outHere'] as const;
type SignInReason = (typeof REASONS)[number];

const readToken = ({ token }: Record<string, unknown>) => ({ token: String(token ?? '') });

const page = pagesBelow(portalRoute);

export const accountRoutes = [
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): { next?: string; after?: SignInReason } => {
      const after = REASONS.find((reason) => reason === search.after);
      return {
        ...(typeof search.next === 'string' ? { next: search.next } : {}),
        ...(after === undefined ? {} : { after }),
      };
    },
    component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
  }),
  page(
    '/sign-in/demo',
    lazyRouteComponent(() => import('./demo-entrance-page.tsx'), 'DemoEntrancePage'),
  ),
  page(
    '/sign-in/$provider',
    lazyRouteComponent(() => import('./provider-return-page.tsx'), 'ProviderReturnPage'),
  ),
  page(
    '/sign-up',
    lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
  ),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/verify-email',
    validateSearch: readToken,
    component: lazyRouteComponent(() => import('./verify-email-page.tsx'), 'VerifyEmailPage'),
  }),
  page(
    '/forgot-password',
    lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  ),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/reset-password',
    validateSearch: readToken,
    component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/confirm-address',
    beforeLoad: requireSignIn,
    validateSearch: readToken,
    component: lazyRouteComponent(() => import('./confirm-address-page.tsx'), 'ConfirmAddressPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/account',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const;
