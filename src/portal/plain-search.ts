import { NO_FILTER, type SearchResult, SearchUnavailableError } from '../search/search-index.ts';
import { PortalError } from './failures.ts';
import type { PortalServices } from './services.ts';

/** The first items that all kinds of products have for a text, which isn't corrected. Throws UNAVAILABLE. */
export async function searchPlainly(
  query: string,
  limit: number,
  { search }: Pick<PortalServices, 'search'>,
): Promise<SearchResult> {
  const all = { category: 'ALL', sort: 'DEFAULT', target: 'all', filter: NO_FILTER } as const;
  try {
    return await search.search({ ...all, query, correct: false, offset: 0, limit });
  } catch (error) {
    throw error instanceof SearchUnavailableError ? new PortalError('UNAVAILABLE') : error;
  }
}
