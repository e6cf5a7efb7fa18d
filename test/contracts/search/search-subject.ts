import assert from 'node:assert/strict';
import type { Contributor, Item } from '../../../src/catalog/item.ts';
import {
  NO_FILTER,
  type SearchIndex,
  type SearchRequest,
  type SearchResult,
} from '../../../src/search/search-index.ts';
import type { Cleanup } from '../../support/temp-dir.ts';

/** An index and the catalogue that it looks at. */
export interface SearchSubject {
  readonly index: SearchIndex;
  /** Adds the item or replaces it, whole. Its sale point stays. */
  put(item: Item): void;
  remove(itemId: number): void;
  setSalePoint(itemId: number, salePoint: number): void;
  setWithheld(itemId: number, withheld: boolean): void;
  /** Back to an empty catalogue. */
  clear(): void;
}

/** Opens an empty one that is closed when the test ends. The day of its searches is search-arbitraries.ts's TODAY. */
export type OpenSubject = (t: Cleanup) => Promise<SearchSubject>;

/** A request for the first hundred results by relevance, unless told otherwise. */
export function request(query: string, other: Partial<SearchRequest> = {}): SearchRequest {
  return {
    query,
    category: 'ALL',
    sort: 'RELATION',
    target: 'all',
    filter: NO_FILTER,
    correct: false,
    offset: 0,
    limit: 100,
    ...other,
  };
}

/** Contributors without records and roles. */
export function by(...names: string[]): Contributor[] {
  return names.map((author) => ({ authorId: null, author, authorType: '' }));
}

/** What a search gives that found these items alone, and nothing but withheld ones beside them. */
export function found(itemIds: readonly number[], withheldCount = 0): SearchResult {
  return { totalCount: itemIds.length, itemIds, withheldCount, correction: null, suggestion: null };
}

export function setSalePoints(subject: SearchSubject, salePoints: Readonly<Record<number, number>>): void {
  for (const [itemId, salePoint] of Object.entries(salePoints))
    subject.setSalePoint(Number(itemId), salePoint);
}

/** All hits of a query, of which there are at most a hundred. */
export async function idsOf(subject: SearchSubject, query: string, other: Partial<SearchRequest> = {}) {
  const result = await subject.index.search(request(query, other));
  assert.equal(result.totalCount, result.itemIds.length);
  return result.itemIds;
}
