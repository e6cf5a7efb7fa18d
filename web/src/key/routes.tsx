import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';

export const keyRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/key',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
  }),
] as const;
