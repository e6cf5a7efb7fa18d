import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  RecoveryCodes,
  SecondFactorSetUpView,
  SecondFactorView,
  SessionsPage,
} from '../../src/portal/contract/own-account.ts';
import type { CodeNeeded, SessionView } from '../../src/portal/contract/sign-in.ts';
import { codeOf } from '../support/authenticator.ts';
import { createPortalClient, PASSWORD, type PortalClient, signUp } from '../support/portal-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const EMAIL = 'careful@books.example';

async function turnOn(app: TestApp, client: PortalClient, password: string | null = PASSWORD) {
  const { view } = await client.post<SecondFactorSetUpView>('/second-factor/begin', { password });
  assert.ok(view.address.includes(view.secret));
  const code = codeOf(view.secret, app.clock.nowMs());
  const confirmed = await client.post<RecoveryCodes>('/second-factor/confirm', { code });
  assert.equal(confirmed.status, 200, confirmed.text);
  app.clock.advance(30_000);
  return { secret: view.secret, codes: confirmed.view.recoveryCodes };
}

function signIn(client: PortalClient) {
  return client.post<CodeNeeded>('/sign-in', { email: EMAIL, password: PASSWORD });
}

test('a password alone signs nobody in where a code is asked for; with the code it does, once', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const { secret } = await turnOn(app, owner);
  const client = createPortalClient(app);
  const { view } = await signIn(client);
  assert.equal(typeof view.codeState, 'string');
  assert.equal((await client.get('/key')).status, 401);
  const send = (by: PortalClient, code: string) =>
    by.post<SessionView>('/sign-in/code', { codeState: view.codeState, code });
  assert.equal((await send(client, '000000')).failure.code, 'CODE_WRONG');
  const stranger = createPortalClient(app);
  const code = codeOf(secret, app.clock.nowMs());
  assert.equal((await send(stranger, code)).failure.code, 'START_AGAIN', 'for the own browser only');
  assert.equal((await send(client, code)).view.account?.email, EMAIL);
  assert.equal((await client.get('/key')).status, 200);

  const again = createPortalClient(app);
  const { codeState } = (await signIn(again)).view;
  assert.equal(
    (await again.post('/sign-in/code', { codeState, code })).failure.code,
    'CODE_WRONG',
    'replayed',
  );
  app.clock.advance(5 * 60_000);
  const late = codeOf(secret, app.clock.nowMs());
  assert.equal((await again.post('/sign-in/code', { codeState, code: late })).failure.code, 'START_AGAIN');
});

test('429 TOO_MANY: guessing codes', async (t) => {
  const app = await createTestApp(t);
  await turnOn(app, await signUp(app, EMAIL));
  const client = createPortalClient(app);
  const { codeState } = (await signIn(client)).view;
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    statuses.push((await client.post('/sign-in/code', { codeState, code: '000000' })).status);
  }
  assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429]);
});

test('wrong codes in other browsers keep the owner out of neither the known browser nor, with a recovery code, a new one', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const { secret, codes } = await turnOn(app, owner);
  for (let guess = 0; guess < 36; guess++) {
    const thief = createPortalClient(app, `203.0.113.${guess}`);
    const { codeState } = (await signIn(thief)).view;
    const { status } = await thief.post('/sign-in/code', { codeState, code: '000000' });
    assert.equal(status, guess < 30 ? 403 : 429, 'strangers share a bound');
  }
  const sendCode = async (browser: PortalClient, code: string | undefined) => {
    const { codeState } = (await signIn(browser)).view;
    return (await browser.post('/sign-in/code', { codeState, code })).status;
  };
  assert.equal(await sendCode(createPortalClient(app), codes[0]), 200);
  assert.equal(await sendCode(owner, codeOf(secret, app.clock.nowMs())), 200);
});

test('403 PASSWORD_WRONG: a session alone turns no codes on', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  for (const password of [null, 'a wrong password']) {
    const { status, failure } = await owner.post('/second-factor/begin', { password });
    assert.deepEqual([status, failure.code, failure.field], [403, 'PASSWORD_WRONG', 'password']);
  }
  assert.equal((await owner.post('/second-factor/confirm', { code: '123456' })).failure.code, 'CODE_WRONG');
});

test('turning it off and making new recovery codes take a code', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const { codes } = await turnOn(app, owner);
  for (const path of ['/second-factor/end', '/second-factor/recovery-codes']) {
    assert.equal((await owner.post(path, { code: '123456' })).failure.code, 'CODE_WRONG', path);
  }
  assert.equal((await owner.post('/second-factor/begin', { password: PASSWORD })).failure.code, 'STALE');
  const off = await owner.post<SecondFactorView>('/second-factor/end', { code: codes[3] });
  assert.deepEqual(off.view, { isOn: false, recoveryCodesLeft: 0 });
  assert.equal('codeState' in (await signIn(createPortalClient(app))).view, false);
});

test('the list of sessions shows place and last use, and ends one of them', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL, '198.51.100.7');
  const other = createPortalClient(app, '2001:db8:1:2::5');
  app.clock.advance(1000);
  await other.post('/sign-in', { email: EMAIL, password: PASSWORD }, { 'user-agent': 'Browser/1.0' });
  const startedAtMs = app.clock.nowMs();
  app.clock.advance(10 * 60_000);
  const { sessions } = (await owner.get<SessionsPage>('/sessions')).view;
  assert.deepEqual(
    sessions.map(({ place, isThis, usedAtMs }) => ({ place, isThis, usedAtMs })),
    [
      { place: '198.51.100.*', isThis: true, usedAtMs: app.clock.nowMs() },
      { place: '2001:db8:1:*', isThis: false, usedAtMs: startedAtMs },
    ],
  );
  assert.equal(sessions[1]?.userAgent, 'Browser/1.0');
  const { sessionId } = sessions[1] ?? {};
  const stranger = await signUp(app, 'stranger@books.example', '198.51.100.8');
  assert.equal((await stranger.post('/sessions/end', { sessionId })).status, 404);
  assert.equal((await other.get('/key')).status, 200);
  const left = await owner.post<SessionsPage>('/sessions/end', { sessionId });
  assert.equal(left.view.sessions.length, 1);
  assert.equal((await other.get('/key')).status, 401);
  assert.equal((await owner.get('/key')).status, 200);
});
