import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs',
  component: lazyRouteComponent(() => import('./docs-layout.tsx'), 'DocsLayout'),
});

export const docsRoutes = [
  docsRoute.addChildren([
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/',
      component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/endpoints',
      loader: async () => (await import('./load-endpoints.ts')).loadEndpoints(null),
      component: lazyRouteComponent(() => import('./endpoints-page.tsx'), 'EndpointsPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/endpoints/$operation',
      loader: async ({ params }) => (await import('./load-endpoints.ts')).loadEndpoints(params.operation),
      component: lazyRouteComponent(() => import('./endpoint-page.tsx'), 'EndpointPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/errors',
      component: lazyRouteComponent(() => import('./errors-page.tsx'), 'ErrorsPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/rules',
      component: lazyRouteComponent(() => import('./text-pages.tsx'), 'RulesPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/faq',
      component: lazyRouteComponent(() => import('./text-pages.tsx'), 'FaqPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/changelog',
      component: lazyRouteComponent(() => import('./text-pages.tsx'), 'ChangelogPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/attribution',
      component: lazyRouteComponent(() => import('./attribution-page.tsx'), 'AttributionPage'),
    }),
  ]),
] as const;
