import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';

export const testToolRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/test',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./test-tool-page.tsx'), 'TestToolPage'),
  }),
] as const;
