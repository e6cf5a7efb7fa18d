import { queryOptions } from '@tanstack/react-query';

/** An answer of the demo catalogue. `body` holds the lines of a file as CSV. */
export interface Sample {
  readonly query: string;
  readonly body: unknown;
}

const FILES = import.meta.glob<Sample>('./samples/*.json', { import: 'default' });

/** The sample of an operation, null when none was kept. */
export function sampleQuery(operation: string) {
  return queryOptions({
    queryKey: ['sample', operation],
    queryFn: async () => (await FILES[`./samples/${operation}.json`]?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
