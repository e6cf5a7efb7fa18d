import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needMessages } from '../i18n/shown-messages.ts';
import { portalRoute } from '../portal-route.ts';
import { requireSignIn } from '../require-sign-in.ts';

/** What every page of the console stands in: its children are listed in routes.tsx. */
export const consoleRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/console',
  beforeLoad: requireSignIn,
  loader: () => needMessages('operators'),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./console-layout.tsx'), 'ConsoleLayout'),
});
