import { QueryClient } from '@tanstack/react-query';

/** What was fetched, shared by all pages. Failures the server answered are not asked for again by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false } },
});
