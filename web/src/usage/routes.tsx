import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from '../portal-route.ts';
import { requireSignIn } from '../require-sign-in.ts';

export const usageRoutes = [
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/usage',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
  }),
] as const;
