import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { accountRoutes, entranceRoutes } from './account/routes.tsx';
import { consoleRoutes } from './console/routes.tsx';
import { docsRoutes } from './docs/routes.tsx';
import { explorerRoutes } from './explorer/routes.tsx';
import { BrokenPage, NotFoundPage } from './layout/lost-pages.tsx';
import { pagesBelow } from './pages-below.ts';
import { portalRoute, portalStartRoute, signedInRoute } from './portal-route.ts';
import { rootRoute } from './root-route.tsx';
import { testToolRoutes } from './test-tool/routes.tsx';

const { page } = pagesBelow(rootRoute);
const own = pagesBelow(signedInRoute);

/**
 * All pages. An area with several lists its own; their code is fetched when they are opened. `history` is the browser's if
 * it isn't given.
 */
export function createPageRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      page('/', () => import('./landing/landing-page.tsx'), 'LandingPage'),
      ...docsRoutes,
      page('/docs/status', () => import('./status/status-page.tsx'), 'StatusPage'),
      portalRoute.addChildren([
        portalStartRoute,
        ...entranceRoutes,
        signedInRoute.addChildren([
          own.page('/key', () => import('./key/key-page.tsx'), 'KeyPage'),
          own.page('/usage', () => import('./usage/usage-page.tsx'), 'UsagePage'),
          ...accountRoutes,
          ...testToolRoutes,
        ]),
        ...explorerRoutes,
        ...consoleRoutes,
      ]),
    ]),
    ...(history === undefined ? {} : { history }),
    parseSearch: readAddress,
    stringifySearch: writeAddress,
    defaultPreload: 'intent',
    // Only a browser scrolls.
    scrollRestoration: history === undefined,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: BrokenPage,
  });
}

const FORM_VALUE = /^values\./;

/** Texts as they are, without quotes; values for the fields of a form have their names behind `values.` */
function readAddress(text: string): Record<string, unknown> {
  const given = [...new URLSearchParams(text)];
  const values = given.filter(([name]) => FORM_VALUE.test(name));
  return {
    ...Object.fromEntries(given.filter(([name]) => !FORM_VALUE.test(name))),
    ...(values.length === 0
      ? {}
      : { values: Object.fromEntries(values.map(([name, value]) => [name.replace(FORM_VALUE, ''), value])) }),
  };
}

function writeAddress(search: Record<string, unknown>): string {
  const { values, ...texts } = search;
  const given = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  const query = new URLSearchParams(
    [...Object.entries(texts), ...given.map(([name, value]) => [`values.${name}`, value] as const)]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  return query.size === 0 ? '' : `?${query}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
