import type { QuotaRequestsPage } from '../../../src/portal/contract.ts';
import type { CallsPage, UsagePage } from '../../../src/portal/usage-contract.ts';
import { getPortal } from '../api.ts';

/** A call is seen within 2 s: so long may this wait and the request that follows take together. */
const REFRESH_MS = 1500;

/** Asked again while the page is visible; a hidden page asks nothing. */
export const usageQuery = {
  queryKey: ['usage'],
  queryFn: () => getPortal<UsagePage>('/usage'),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;

/** `callsToday` makes it anew when there are new calls. */
export function callsQuery(callsToday: number) {
  return {
    queryKey: ['calls', callsToday],
    queryFn: () => getPortal<CallsPage>('/calls'),
    // Refused calls do not count, yet they are listed.
    refetchInterval: 10_000,
    gcTime: 0,
  } as const;
}

export const quotaRequestsQuery = {
  queryKey: ['quota-requests'],
  queryFn: () => getPortal<QuotaRequestsPage>('/quota-requests'),
} as const;
