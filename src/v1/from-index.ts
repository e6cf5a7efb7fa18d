import { ApiError } from '../http/errors.ts';
import { SearchUnavailableError } from '../search/search-index.ts';

/** The result of a query to the search index. Throws UPSTREAM_UNAVAILABLE while the index can't answer. */
export async function fromIndex<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SearchUnavailableError) throw new ApiError('UPSTREAM_UNAVAILABLE');
    throw error;
  }
}
