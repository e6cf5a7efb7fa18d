import { QueryClient } from '@tanstack/react-query';

/** What was fetched, shared by all pages. Requests that the server refused aren't repeated automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline browsers send requests, too: a page says that its figures are stale only after a request has failed.
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
