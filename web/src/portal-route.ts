import { createRoute, redirect } from '@tanstack/react-router';
import { needMessages } from './i18n/shown-messages.ts';
import { requireSignIn } from './require-sign-in.ts';
import { rootRoute } from './root-route.tsx';

/** The parent of all pages of the portal: loads their texts. Each area lists its own pages. */
export const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal',
  loader: () => needMessages('portal'),
  // Texts stay: a page that is left isn't drawn again for them.
  staleTime: Number.POSITIVE_INFINITY,
});

export const portalStartRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/portal/key' });
  },
});

/** The parent of pages that need an account; it adds nothing to their addresses. */
export const signedInRoute = createRoute({
  getParentRoute: () => portalRoute,
  id: 'signed-in',
  beforeLoad: requireSignIn,
});
