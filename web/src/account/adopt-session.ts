import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import type { SessionView } from '../../../src/portal/contract/sign-in.ts';
import { sessionQuery } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** After sign-in: what was fetched for anyone else is forgotten. */
export function adoptSession(session: SessionView): void {
  forgetAccountData();
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** After a change of the account: pages show it as it is now. */
export function showAccount(account: AccountView): void {
  queryClient.setQueryData<SessionView>(sessionQuery.queryKey, (session) =>
    session === undefined ? session : { ...session, account },
  );
}

/**
 * After sign-out: asks the server who is there now and leaves the page. What it shows of the account is forgotten last,
 * or a page that is still drawn would ask for it again and be refused.
 */
export async function leaveSession(leave: () => Promise<void>): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  await leave();
  forgetAccountData();
}

function forgetAccountData(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}
