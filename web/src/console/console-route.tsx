import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSignIn } from '../require-sign-in.ts';
import { rootRoute } from '../root-route.tsx';

/** What every page of the console stands in: its children are listed in routes.tsx. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/console',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('./console-layout.tsx'), 'ConsoleLayout'),
});
