import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';
import { readExplorerSearch } from './explorer-search.ts';

export const explorerRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/explorer',
    validateSearch: readExplorerSearch,
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./explorer-page.tsx'), 'ExplorerPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/explorer/items/$itemId',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./item-page.tsx'), 'ItemPage'),
  }),
] as const;
