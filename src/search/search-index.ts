import type { Catalog } from '../catalog/item.ts';

/** Orders of search results (spec 4.1, itemList; decisions 4). */
export const SEARCH_SORTS = ['DEFAULT', 'RELATION', 'RECENT', 'REG_DTS'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** Which catalogue a search looks at. */
export const SEARCH_CATEGORIES = ['ALL', 'BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'] as const;
export type SearchCategory = 'ALL' | Catalog;

export interface SearchRequest {
  /** As typed by the user, at most 200 characters. */
  readonly query: string;
  readonly category: SearchCategory;
  readonly sort: SearchSort;
  /** Results to pass over, 0 or more. */
  readonly offset: number;
  /** Results to return, 1 .. 100. */
  readonly limit: number;
}

export interface SearchResult {
  /** Exact number of matching items that may be shown. */
  readonly totalCount: number;
  /** The asked slice, in order. Every sort ends in itemId ascending, so slices never overlap. */
  readonly itemIds: readonly number[];
  /** Matching items that the operator withholds; tells SEARCH_002 from SEARCH_001 when nothing else matched. */
  readonly withheldCount: number;
}

/** Thrown when the index cannot answer now (spec: 503 UPSTREAM_UNAVAILABLE). */
export class SearchUnavailableError extends Error {
  override name = 'SearchUnavailableError';
}

/**
 * Finds items by words, ISBN or item number as decisions 4 says. Sees every item from the commit of its import on.
 * A query without anything searchable matches nothing.
 */
export interface SearchIndex {
  /** Throws SearchUnavailableError. */
  search(request: SearchRequest): Promise<SearchResult>;
}
