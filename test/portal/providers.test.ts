import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionsPage } from '../../src/portal/contract/own-account.ts';
import type { ProviderAddress, SessionView } from '../../src/portal/contract/sign-in.ts';
import { CLIENT, PERSONS } from '../support/fake-provider.ts';
import { codeOf, createPortalClient, mailsTo, signUp } from '../support/portal-client.ts';
import { comeBack, createProviderApp, goThere } from '../support/provider-trip.ts';
import { createTestApp } from '../support/test-app.ts';

const EMAIL = 'hong@books.example';

for (const [name, person] of [
  ['kakao', PERSONS.kakao(4711, EMAIL)],
  ['google', PERSONS.google('108-4711', EMAIL)],
] as const) {
  test(`${name}: who comes with a proven address has an account and is signed in`, async (t) => {
    const { app, provider } = await createProviderApp(t);
    provider.agree(person);
    const client = createPortalClient(app);
    const entered = await comeBack(client, name);
    assert.ok(entered.view.outcome === 'entered', entered.text);
    const { account } = (await client.get<SessionView>('/session')).view;
    assert.equal(account?.email, EMAIL);
    assert.equal(account?.name, name === 'kakao' ? '홍길동' : 'Hong Gildong');
    const { connections } = (await client.get<ConnectionsPage>('/connections')).view;
    assert.deepEqual(connections, [{ provider: name, connectedAtMs: app.clock.nowMs() }]);

    // Again, in another browser and with an address that has changed since.
    provider.agree({ ...person, email: 'new@books.example' });
    const other = createPortalClient(app);
    await comeBack(other, name);
    assert.deepEqual((await other.get<SessionView>('/session')).view.account, account);
  });
}

for (const [name, person] of [
  ['kakao', PERSONS.kakao(1, EMAIL, { is_email_verified: false })],
  ['kakao', PERSONS.kakao(2, EMAIL, { is_email_valid: false })],
  ['kakao', { id: 3 }],
  ['google', PERSONS.google('4', EMAIL, false)],
  ['google', { sub: '5', email: EMAIL, email_verified: 'false' }],
] as const) {
  test(`${name}: an address counts as proven only when it says so: ${JSON.stringify(person)}`, async (t) => {
    const { app, provider } = await createProviderApp(t);
    provider.agree(person);
    assert.equal((await comeBack(createPortalClient(app), name)).view.outcome, 'address-needed');
    assert.equal(await app.accounts.findAccountByEmail(EMAIL), null);
  });
}

test('who came back without an address is known to the own browser only, for an hour', async (t) => {
  const { app, provider } = await createProviderApp(t);
  provider.agree(PERSONS.naver('nv-1', EMAIL));
  const client = createPortalClient(app);
  const { view } = await comeBack(client, 'naver');
  assert.ok(view.outcome === 'address-needed');
  const proof = { person: view.person, email: EMAIL, language: 'en' };
  assert.equal(await codeOf(createPortalClient(app).post('/provider/address', proof)), 'START_AGAIN');
  const { state } = await goThere(client, 'naver');
  assert.equal(await codeOf(client.post('/provider/address', { ...proof, person: state })), 'START_AGAIN');
  const asTrip = { provider: 'naver', code: 'x', state: view.person };
  assert.equal(await codeOf(client.post('/provider/finish', asTrip)), 'START_AGAIN');
  app.clock.advance(60 * 60_000);
  assert.equal(await codeOf(client.post('/provider/address', proof)), 'START_AGAIN');
  assert.deepEqual(await mailsTo(app, EMAIL), []);
});

test("nobody's letter box is filled by way of a provider", async (t) => {
  const { app, provider } = await createProviderApp(t);
  provider.agree(PERSONS.naver('nv-1', EMAIL));
  const client = createPortalClient(app);
  const { view } = await comeBack(client, 'naver');
  assert.ok(view.outcome === 'address-needed');
  const proof = { person: view.person, email: EMAIL, language: 'en' };
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await client.post('/provider/address', proof)).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
  assert.equal((await mailsTo(app, EMAIL)).length, 4);
});

