import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from '../portal-route.ts';
import { requireSignIn } from '../require-sign-in.ts';

export const keyRoutes = [
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/key',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
  }),
] as const;
