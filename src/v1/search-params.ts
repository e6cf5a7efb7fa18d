import { formatKstDay, type KstDay, parseKstDay } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/query-string.ts';
import { message } from '../messages/messages.ts';
import {
  SEARCH_CATEGORIES,
  SEARCH_SORTS,
  SEARCH_TARGETS,
  type SearchCategory,
  type SearchFilter,
  type SearchSort,
  type SearchTarget,
} from '../search/search-index.ts';
import { oneOf, readInteger, readYn, shown } from './params.ts';

/** Longest search term in characters (docs/rules/search.md#refused-searches). */
export const SEARCH_TERM_MAX = 200;
/** Highest price that a filter may name, in won. */
export const PRICE_MAX = 999_999_999;

/** Longest text that is brought into the composed form at all. */
const GIVEN_MAX = 10 * SEARCH_TERM_MAX;

/** The search term, composed (NFC). Throws PARAM_003. */
export function readSearchTerm(query: Query): string {
  const given = query.query;
  // Systems that store text in pieces send a syllable as up to three characters; nobody counts them so.
  const value = typeof given === 'string' && given.length <= GIVEN_MAX ? given.normalize('NFC') : undefined;
  // Counted in code points, as a person would count.
  if (
    value === undefined ||
    value === '' ||
    value.length > 2 * SEARCH_TERM_MAX ||
    [...value].length > SEARCH_TERM_MAX
  ) {
    throw new ApiError('PARAM_003', { max: SEARCH_TERM_MAX });
  }
  return value;
}

/** Throws PARAM_008. */
export function readSearchCategory(query: Query): SearchCategory {
  return oneOf(query, 'category', SEARCH_CATEGORIES, 'ALL', 'PARAM_008');
}

/** Throws PARAM_005. */
export function readSearchSort(query: Query): SearchSort {
  return oneOf(query, 'sort', SEARCH_SORTS, 'DEFAULT', 'PARAM_005');
}

/** Throws PARAM_007. */
export function readSearchTarget(query: Query): SearchTarget {
  return oneOf(query, 'target', SEARCH_TARGETS, 'all', 'PARAM_007');
}

/** inStock, publishedFrom, publishedTo, priceFrom, priceTo (docs/rules/search.md#filters). Throws PARAM_007. */
export function readSearchFilter(query: Query): SearchFilter {
  return {
    inStock: readYn(query, 'inStock', 'N'),
    ...readPublished(query),
    ...readPrices(query),
  };
}

function readPublished(query: Query): Pick<SearchFilter, 'publishedFrom' | 'publishedTo'> {
  const publishedFrom = readDay(query, 'publishedFrom');
  const publishedTo = readDay(query, 'publishedTo');
  if (publishedFrom !== null && publishedTo !== null && publishedTo < publishedFrom)
    throw endBeforeStart(query, 'publishedTo', 'publishedFrom', formatKstDay(publishedFrom));
  return { publishedFrom, publishedTo };
}

function readPrices(query: Query): Pick<SearchFilter, 'priceFrom' | 'priceTo'> {
  const priceFrom = readPrice(query, 'priceFrom');
  const priceTo = readPrice(query, 'priceTo');
  if (priceFrom !== null && priceTo !== null && priceTo < priceFrom)
    throw endBeforeStart(query, 'priceTo', 'priceFrom', String(priceFrom));
  return { priceFrom, priceTo };
}

function readDay(query: Query, parameter: string): KstDay | null {
  const value = query[parameter];
  if (value === undefined) return null;
  const day = typeof value === 'string' ? parseKstDay(value) : null;
  if (day !== null) return day;
  const allowed = message('api.existingDate');
  throw new ApiError('PARAM_007', { parameter, value: shown(value), allowed });
}

function readPrice(query: Query, parameter: string): number | null {
  const price = readInteger(query[parameter], 0, PRICE_MAX, null);
  if (price !== undefined) return price;
  const allowed = message('api.wholeWon', { min: 0, max: PRICE_MAX });
  throw new ApiError('PARAM_007', { parameter, value: shown(query[parameter]), allowed });
}

function endBeforeStart(query: Query, parameter: string, start: string, value: string): ApiError {
  const allowed = message('api.notBelow', { start, value });
  return new ApiError('PARAM_007', { parameter, value: shown(query[parameter]), allowed });
}

/** Whether a query without a hit may be corrected. Throws PARAM_007. */
export function readCorrect(query: Query): boolean {
  return readYn(query, 'correct', 'Y');
}
