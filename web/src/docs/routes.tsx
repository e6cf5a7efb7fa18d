import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pagesBelow } from '../pages-below.ts';
import { rootRoute } from '../root-route.tsx';

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs',
  component: lazyRouteComponent(() => import('./docs-layout.tsx'), 'DocsLayout'),
  loader: async () => (await import('./load-endpoints.ts')).loadEndpoints(null),
});

const { page } = pagesBelow(docsRoute);
/** A page of running text. */
const guide = <const Path extends string>(path: Path) =>
  page(path, () => import('./text-pages.tsx'), 'GuidePage');

export const docsRoutes = [
  docsRoute.addChildren([
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/',
      loader: async () => (await import('./load-endpoints.ts')).loadEndpoints('bestsellerMonthly'),
      component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
    }),
    page('/endpoints', () => import('./endpoints-page.tsx'), 'EndpointsPage'),
    createRoute({
      getParentRoute: () => docsRoute,
      path: '/endpoints/$operation',
      loader: async ({ params }) => (await import('./load-endpoints.ts')).loadEndpoints(params.operation),
      component: lazyRouteComponent(() => import('./endpoint/endpoint-page.tsx'), 'EndpointPage'),
    }),
    page('/errors', () => import('./errors-page.tsx'), 'ErrorsPage'),
    page('/errors/$code', () => import('./errors-page.tsx'), 'OneErrorPage'),
    guide('/authentication'),
    guide('/paging'),
    guide('/caching'),
    guide('/rules'),
    guide('/versions'),
    guide('/migration'),
    guide('/faq'),
    page('/changelog', () => import('./text-pages.tsx'), 'ChangelogPage'),
    page('/attribution', () => import('./attribution-page.tsx'), 'AttributionPage'),
  ]),
] as const;
