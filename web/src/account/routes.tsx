import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';

/** What was just done and ended the session. */
const REASONS = ['changed', 'closed', 'out', 'outHere'] as const;
type SignInReason = (typeof REASONS)[number];

export const accountRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/sign-in',
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
    getParentRoute: () => rootRoute,
    path: '/portal/sign-in/demo',
    component: lazyRouteComponent(() => import('./demo-entrance-page.tsx'), 'DemoEntrancePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/sign-in/$provider',
    component: lazyRouteComponent(() => import('./provider-return-page.tsx'), 'ProviderReturnPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/sign-up',
    component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/verify-email',
    validateSearch: (search: Record<string, unknown>): { token: string } => ({
      token: String(search.token ?? ''),
    }),
    component: lazyRouteComponent(() => import('./verify-email-page.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/forgot-password',
    component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/reset-password',
    validateSearch: (search: Record<string, unknown>): { token: string } => ({
      token: String(search.token ?? ''),
    }),
    component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/confirm-address',
    beforeLoad: requireSignIn,
    validateSearch: (search: Record<string, unknown>): { token: string } => ({
      token: String(search.token ?? ''),
    }),
    component: lazyRouteComponent(() => import('./confirm-address-page.tsx'), 'ConfirmAddressPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/account',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const;
