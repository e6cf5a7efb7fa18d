import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pagesBelow } from '../pages-below.ts';
import { rootRoute } from '../root-route.tsx';

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs',
  component: lazyRouteComponent(() => import('./docs-layout.tsx'), 'DocsLayout'),
  loader: async () => (await import('./load-endpoints.ts')).loadEndpoints(null),
});

const page = pagesBelow(docsRoute);
/** A page of running text. */
const guide = lazyRouteComponent(() => import('./text-pages.tsx'), 'GuidePage');

export const docsRoutes = [
  docsRoute.addChildren([
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/',
      loader: async () => (await import('./load-endpoints.ts')).loadEndpoints('bestsellerMonthly'),
      component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
    }),
    page(
      '/endpoints',
      lazyRouteComponent(() => import('./endpoints-page.tsx'), 'EndpointsPage'),
    ),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/endpoints/$operation',
      loader: async ({ params }) => (await import('./load-endpoints.ts')).loadEndpoints(params.operation),
      component: lazyRouteComponent(() => import('./endpoint/endpoint-page.tsx'), 'EndpointPage'),
    }),
    page(
      '/errors',
      lazyRouteComponent(() => import('./errors-page.tsx'), 'ErrorsPage'),
    ),
    page(
      '/errors/$code',
      lazyRouteComponent(() => import('./errors-page.tsx'), 'OneErrorPage'),
    ),
    page('/authentication', guide),
    page('/paging', guide),
    page('/caching', guide),
    page('/rules', guide),
    page('/versions', guide),
    page('/migration', guide),
    page('/faq', guide),
    page(
      '/changelog',
      lazyRouteComponent(() => import('./text-pages.tsx'), 'ChangelogPage'),
    ),
    page(
      '/attribution',
      lazyRouteComponent(() => import('./attribution-page.tsx'), 'AttributionPage'),
    ),
  ]),
] as const;
