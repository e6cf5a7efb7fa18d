import type { OverrideList } from '../../../src/catalog/item-overrides.ts';
import type { FeedPage, IntakeView } from '../../../src/portal/contract/console-feeds.ts';
import type { RankingsPage } from '../../../src/portal/contract/console-shop.ts';
import { getPortal } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** Operators always see fresh data: others work on it, too. */
const FRESH = { staleTime: 0 } as const;

/** While something goes on it is looked at so often. */
const WATCH_MS = 1000;

export const blockedTermsQuery = {
  ...FRESH,
  queryKey: ['console', 'terms'],
  queryFn: () => getPortal('/console/terms'),
} as const;

export function similarWordsQuery(text: string, page: number) {
  return {
    ...FRESH,
    queryKey: ['console', 'similar', text, page],
    queryFn: () => getPortal('/console/similar', { text, page }),
  } as const;
}

export function searchesQuery(kind: 'missed' | 'corrected', days: number, page: number) {
  return {
    ...FRESH,
    queryKey: ['console', 'searches', kind, days, page],
    queryFn: () => getPortal('/console/searches', { kind, days, page }),
  } as const;
}

export function foundItemsQuery(text: string) {
  return {
    ...FRESH,
    queryKey: ['console', 'shop', 'find', text],
    queryFn: () => getPortal('/console/shop/find', { text }),
  } as const;
}

export function overriddenItemsQuery(field: OverrideList['field'], page: number) {
  return {
    ...FRESH,
    queryKey: ['console', 'shop', 'list', field, page],
    queryFn: () => getPortal('/console/shop/list', { field, page }),
  } as const;
}

export const categoriesQuery = {
  queryKey: ['console', 'categories'],
  queryFn: () => getPortal('/console/categories'),
} as const;

export const bulkQuery = {
  ...FRESH,
  queryKey: ['console', 'shop', 'bulk'],
  queryFn: () => getPortal('/console/shop/bulk/history'),
} as const;

export function itemHistoryQuery(itemId: string) {
  return {
    ...FRESH,
    queryKey: ['console', 'shop', 'history', itemId],
    queryFn: () => getPortal('/console/shop/history', { itemId }),
  } as const;
}

export function itemOverridesQuery(itemId: string) {
  return {
    ...FRESH,
    queryKey: ['console', 'shop', 'item', itemId],
    queryFn: () => getPortal('/console/shop/item', { itemId }),
  } as const;
}

export const feedQuery = {
  ...FRESH,
  queryKey: ['console', 'feed'],
  queryFn: () => getPortal('/console/feed'),
  refetchInterval: ({ state }: { readonly state: { readonly data: FeedPage | undefined } }) =>
    state.data !== undefined && isUnderWay(state.data.intake) ? WATCH_MS : false,
} as const;

export function importQuery(importId: number) {
  return {
    ...FRESH,
    queryKey: ['console', 'feed', 'log', importId],
    queryFn: () => getPortal('/console/feed/log', { importId }),
  } as const;
}

export const rankingsQuery = {
  ...FRESH,
  queryKey: ['console', 'rankings'],
  queryFn: () => getPortal('/console/rankings'),
  refetchInterval: ({ state }: { readonly state: { readonly data: RankingsPage | undefined } }) =>
    state.data?.underWay || state.data?.requested ? WATCH_MS : 10 * WATCH_MS,
} as const;

export function isUnderWay({ stage }: IntakeView): boolean {
  return stage === 'uploading' || stage === 'checking' || stage === 'importing';
}

/** Shows the response to a request about the feed, before the next fetch. */
export function showIntake(intake: IntakeView): void {
  queryClient.setQueryData<FeedPage>(feedQuery.queryKey, (page) =>
    page === undefined ? page : { ...page, intake },
  );
}
