import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from './console-route.tsx';

/** The operators' console. Pages of other folders are spread into the same list; console-pages.ts leads to them. */
export const consoleRoutes = [
  consoleRoute.addChildren([
    createRoute({
      getParentRoute: () => consoleRoute,
      path: '/',
      component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
    }),
  ]),
] as const;
