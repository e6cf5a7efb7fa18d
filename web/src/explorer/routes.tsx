import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from '../portal-route.ts';
import { readExplorerSearch } from './explorer-search.ts';

export const explorerRoutes = [
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/explorer',
    validateSearch: readExplorerSearch,
    component: lazyRouteComponent(() => import('./explorer-page.tsx'), 'ExplorerPage'),
  }),
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/explorer/items/$itemId',
    component: lazyRouteComponent(() => import('./item-page.tsx'), 'ItemPage'),
  }),
] as const;
