import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';

export const statusRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/status',
    component: lazyRouteComponent(() => import('./status-page.tsx'), 'StatusPage'),
  }),
] as const;
