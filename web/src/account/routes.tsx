import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';

export const accountRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/sign-in',
    validateSearch: (search: Record<string, unknown>): { next?: string } =>
      typeof search.next === 'string' ? { next: search.next } : {},
    component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
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
    path: '/portal/reset-password',
    validateSearch: (search: Record<string, unknown>): { token: string } => ({
      token: String(search.token ?? ''),
    }),
    component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/account',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const;
