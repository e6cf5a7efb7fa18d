import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';

export const usageRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/usage',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
  }),
] as const;
