import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { AccountView } from '../../src/portal/contract/own-account.ts';
import { sessionQuery } from './api.ts';
import { queryClient } from './query-client.ts';

/**
 * For `beforeLoad` of pages that need an account: gives it to the route's context, or leads to the sign-in page,
 * which leads back.
 */
export async function requireSignIn({
  location,
}: {
  readonly location: ParsedLocation;
}): Promise<{ account: AccountView }> {
  const { account } = await queryClient.ensureQueryData(sessionQuery);
  if (account === null) throw redirect({ to: '/portal/sign-in', search: { next: location.href } });
  return { account };
}
