import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';

export const docsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs',
    component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/endpoints',
    component: lazyRouteComponent(() => import('./endpoints-page.tsx'), 'EndpointsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/endpoints/$operation',
    component: lazyRouteComponent(() => import('./endpoint-page.tsx'), 'EndpointPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/errors',
    component: lazyRouteComponent(() => import('./errors-page.tsx'), 'ErrorsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/rules',
    component: lazyRouteComponent(() => import('./rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/faq',
    component: lazyRouteComponent(() => import('./faq-page.tsx'), 'FaqPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/attribution',
    component: lazyRouteComponent(() => import('./attribution-page.tsx'), 'AttributionPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/docs/changelog',
    component: lazyRouteComponent(() => import('./changelog-page.tsx'), 'ChangelogPage'),
  }),
] as const;
