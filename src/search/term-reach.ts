import { createBlockList } from './block-list.ts';
import { type QueryCount, sumQueryCounts } from './search-term-admin.ts';

/** Days of searches examined before a term is blocked. */
export const SEARCH_DAYS = 30;
/** Searches of these days that a term may hide without confirmation. */
const SEARCHES_MAX = 20;
/** Share of the catalogue that a term may hide without confirmation. */
const CATALOGUE_SHARE_MAX = 0.01;

/** What a term would hide. */
export interface TermReach {
  /** Searches of the last days that held it. */
  readonly searches: number;
  readonly products: number;
  /** Products of the catalogue. */
  readonly ofAll: number;
}

/** The number to confirm before a term is blocked; null if it hides little (docs/search.md#blocked-terms). */
export function numberToConfirm({ searches, products, ofAll }: TermReach): number | null {
  const isSmall = searches <= SEARCHES_MAX && products <= ofAll * CATALOGUE_SHARE_MAX;
  return isSmall ? null : Math.max(searches, products);
}

/** Number of counted searches that contain a term. */
export function searchesWith(term: string, counts: readonly QueryCount[]): number {
  const list = createBlockList([term]);
  return sumQueryCounts(counts)
    .filter(({ query }) => list.blocks(query))
    .reduce((sum, { calls }) => sum + calls, 0);
}
