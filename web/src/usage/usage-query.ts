import { portalQuery } from '../api.ts';

/** A call shows up within 2 s, this wait and the next request included. */
const REFRESH_MS = 1500;

/** Asked again while the page is visible; a hidden page asks nothing. */
export const usageQuery = {
  ...portalQuery('/usage'),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: true,
} as const;

/** Fetched again when `callsToday` grows. */
export function callsQuery(callsToday: number) {
  return {
    ...portalQuery('/calls'),
    queryKey: ['/calls', callsToday],
    // Refused calls don't count, but they are listed.
    refetchInterval: 10_000,
    gcTime: 0,
  } as const;
}