test('the address of another account: neither the answer nor the account tells or changes anything', async (t) => {
  const { app, provider } = await createProviderApp(t);
  const owner = await signUp(app, EMAIL);
  provider.agree(PERSONS.kakao(666, EMAIL, { is_email_verified: false }));
  const stranger = createPortalClient(app, '192.0.2.9');
  const { view } = await comeBack(stranger, 'kakao');
  assert.ok(view.outcome === 'address-needed');
  const ask = (email: string) =>
    stranger.post('/provider/address', { person: view.person, email, language: 'en' });
  const [known, unknown] = [await ask(EMAIL), await ask('nobody@books.example')];
  assert.equal(known.status, unknown.status);
  assert.equal(known.text, unknown.text);
  assert.ok((await mailsTo(app, EMAIL)).some((mail) => mail.includes('You already have an account')));
  assert.deepEqual((await owner.get<ConnectionsPage>('/connections')).view.connections, []);

  // A proven address is its owner's, who is told; the account still is not opened by it.
  provider.agree(PERSONS.google('108', EMAIL));
  const refused = await comeBack(createPortalClient(app), 'google');
  assert.equal(refused.status, 409);
  assert.equal(refused.failure.code, 'ADDRESS_KNOWN');
  assert.ok(refused.failure.message.includes(EMAIL) && refused.failure.message.includes('Google'));
});

test('only the browser that set out comes back, within its time, and once', async (t) => {
  const { app, provider } = await createProviderApp(t);
  provider.agree(PERSONS.kakao(4711, EMAIL));
  const victim = createPortalClient(app);
  const attacker = createPortalClient(app);
  const back = await goThere(attacker, 'kakao');
  await victim.get('/session');
  assert.equal(await codeOf(victim.post('/provider/finish', back)), 'START_AGAIN');
  assert.equal(
    await codeOf(attacker.post('/provider/finish', { ...back, provider: 'naver' })),
    'START_AGAIN',
  );
  const forged = `${back.state.slice(0, -1)}${back.state.endsWith('A') ? 'B' : 'A'}`;
  for (const state of [forged, 'x', '.', `${back.state}.`]) {
    assert.equal(await codeOf(attacker.post('/provider/finish', { ...back, state })), 'START_AGAIN', state);
  }
  app.clock.advance(15 * 60_000);
  assert.equal(await codeOf(attacker.post('/provider/finish', back)), 'START_AGAIN');

  const again = await goThere(attacker, 'kakao');
  assert.equal((await attacker.post('/provider/finish', again)).status, 200);
  await attacker.get('/session');
  // Signed in meanwhile, the browser carries another cookie: what belonged to the one before is worth nothing.
  assert.equal(await codeOf(attacker.post('/provider/finish', again)), 'START_AGAIN');
});

test('a session that was there before does not live on beside the new one', async (t) => {
  const { app, provider } = await createProviderApp(t);
  provider.agree(PERSONS.google('108', 'other@books.example'));
  const client = await signUp(app, EMAIL);
  const before = new Map(client.cookies);
  await comeBack(client, 'google');
  assert.equal((await client.get<SessionView>('/session')).view.account?.email, 'other@books.example');
  const old = createPortalClient(app);
  for (const [name, value] of before) old.cookies.set(name, value);
  assert.equal((await old.get<SessionView>('/session')).view.account, null);
});

