import type { FeedPage, IntakeView } from '../../../src/portal/contract/console-feeds.ts';
import type { RankingsPage } from '../../../src/portal/contract/console-shop.ts';
import { getPortal } from '../api.ts';
import { consoleQuery } from '../console/console-queries.ts';
import { queryClient } from '../query-client.ts';

/** How often work in progress is checked. */
const WATCH_MS = 1000;

export const categoriesQuery = {
  queryKey: ['console', 'categories'],
  queryFn: () => getPortal('/console/categories'),
} as const;

export const feedQuery = {
  ...consoleQuery('/console/feed'),
  refetchInterval: ({ state }: { readonly state: { readonly data: FeedPage | undefined } }) =>
    state.data !== undefined && isUnderWay(state.data.intake) ? WATCH_MS : false,
} as const;

export const rankingsQuery = {
  ...consoleQuery('/console/rankings'),
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
