import { queryClient } from '../query-client.ts';
import { endpointsQuery } from './openapi.ts';
import { sampleQuery } from './samples.ts';

/** What pages of endpoints show, fetched before they are drawn, so that nothing moves. The pages tell of failures. */
export async function loadEndpoints(operation: string | null): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(endpointsQuery),
    operation === null ? null : queryClient.prefetchQuery(sampleQuery(operation)),
  ]);
}
