import { getPortal } from '../api.ts';

/** A call shows up within 2 s, this wait and the next request included. */
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
    // Refused calls don't count, but they are listed.
    refetchInterval: 10_000,
    gcTime: 0,
  } as const;
}

export const quotaRequestsQuery = {
  queryKey: ['quota-requests'],
  queryFn: () => getPortal('/quota-requests'),
} as const;
