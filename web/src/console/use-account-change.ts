import { useQuery } from '@tanstack/react-query';
import type { ConsoleAccountPage } from '../../../src/portal/contract/console-accounts.ts';
import { type PathOf, type PostBody, postPortal, sessionQuery } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { consoleQuery, refreshConsole } from './console-queries.ts';

type AccountPath = Extract<PathOf<'POST'>, `/console/account/${string}`>;

/** Changes an account by a request that answers its page, and shows it. Throws PortalError. */
export function useAccountChange() {
  const { data: session } = useQuery(sessionQuery);
  return async <Path extends AccountPath>(path: Path, body: PostBody<Path>): Promise<void> => {
    const page: ConsoleAccountPage = await postPortal(path, body);
    const { accountId } = page.account;
    queryClient.setQueryData(
      consoleQuery('/console/account', { accountId: String(accountId) }).queryKey,
      page,
    );
    // Operators may have changed themselves: the pages have to know who they are now.
    if (accountId === session?.account?.accountId) {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
    await refreshConsole();
  };
}
