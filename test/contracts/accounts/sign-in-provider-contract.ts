import assert from 'node:assert/strict';
import {
  type ProvidedPerson,
  ProviderFailed,
  type ProviderTrip,
  type SignInProvider,
} from '../../../src/accounts/sign-in-provider.ts';
import type { FakeProvider } from '../../support/fake-provider.ts';
import { contractOf } from '../guarantee.ts';

/** A provider that is set up, the server behind it, and a person in its own words and in ours. */
export interface SignInProviderSubject {
  readonly provider: SignInProvider;
  readonly server: FakeProvider;
  readonly sent: object;
  readonly person: ProvidedPerson;
}

const trip: ProviderTrip = { state: 'a-state-of-ours', codeVerifier: 'v'.repeat(43) };

/** What every adapter of the SignInProvider port guarantees (docs/rules/accounts.md#sign-in). */
export const signInProviderContract = contractOf<SignInProviderSubject>((test) => {
  test('a person who agrees comes back with the state, and a code leads to them once', async ({
    provider,
    server,
    sent,
    person,
  }) => {
    server.agree(sent);
    const address = await provider.addressFor(trip);
    assert.ok(!address.includes(trip.codeVerifier), 'the address holds no secret');
    const back = await follow(address);
    assert.equal(back.get('state'), trip.state);
    const code = back.get('code') ?? '';
    assert.deepEqual(await provider.findPerson(code, trip), person);
    await assert.rejects(provider.findPerson(code, trip), ProviderFailed);
  });

  test('a person who declines comes back without a code', async ({ provider, server }) => {
    server.agree(null);
    const back = await follow(await provider.addressFor(trip));
    assert.equal(back.get('state'), trip.state);
    assert.equal(back.get('code'), null);
  });

  test('a code of another trip, and any wrong answer, is a failure of the provider', async ({
    provider,
    server,
    sent,
  }) => {
    server.agree(sent);
    const codeOf = async () => (await follow(await provider.addressFor(trip))).get('code') ?? '';
    const other = { ...trip, codeVerifier: 'w'.repeat(43) };
    await assert.rejects(provider.findPerson(await codeOf(), other), ProviderFailed);
    for (const path of ['token', 'person'] as const) {
      for (const answer of [
        { status: 500 },
        { status: 200, body: 'not JSON' },
        { status: 200, body: '{}' },
      ]) {
        const code = await codeOf();
        server.answerWrongly(path, answer);
        await assert.rejects(provider.findPerson(code, trip), (error) => {
          assert.ok(error instanceof ProviderFailed, `${path} ${JSON.stringify(answer)}: ${error}`);
          for (const secret of [code, trip.codeVerifier]) assert.ok(!error.message.includes(secret));
          return true;
        });
        server.answerWrongly(path, null);
      }
    }
  });
});

/** Where the provider's page sends the browser. */
async function follow(address: string): Promise<URLSearchParams> {
  const response = await fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams;
}
