import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVIDERS, type Provider, ProviderFailed } from '../../src/accounts/sign-in-provider.ts';
import { createOAuthProviders } from '../../src/sign-in/oauth-providers.ts';
import { signInProviderContract } from '../contracts/accounts/sign-in-provider-contract.ts';
import { CLIENT, PERSONS, startFakeProvider } from '../support/fake-provider.ts';

const clients = { google: CLIENT, kakao: CLIENT, naver: CLIENT };
const EMAIL = 'dev@example.com';

/** One person in the words of each provider. */
const SENT: Readonly<
  Record<Provider, { readonly person: object; readonly subject: string; readonly name: string }>
> = {
  kakao: { person: PERSONS.kakao(71, EMAIL), subject: '71', name: '홍길동' },
  naver: { person: PERSONS.naver('n-71', EMAIL), subject: 'n-71', name: '길동' },
  google: { person: PERSONS.google('g-71', EMAIL), subject: 'g-71', name: 'Hong Gildong' },
};

for (const name of PROVIDERS) {
  signInProviderContract(name, async (t) => {
    const server = await startFakeProvider(t);
    const [provider] = createOAuthProviders({
      clients: { [name]: CLIENT },
      baseUrl: 'https://books.example',
      addresses: server.addresses,
    });
    assert.ok(provider !== undefined);
    const { person: sent, ...known } = SENT[name];
    // Naver does not vouch for addresses.
    const person = { ...known, provider: name, email: EMAIL, isEmailProven: name !== 'naver' };
    return { provider, server, sent, person };
  });
}

const trip = { state: 'a state', codeVerifier: 'v'.repeat(43) };

test('people are sent to the provider’s own page over https, whatever the order of the settings', async () => {
  const providers = createOAuthProviders({ clients, baseUrl: 'https://books.example/api' });
  const pages: string[] = [];
  for (const provider of providers) {
    const { origin, pathname, searchParams } = new URL(await provider.addressFor(trip));
    pages.push(`${provider.provider} ${origin}${pathname} ${searchParams.get('redirect_uri')}`);
  }
  assert.deepEqual(pages, [
    'kakao https://kauth.kakao.com/oauth/authorize https://books.example/api/portal/sign-in/kakao',
    'naver https://nid.naver.com/oauth2.0/authorize https://books.example/api/portal/sign-in/naver',
    'google https://accounts.google.com/o/oauth2/v2/auth https://books.example/api/portal/sign-in/google',
  ]);
});

test('a provider that is out of reach is told by what the network says', async (t) => {
  const { addresses } = await startFakeProvider(t);
  const nobody = { ...addresses.kakao, token: 'http://127.0.0.1:1/token' };
  const [kakao] = createOAuthProviders({
    clients: { kakao: CLIENT },
    baseUrl: 'https://books.example',
    addresses: { ...addresses, kakao: nobody },
  });
  await assert.rejects(kakao?.findPerson('code', trip) ?? Promise.resolve(), (error) => {
    assert.ok(error instanceof ProviderFailed);
    assert.match(error.message, /^kakao: out of reach/);
    return true;
  });
});

test("a fault that isn't the provider's is not blamed on it", async () => {
  const [kakao] = createOAuthProviders({ clients: { kakao: CLIENT }, baseUrl: 'https://books.example' });
  const wrong = { ...trip, codeVerifier: '' };
  await assert.rejects(
    kakao?.findPerson('code', wrong) ?? Promise.resolve(),
    (error) => !(error instanceof ProviderFailed),
  );
});
