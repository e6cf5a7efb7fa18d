import { getPortal } from '../api.ts';

/** A call is seen within 2 s: so long may this wait and the request that follows take together. */
const REFRESH_MS = 1500;

/** Asked again while the page is visible; a hidden page asks nothing. */
export const usageQuery = {
  queryKey: ['usage'],
  queryFn: () => getPortal('/usage'),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;

/** Fetched again when `callsToday` grows. */
export function callsQuery(callsToday: number) {
  return {
    queryKey: ['calls', callsToday],
    queryFn: () => getPortal('/calls'),
    // Refused calls do not count, yet they are listed.
    refetchInterval: 10_000,
    gcTime: 0,
  } as const;
}

export const quotaRequestsQuery = {
  queryKey: ['quota-requests'],
  queryFn: () => getPortal('/quota-requests'),
} as const;