test('a provider that fails is named, and the log tells why without what was said', async (t) => {
  const { app, provider } = await createProviderApp(t);
  const client = createPortalClient(app);
  provider.agree(PERSONS.kakao(4711, EMAIL));
  const failures = [
    ['token', { status: 500, body: 'out of order' }],
    ['token', { status: 200, body: '{"error":"invalid_request","error_description":"hong said"}' }],
    ['token', { status: 200, body: '{"token_type":"bearer"}' }],
    ['person', { status: 401, body: '{"msg":"hong@private.example"}' }],
    ['person', { status: 200, body: 'hong@private.example' }],
    ['person', { status: 200, body: '{"kakao_account":{"email":"hong@private.example"}}' }],
    // Not to be told from the number below it.
    ['person', { status: 200, body: '{"id":9007199254740993}' }],
    ['person', { status: 200, body: JSON.stringify({ id: 1, text: 'x'.repeat(70_000) }) }],
  ] as const;
  for (const [path, answer] of failures) {
    provider.answerWrongly(path, answer);
    const refused = await comeBack(client, 'kakao');
    provider.answerWrongly(path, null);
    assert.equal(refused.status, 502, answer.body);
    assert.equal(refused.failure.code, 'PROVIDER_FAILED');
    assert.match(refused.failure.message, /^Kakao /);
  }
  const invented = { ...(await goThere(client, 'kakao')), code: 'invented' };
  assert.equal(await codeOf(client.post('/provider/finish', invented)), 'PROVIDER_FAILED');
  const log = app.logText();
  assert.match(log, /kakao: it answered 400 invalid_grant/);
  assert.doesNotMatch(log, /hong/);
  assert.equal((await comeBack(client, 'kakao')).status, 200, 'and then it works again');
});

test('texts of a provider are cleaned, and an invalid address counts as absent', async (t) => {
  const { app, provider } = await createProviderApp(t);
  const client = createPortalClient(app);
  const hostile = PERSONS.google('1', EMAIL);
  provider.agree({ ...hostile, name: `\u202e${'길'.repeat(300)}\u0000` });
  await comeBack(client, 'google');
  assert.equal((await client.get<SessionView>('/session')).view.account?.name, '길'.repeat(100));

  provider.agree({ ...hostile, sub: '2', email: 'second@books.example', name: ' \u0007 ' });
  await comeBack(client, 'google');
  assert.equal((await client.get<SessionView>('/session')).view.account?.name, 'second');

  provider.agree({ ...hostile, sub: '3', email: 'x@y.example\r\nBcc: z@y.example' });
  const { view } = await comeBack(client, 'google');
  assert.ok(view.outcome === 'address-needed');
  assert.equal(view.email, '');
});

test('the provider is sent to with everything that it and we have to know again', async (t) => {
  const { app } = await createProviderApp(t);
  const client = createPortalClient(app);
  const body = { provider: 'google', intent: 'enter' };
  const address = new URL((await client.post<ProviderAddress>('/provider/start', body)).view.address);
  assert.equal(address.searchParams.get('client_id'), CLIENT.clientId);
  assert.equal(address.searchParams.get('redirect_uri'), 'https://books.example/portal/sign-in/google');
  assert.equal(address.searchParams.get('scope'), 'openid email profile');
  assert.equal(address.searchParams.get('code_challenge_method'), 'S256');
  assert.match(address.searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/);
  assert.ok(!address.href.includes(encodeURIComponent(CLIENT.clientSecret)));
  const connect = { ...body, intent: 'connect' };
  assert.equal(await codeOf(client.post('/provider/start', connect)), 'SIGN_IN_FIRST');
});

test('without clients no provider is offered, and none can be gone to', async (t) => {
  const app = await createTestApp(t);
  const client = createPortalClient(app);
  assert.deepEqual((await client.get<SessionView>('/session')).view.providers, []);
  const start = { provider: 'kakao', intent: 'enter' };
  assert.equal(await codeOf(client.post('/provider/start', start)), 'NOT_FOUND');
  const some = await createTestApp(t, {
    environment: { SEOGA_GOOGLE_CLIENT: 'a:b', SEOGA_KAKAO_CLIENT: 'c:d' },
  });
  const visitor = createPortalClient(some);
  const { providers } = (await visitor.get<SessionView>('/session')).view;
  assert.deepEqual(providers, ['kakao', 'google']);
  for (const [provider, origin] of [
    ['kakao', 'https://kauth.kakao.com'],
    ['google', 'https://accounts.google.com'],
  ] as const) {
    const { view } = await visitor.post<ProviderAddress>('/provider/start', { ...start, provider });
    assert.equal(new URL(view.address).origin, origin);
  }
});
