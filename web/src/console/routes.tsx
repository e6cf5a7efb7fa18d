import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleShopRoutes } from '../console-shop/routes.tsx';
import { consoleRoute } from './console-route.tsx';
import { readAccountsSearch, readAuditSearch, readQuotaSearch } from './console-search.ts';

/** The operators' console. Pages of other folders are spread into the same list; console-pages.ts leads to them. */
export const consoleRoutes = [
  consoleRoute.addChildren([
    createRoute({
      getParentRoute: () => consoleRoute,
      path: '/',
      component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
    }),
    createRoute({
      getParentRoute: () => consoleRoute,
      path: '/accounts',
      validateSearch: readAccountsSearch,
      component: lazyRouteComponent(() => import('./accounts-page.tsx'), 'AccountsPage'),
    }),
    createRoute({
      getParentRoute: () => consoleRoute,
      path: '/accounts/$accountId',
      component: lazyRouteComponent(() => import('./one-account-page.tsx'), 'OneAccountPage'),
    }),
    createRoute({
      getParentRoute: () => consoleRoute,
      path: '/quota-requests',
      validateSearch: readQuotaSearch,
      component: lazyRouteComponent(() => import('./quota-requests-page.tsx'), 'QuotaRequestsPage'),
    }),
    createRoute({
      getParentRoute: () => consoleRoute,
      path: '/audit',
      validateSearch: readAuditSearch,
      component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
    }),
    ...consoleShopRoutes,
  ]),
] as const;
