import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../console/console-route.tsx';
import { readOrdersSearch, readSearchTermsSearch, readShopSearch } from './shop-search.ts';

/** The part of the console that looks after search, single products, feeds and lists. */
export const consoleShopRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/shop',
    validateSearch: readShopSearch,
    component: lazyRouteComponent(() => import('./shop-page.tsx'), 'ShopPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/shop/bulk',
    component: lazyRouteComponent(() => import('./bulk-page.tsx'), 'BulkPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/shop/$itemId',
    component: lazyRouteComponent(() => import('./overridden-item-page.tsx'), 'OverriddenItemPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/search',
    validateSearch: readSearchTermsSearch,
    component: lazyRouteComponent(() => import('./search-terms-page.tsx'), 'SearchTermsPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/feeds',
    component: lazyRouteComponent(() => import('../console-feeds/feeds-page.tsx'), 'FeedsPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/orders',
    validateSearch: readOrdersSearch,
    component: lazyRouteComponent(() => import('../console-orders/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/rankings',
    component: lazyRouteComponent(() => import('./rankings-page.tsx'), 'RankingsPage'),
  }),
] as const;
