import { readOperations } from './operations.ts';

/** The endpoints of the running server, from its own OpenAPI document. */
export const operationsQuery = {
  queryKey: ['operations'],
  queryFn: async () => {
    const response = await fetch('/v1/openapi.json');
    if (!response.ok) throw new Error(`openapi.json answered ${response.status}`);
    return readOperations(await response.json());
  },
  staleTime: Number.POSITIVE_INFINITY,
} as const;
