import type { SessionView } from '../../src/portal/contract/sign-in.ts';
import { type PortalClient, signUp } from './portal-client.ts';
import type { TestApp } from './test-app.ts';

/** Somebody who is signed in, with the number of the account. */
export interface SignedIn {
  readonly client: PortalClient;
  readonly accountId: number;
  readonly email: string;
}

/** A developer's account. `place` makes the network address, whose limits are counted together. */
export async function newDeveloper(app: TestApp, email: string, place = '198.51.100.1'): Promise<SignedIn> {
  const client = await signUp(app, email, place);
  const { account } = (await client.get<SessionView>('/session')).view;
  return { client, accountId: account?.accountId ?? 0, email };
}

/** An operator's account. */
export async function newOperator(app: TestApp, email: string, place?: string): Promise<SignedIn> {
  const person = await newDeveloper(app, email, place);
  await app.accounts.updateAccount(person.accountId, { role: 'owner' });
  return person;
}
