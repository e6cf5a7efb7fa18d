import type { Catalog } from '../catalog/item.ts';
import type { KstDay } from '../clock.ts';
import type { Correction } from './correction/likely-queries.ts';
import type { CorrectionKind } from './correction/word-candidates.ts';

/** By docs/search.md#order. */
export const SEARCH_SORTS = ['DEFAULT', 'RELATION', 'RECENT', 'REG_DTS'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

export const SEARCH_CATEGORIES = ['ALL', 'BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'] as const;
type SearchCategory = 'ALL' | Catalog;

/** By docs/search.md#filters. */
export const SEARCH_TARGETS = ['all', 'title', 'author', 'publisher'] as const;
export type SearchTarget = (typeof SEARCH_TARGETS)[number];

/** Null or false = no condition. */
export interface SearchFilter {
  readonly inStock: boolean;
  /** Both days are included. An item with an unknown date is outside any range. */
  readonly publishedFrom: KstDay | null;
  readonly publishedTo: KstDay | null;
  /** Both prices are included. An item without a price is outside any range. */
  readonly priceFrom: number | null;
  readonly priceTo: number | null;
}

/** Maximum length of a query in characters (docs/search.md#refused-searches). */
export const SEARCH_LENGTH_MAX = 200;
/** Highest price that a filter can name, in the shop's currency. */
export const FILTER_PRICE_MAX = 999_999_999;

export const NO_FILTER: SearchFilter = {
  inStock: false,
  publishedFrom: null,
  publishedTo: null,
  priceFrom: null,
  priceTo: null,
};

export interface SearchRequest {
  readonly query: string;
  readonly category: SearchCategory;
  readonly sort: SearchSort;
  readonly target: SearchTarget;
  readonly filter: SearchFilter;
  readonly correct: boolean;
  readonly offset: number;
  readonly limit: number;
}

export const PLAIN_SEARCH: Omit<SearchRequest, 'query' | 'limit'> = {
  category: 'ALL',
  sort: 'DEFAULT',
  target: 'all',
  filter: NO_FILTER,
  correct: false,
  offset: 0,
};

export type { Correction, CorrectionKind };

export interface SearchResult {
  /** Exact number of matching items that aren't withheld. */
  readonly totalCount: number;
  /** The requested slice, in order. Every sort ends in itemId ascending, so slices never overlap. */
  readonly itemIds: readonly number[];
  /** Matching items that are withheld; distinguishes SEARCH_002 from SEARCH_001. */
  readonly withheldCount: number;
  readonly correction: Correction | null;
  /** A query that has hits but isn't certain enough to answer with, or null. */
  readonly suggestion: string | null;
}

export interface FoundItems extends SearchResult {
  /** Whether the result includes every commit before the call. An older result must not be cached for the current revision. */
  readonly isCurrent: boolean;
}

/** Thrown when the index cannot answer now (503 UPSTREAM_UNAVAILABLE). */
export class SearchUnavailableError extends Error {
  override name = 'SearchUnavailableError';
}

/** A query without anything searchable matches nothing. */
export interface SearchIndex {
  /** Throws SearchUnavailableError. */
  search(request: SearchRequest): Promise<FoundItems>;
  /** Titles and contributors that a partly typed query may become (docs/search.md#suggestions). Throws SearchUnavailableError. */
  suggest(query: string, limit: number): Promise<readonly string[]>;
}

export function correctionHeadersOf({ query, kind }: Correction): Record<string, string> {
  return { 'seoga-query-used': encodeQuery(query), 'seoga-correction': kind };
}

export function suggestionHeadersOf(suggestion: string | null): Record<string, string> {
  return suggestion === null ? {} : { 'seoga-suggestion': encodeQuery(suggestion) };
}

export function suggestionOf(headers: Readonly<Record<string, string>>): string | null {
  const { 'seoga-suggestion': offered } = headers;
  return offered === undefined ? null : decodeURIComponent(offered);
}

/** Half a surrogate pair can't be encoded, and is replaced. */
function encodeQuery(query: string): string {
  return encodeURIComponent(query.toWellFormed());
}
