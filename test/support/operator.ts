import type { SessionView } from '../../src/portal/contract/sign-in.ts';
import { type PortalClient, signUp } from './portal-client.ts';
import type { TestApp } from './test-app.ts';

/** Somebody who is signed in, with the number of the account. */
export interface SignedIn extends PortalClient {
  readonly accountId: number;
  readonly email: string;
}

let people = 0;

/** A developer's account, made from a network address of its own, so that no limit counts it together with others. */
export async function newDeveloper(
  app: TestApp,
  email = `person${people + 1}@books.example`,
): Promise<SignedIn> {
  people += 1;
  const client = await signUp(app, email, `198.51.100.${people % 256}`);
  const { account } = (await client.get<SessionView>('/session')).view;
  return { ...client, accountId: account?.accountId ?? 0, email };
}

/** An operator's account. */
export async function newOperator(app: TestApp, email?: string): Promise<SignedIn> {
  const person = await newDeveloper(app, email);
  await app.accounts.updateAccount(person.accountId, { role: 'owner' });
  return person;
}
