import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';

export const explorerRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/explorer',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./explorer-page.tsx'), 'ExplorerPage'),
  }),
] as const;
