import { keepPreviousData } from '@tanstack/react-query';
import { type Asked, type PathOf, portalQuery } from '../api.ts';
import { queryClient } from '../query-client.ts';

type ConsolePath = Extract<PathOf<'GET'>, `/console/${string}`>;

/** What the console shows is always fresh: others work on it, too. */
export function consoleQuery<Path extends ConsolePath>(path: Path, ...parameters: Asked<Path>) {
  const query = portalQuery(path, ...parameters);
  return { ...query, queryKey: ['console', ...query.queryKey], staleTime: 0 };
}

/** The same of a page of a list; the page before stays until it is there. */
export function pageQuery<Path extends ConsolePath>(path: Path, ...parameters: Asked<Path>) {
  return { ...consoleQuery(path, ...parameters), placeholderData: keepPreviousData };
}

/** Asked again while the page is visible; a hidden page asks nothing. */
export const overviewQuery = {
  ...consoleQuery('/console/overview'),
  refetchInterval: 5000,
  refetchOnWindowFocus: true,
} as const;

/** After a change, fetches again whatever the console shows. */
export function refreshConsole(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['console'] });
}
