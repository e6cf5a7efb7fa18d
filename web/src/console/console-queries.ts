import { getPortal } from '../api.ts';
import { queryClient } from '../query-client.ts';
import type { AccountsSearch, AuditSearch, QuotaSearch } from './console-search.ts';

/** Asked again while the page is visible; a hidden page asks nothing. */
export const overviewQuery = {
  queryKey: ['console', 'overview'],
  queryFn: () => getPortal('/console/overview'),
  staleTime: 0,
  refetchInterval: 5000,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;

/** Operators always see fresh data: others work on it, too. */
const FRESH = { staleTime: 0 } as const;

export function accountsQuery(search: AccountsSearch) {
  return {
    ...FRESH,
    queryKey: ['console', 'accounts', search],
    queryFn: () => getPortal('/console/accounts', { ...search }),
  } as const;
}

export function consoleAccountQuery(accountId: string) {
  return {
    ...FRESH,
    queryKey: ['console', 'account', accountId],
    queryFn: () => getPortal('/console/account', { accountId }),
  } as const;
}

export function askedQuotaQuery(search: QuotaSearch) {
  return {
    ...FRESH,
    queryKey: ['console', 'quota-requests', search],
    queryFn: () => getPortal('/console/quota-requests', { ...search }),
  } as const;
}

export function auditQuery(search: AuditSearch) {
  return {
    ...FRESH,
    queryKey: ['console', 'audit', search],
    queryFn: () => getPortal('/console/audit', { ...search }),
  } as const;
}

/** After a change, fetches again whatever the console shows. */
export function refreshConsole(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['console'] });
}
