import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderFailed } from '../../src/accounts/sign-in-provider.ts';
import { createOAuthProviders } from '../../src/sign-in/oauth-providers.ts';
import { CLIENT, startFakeProvider } from '../support/fake-provider.ts';

const clients = { google: CLIENT, kakao: CLIENT, naver: CLIENT };
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

test('what is no fault of the provider is not taken for one', async () => {
  const [kakao] = createOAuthProviders({ clients: { kakao: CLIENT }, baseUrl: 'https://books.example' });
  const wrong = { ...trip, codeVerifier: '' };
  await assert.rejects(
    kakao?.findPerson('code', wrong) ?? Promise.resolve(),
    (error) => !(error instanceof ProviderFailed),
  );
});
