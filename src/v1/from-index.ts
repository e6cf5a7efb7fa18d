import { ApiError } from '../http/errors.ts';
import { SearchUnavailableError } from '../search/search-index.ts';

/** The outcome of asking the search index. Throws UPSTREAM_UNAVAILABLE while it cannot answer. */
export async function fromIndex<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SearchUnavailableError) throw new ApiError('UPSTREAM_UNAVAILABLE');
    throw error;
  }
}
