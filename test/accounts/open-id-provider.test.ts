import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createOpenIdProvider, ProviderFailed } from '../../src/accounts/open-id-provider.ts';
import { systemClock } from '../../src/clock.ts';
import { CLIENT, type Departure, startOpenIdServer } from '../support/open-id-server.ts';

const trip = { state: 'a-state', nonce: 'a-nonce', codeVerifier: 'v'.repeat(43) };
const HONG = { sub: '4711', name: '홍길동', email: 'hong@books.example', email_verified: true };
const DISCOVERY = '/.well-known/openid-configuration';

async function setUp(t: TestContext) {
  const server = await startOpenIdServer(t);
  const settings = { name: 'corp', label: 'Corp', ...CLIENT, issuer: server.issuer, scope: 'openid email' };
  const provider = createOpenIdProvider(settings, 'https://books.example');
  server.agree(HONG);
  /** There and back: the parameters that the browser brings. */
  const goThere = async () => {
    const response = await fetch(await provider.addressFor(trip), { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams;
  };
  return { server, provider, goThere };
}

test('a person who agrees comes back with the state, and a code leads to them once', async (t) => {
  const { provider, goThere } = await setUp(t);
  const address = new URL(await provider.addressFor(trip));
  assert.equal(address.searchParams.get('redirect_uri'), 'https://books.example/portal/sign-in/corp');
  for (const secret of [trip.codeVerifier, encodeURIComponent(CLIENT.clientSecret)])
    assert.ok(!address.href.includes(secret), 'the address holds no secret');
  const back = await goThere();
  assert.equal(back.get('state'), trip.state);
  const { sub: subject, name, email } = HONG;
  assert.deepEqual(await provider.findPerson(back, trip), { provider: 'corp', subject, name, email });
  await assert.rejects(provider.findPerson(back, trip), ProviderFailed);
});

for (const [what, person, userinfo, email] of [
  ['says it is', HONG, {}, HONG.email],
  ['says it is not', { ...HONG, email_verified: false }, { email_verified: true }, null],
  ['says so in words', { ...HONG, email_verified: 'true' }, {}, null],
  ['says nothing', { ...HONG, email_verified: undefined }, {}, null],
  [
    'says it at its userinfo address',
    { ...HONG, email_verified: undefined },
    { email: 'new@books.example', email_verified: true },
    'new@books.example',
  ],
  ['says it there of no address', { ...HONG, email_verified: undefined }, { email_verified: true }, null],
  ['proves no address', { sub: '1', email_verified: true }, {}, null],
] as const) {
  test(`an address counts only if the provider proves it: one that ${what}`, async (t) => {
    const { server, provider, goThere } = await setUp(t);
    server.agree(person);
    server.depart({ userinfo });
    assert.equal((await provider.findPerson(await goThere(), trip)).email, email);
  });
}

const past = Math.floor(systemClock.nowMs() / 1000) - 3600;
const DEPARTURES: Readonly<Record<string, Departure>> = {
  'a token for another audience': { token: { aud: 'another-shop' } },
  'a token of another issuer': { token: { iss: 'https://elsewhere.example' } },
  'a token of another trip': { token: { nonce: 'another-nonce' } },
  'a token without the nonce': { token: { nonce: undefined } },
  'an expired token': { token: { exp: past } },
  'a token for nobody': { token: { sub: '' } },
  'a name with a control character': { token: { sub: 'a\nb' } },
  'a token signed by somebody else': { foreignKey: true },
  'no token': { grant: { id_token: undefined } },
  'an unsigned token': { grant: { id_token: `${btoa('{"alg":"none"}')}.${btoa('{}')}.` } },
  'no keys': { instead: { '/keys': { status: 404 } } },
  'a failing token address': { instead: { '/token': { status: 500, body: 'hong@private.example' } } },
  'a refusal': { instead: { '/token': { status: 400, body: '{"error":"invalid_client"}' } } },
  'no JSON': { instead: { '/token': { status: 200, body: 'hong@private.example' } } },
  'too much': { instead: { '/token': { status: 200, body: `{"a":"${'x'.repeat(70_000)}"}` } } },
};
for (const [what, departure] of Object.entries(DEPARTURES)) {
  test(`a provider that answers with ${what} has failed, and the reason repeats nothing private`, async (t) => {
    const { server, provider, goThere } = await setUp(t);
    const back = await goThere();
    server.depart(departure);
    await assert.rejects(provider.findPerson(back, trip), (error) => {
      assert.ok(error instanceof ProviderFailed, String(error));
      assert.match(error.message, /^corp: \S/);
      for (const secret of [back.get('code') ?? '', trip.codeVerifier, 'hong'])
        assert.ok(!error.message.includes(secret), error.message);
      return true;
    });
    server.depart({});
    assert.equal((await provider.findPerson(await goThere(), trip)).subject, HONG.sub);
  });
}

for (const [what, parameters, over] of [
  ['another state', { state: 'another' }, {}],
  ['another issuer', { iss: 'https://elsewhere.example' }, {}],
  ['a code of a trip with another secret', {}, { codeVerifier: 'w'.repeat(43) }],
  ['an invented code', { code: 'invented' }, {}],
] as const) {
  test(`a browser that brings ${what} brings nobody`, async (t) => {
    const { provider, goThere } = await setUp(t);
    const back = await goThere();
    for (const [name, value] of Object.entries(parameters)) back.set(name, value);
    await assert.rejects(provider.findPerson(back, { ...trip, ...over }), ProviderFailed);
  });
}

for (const [what, departure] of [
  ['with a failure', { instead: { [DISCOVERY]: { status: 503 } } }],
  ['as another issuer', { description: { issuer: 'https://elsewhere.example' } }],
  ['without a sign-in page', { description: { authorization_endpoint: undefined } }],
] as const) {
  test(`a provider that describes itself ${what} has failed`, async (t) => {
    const { server, provider } = await setUp(t);
    server.depart(departure);
    await assert.rejects(provider.addressFor(trip), ProviderFailed);
  });
}

test('a provider that nobody answers for is told by what the network says', async () => {
  const settings = { name: 'corp', label: 'Corp', ...CLIENT, issuer: 'http://127.0.0.1:1', scope: 'openid' };
  const provider = createOpenIdProvider(settings, 'https://books.example');
  await assert.rejects(provider.addressFor(trip), { message: /^corp: (out of reach|it failed)/ });
});
