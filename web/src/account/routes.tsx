import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from '../portal-route.ts';
import { requireSignIn } from '../require-sign-in.ts';

/** What was just done and ended the session. */
const REASONS = ['changed', 'closed', 'out', 'outHere'] as const;
type SignInReason = (typeof REASONS)[number];

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
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/sign-in/demo',
    component: lazyRouteComponent(() => import('./demo-entrance-page.tsx'), 'DemoEntrancePage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/sign-in/$provider',
    component: lazyRouteComponent(() => import('./provider-return-page.tsx'), 'ProviderReturnPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/verify-email',
    validateSearch: (search: Record<string, unknown>): { token: string } => ({
      token: String(search.token ?? ''),
    }),
    component: lazyRouteComponent(() => import('./verify-email-page.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/reset-password',
    validateSearch: (search: Record<string, unknown>): { token: string } => ({
      token: String(search.token ?? ''),
    }),
    component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/confirm-address',
    beforeLoad: requireSignIn,
    validateSearch: (search: Record<string, unknown>): { token: string } => ({
      token: String(search.token ?? ''),
    }),
    component: lazyRouteComponent(() => import('./confirm-address-page.tsx'), 'ConfirmAddressPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/account',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const;
