import { pagesBelow } from '../pages-below.ts';
import { signedInRoute } from '../portal-route.ts';

const { searchPage } = pagesBelow(signedInRoute);

export const testToolRoutes = [
  searchPage('/test', readSearch, () => import('./test-tool-page.tsx'), 'TestToolPage'),
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
