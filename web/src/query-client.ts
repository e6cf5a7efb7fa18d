import { QueryClient } from '@tanstack/react-query';

/** What was fetched, shared by all pages. Failures the server answered are not asked for again by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that is offline asks all the same: pages say that their figures are old only when a request has failed.
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
