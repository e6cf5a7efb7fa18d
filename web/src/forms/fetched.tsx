import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed, Loading } from '../design/loading.tsx';
import { useLeaveWhenRefused } from './use-leave-when-refused.ts';

interface FetchedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What is made of something fetched; until it is there, that it is being fetched, or why it couldn't be. */
export function Fetched<Data>({ query: { data, error, refetch }, children }: FetchedProps<Data>) {
  useLeaveWhenRefused(data === undefined ? error : null);
  if (data !== undefined) return children(data);
  return error === null ? <Loading /> : <Failed error={error} onRetry={refetch} />;
}

interface FetchProps<Data> {
  readonly of: UseQueryOptions<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** The same of a query that nothing around it reads. */
export function Fetch<Data>({ of, children }: FetchProps<Data>) {
  return <Fetched query={useQuery(of)}>{children}</Fetched>;
}
