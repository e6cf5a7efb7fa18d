import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from '../portal-route.ts';
import { requireSignIn } from '../require-sign-in.ts';

export const testToolRoutes = [
  createRoute({
    getParentRoute: () => portalRoute,
    path: '/test',
    validateSearch: readSearch,
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('./test-tool-page.tsx'), 'TestToolPage'),
  }),
] as const;

/** A call to begin with, such as the one that made a shelf. */
interface TestToolSearch {
  readonly endpoint?: string;
  readonly values?: Readonly<Record<string, string>>;
}

function readSearch({ endpoint, values }: Record<string, unknown>): TestToolSearch {
  const given = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return {
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(given.length > 0
      ? { values: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) }
      : {}),
  };
}
