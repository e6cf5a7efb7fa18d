import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs',
  component: lazyRouteComponent(() => import('./docs-layout.tsx'), 'DocsLayout'),
  loader: async () => (await import('./load-endpoints.ts')).loadEndpoints(null),
});

export const docsRoutes = [
  docsRoute.addChildren([
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/',
      loader: async () => (await import('./load-endpoints.ts')).loadEndpoints('bestsellerMonthly'),
      component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/endpoints',
      component: lazyRouteComponent(() => import('./endpoints-page.tsx'), 'EndpointsPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/endpoints/$operation',
      loader: async ({ params }) => (await import('./load-endpoints.ts')).loadEndpoints(params.operation),
      component: lazyRouteComponent(() => import('./endpoint/endpoint-page.tsx'), 'EndpointPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/errors',
      component: lazyRouteComponent(() => import('./errors-page.tsx'), 'ErrorsPage'),
    }),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/errors/$code',
      component: lazyRouteComponent(() => import('./errors-page.tsx'), 'OneErrorPage'),
    }),
    guideRoute('/authentication'),
    guideRoute('/paging'),
    guideRoute('/caching'),
    guideRoute('/rules'),
    guideRoute('/versions'),
    guideRoute('/migration'),
    guideRoute('/faq'),
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

/** A page of running text. */
function guideRoute<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => docsRoute,
    path,
    component: lazyRouteComponent(() => import('./text-pages.tsx'), 'GuidePage'),
  });
}
