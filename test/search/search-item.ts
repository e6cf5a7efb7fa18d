import type { Contributor, Item } from '../../src/catalog/item.ts';
import { NO_FILTER, type SearchRequest } from '../../src/search/search-index.ts';
import { anItem } from '../contracts/catalog/catalog-records.ts';

/** An item in which search finds nothing but what it is given. */
export function searchItem(itemId: number, about: Partial<Omit<Item, 'itemId'>>): Item {
  return anItem(itemId, {
    title: `제목 ${itemId}`,
    contributors: [],
    publisher: '',
    publishDate: '',
    shopPrice: 0,
    salePrice: 0,
    registeredAtMs: 0,
    ...about,
  });
}

/** Contributors without records and roles. */
export function by(...names: string[]): Contributor[] {
  return names.map((author) => ({ authorId: null, author, authorType: '' }));
}

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
