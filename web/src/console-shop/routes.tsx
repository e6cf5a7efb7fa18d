import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../console/console-route.tsx';
import { readSearchDeskSearch, readShopSearch } from './shop-search.ts';

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
    path: '/shop/$itemId',
    component: lazyRouteComponent(() => import('./desk-item-page.tsx'), 'DeskItemPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/search',
    validateSearch: readSearchDeskSearch,
    component: lazyRouteComponent(() => import('./search-desk-page.tsx'), 'SearchDeskPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/feeds',
    component: lazyRouteComponent(() => import('./feeds-page.tsx'), 'FeedsPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/rankings',
    component: lazyRouteComponent(() => import('./rankings-page.tsx'), 'RankingsPage'),
  }),
] as const;
