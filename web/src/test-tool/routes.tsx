import { pagesBelow } from '../pages-below.ts';
import { signedInRoute } from '../portal-route.ts';
import { asText, searchReader } from '../search-params.ts';

/** A call to begin with, such as the one that made a shelf. */
const readTestSearch = searchReader({ endpoint: asText, values: asTexts });

const { searchPage } = pagesBelow(signedInRoute);

export const testToolRoutes = [
  searchPage('/test', readTestSearch, () => import('./test-tool-page.tsx'), 'TestToolPage'),
] as const;

function asTexts(values: unknown): Readonly<Record<string, string>> | undefined {
  const given = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return given.length === 0
    ? undefined
    : Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
