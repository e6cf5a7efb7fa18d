import { ERROR_STATUS } from '../../../src/http/errors.ts';
import { DOCS_PAGES } from './docs-pages.ts';
import { GROUPS, groupOf } from './endpoint-groups.ts';
import type { Endpoint } from './openapi.ts';

interface PageLink {
  readonly to: string;
  readonly title: string;
}

/** Every page of the documentation: endpoints in the order of the contents, error codes in that of their list. */
export function inReadingOrder(
  endpoints: readonly Endpoint[],
  titleOf: (text: (typeof DOCS_PAGES)[number]['text']) => string,
): readonly PageLink[] {
  const details: Readonly<Record<string, readonly PageLink[]>> = {
    endpoints: GROUPS.flatMap((group) => endpoints.filter((endpoint) => groupOf(endpoint) === group)).map(
      ({ operation, title }) => ({ to: `/docs/endpoints/${operation}`, title }),
    ),
    errors: Object.keys(ERROR_STATUS).map((code) => ({ to: `/docs/errors/${code}`, title: code })),
  };
  return DOCS_PAGES.flatMap(({ to, text }) => [{ to, title: titleOf(text) }, ...(details[text] ?? [])]);
}
