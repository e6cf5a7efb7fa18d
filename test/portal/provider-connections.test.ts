import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionsPage } from '../../src/portal/contract/own-account.ts';
import type { PendingSignUpView, ProviderOutcome, SessionView } from '../../src/portal/contract/sign-in.ts';
import { PERSONS } from '../support/fake-provider.ts';
import {
  codeOf,
  createPortalClient,
  mailsTo,
  PASSWORD,
  signUp,
  tokenFromMail,
} from '../support/portal-client.ts';
import { comeBack, createProviderApp, goThere } from '../support/provider-trip.ts';

const EMAIL = 'hong@books.example';

test('an owner connects, is told by mail, comes in by it, and disconnects', async (t) => {
  const { app, provider } = await createProviderApp(t);
  const owner = await signUp(app, EMAIL);
  provider.agree(PERSONS.kakao(4711, 'private@home.example'));
  assert.deepEqual((await comeBack(owner, 'kakao', 'connect')).view, { outcome: 'connected' });
  const told = await mailsTo(app, EMAIL);
  assert.ok(told.some((mail) => mail.includes('카카오 로그인이 연결되었습니다 / Kakao was connected')));
  assert.deepEqual(await mailsTo(app, 'private@home.example'), []);

  const other = createPortalClient(app);
  await comeBack(other, 'kakao');
  assert.equal((await other.get<SessionView>('/session')).view.account?.email, EMAIL);

  const second = await signUp(app, 'second@books.example');
  const elsewhere = await comeBack(second, 'kakao', 'connect');
  assert.equal(elsewhere.failure.code, 'CONNECTED_ELSEWHERE');

  const left = await owner.post<ConnectionsPage>('/connections/disconnect', { provider: 'kakao' });
  assert.deepEqual(left.view.connections, []);
  const connected = await comeBack(second, 'kakao', 'connect');
  assert.deepEqual(connected.view, { outcome: 'connected' });
  const actions = app.readAudit().filter((line) => line.includes('provider'));
  const names = actions.map((line) => line.split(' ')[0]);
  assert.deepEqual(names, [
    'account.provider-connected',
    'account.provider-disconnected',
    'account.provider-connected',
  ]);
});

test('what is connected already is neither told again nor written down again', async (t) => {
  const { app, provider } = await createProviderApp(t);
  const owner = await signUp(app, EMAIL);
  provider.agree(PERSONS.google('1', EMAIL));
  for (let i = 0; i < 3; i++) await comeBack(owner, 'google', 'connect');
  const told = (await mailsTo(app, EMAIL)).filter((mail) => mail.includes('Google was connected'));
  assert.equal(told.length, 1);
  assert.equal(app.readAudit().filter((line) => line.startsWith('account.provider-connected')).length, 1);
});

for (const [what, path] of [
  ['signed out everywhere', '/sign-out-everywhere'],
  ['closed the account', '/account/close'],
] as const) {
  test(`who has ${what} while the provider took its time connects nothing any more`, async (t) => {
    const { app, provider } = await createProviderApp(t);
    const owner = await signUp(app, EMAIL);
    provider.agree(PERSONS.kakao(666, 'thief@books.example'));
    const back = await goThere(owner, 'kakao', 'connect');
    const held = provider.hold('person');
    const finishing = owner.post<ProviderOutcome>('/provider/finish', back);
    await held.reached;
    const done = await owner.post(
      path,
      path === '/account/close' ? { confirmation: EMAIL, password: PASSWORD } : {},
    );
    assert.equal(done.status, 200, done.text);
    held.release();
    assert.equal(await codeOf(finishing), 'SIGN_IN_FIRST');
    const thief = createPortalClient(app);
    await comeBack(thief, 'kakao');
    assert.equal((await thief.get<SessionView>('/session')).view.account?.email, 'thief@books.example');
  });
}

test('a stranger whose provider began the sign-up never enters the account that the owner completes', async (t) => {
  const { app, provider } = await createProviderApp(t);
  provider.agree(PERSONS.naver('nv-stranger', 'stranger@books.example'));
  const stranger = createPortalClient(app);
  const { view } = await comeBack(stranger, 'naver');
  assert.ok(view.outcome === 'address-needed');
  await stranger.post('/provider/address', { person: view.person, email: EMAIL, language: 'en' });
  const owner = createPortalClient(app);
  const token = await tokenFromMail(app, EMAIL);
  assert.equal((await owner.post<PendingSignUpView>('/sign-up/look', { token })).view.provider, null);
  const decision = { token, name: 'Owner' };
  const refused = await owner.post('/sign-up/complete', { ...decision, password: null });
  assert.equal(refused.failure.field, 'password');
  assert.equal((await owner.post('/sign-up/complete', { ...decision, password: PASSWORD })).status, 200);
  assert.equal((await comeBack(stranger, 'naver')).view.outcome, 'address-needed');
  assert.deepEqual((await owner.get<ConnectionsPage>('/connections')).view.connections, []);
});

test('403 SIGN_IN_AGAIN: an account without a password gets another address or provider by a session of ten minutes', async (t) => {
  const { app, provider } = await createProviderApp(t);
  provider.agree(PERSONS.kakao(4711, EMAIL));
  const client = createPortalClient(app);
  const ask = (email: string) => client.post('/account/address', { email, language: 'en', password: null });
  const start = () =>
    client.post('/provider/start', { provider: 'google', intent: 'connect', password: null });
  await comeBack(client, 'kakao');
  app.clock.advance(10 * 60_000);
  assert.deepEqual([(await ask('new@books.example')).status, (await start()).status], [200, 200]);
  app.clock.advance(1);
  for (const late of [await ask('late@books.example'), await start()])
    assert.deepEqual([late.status, late.failure.code], [403, 'SIGN_IN_AGAIN']);
  assert.deepEqual(await mailsTo(app, 'late@books.example'), []);
  await comeBack(client, 'kakao');
  assert.equal((await ask('again@books.example')).status, 200);
});

test('403 PASSWORD_WRONG: a session alone connects no provider; guesses end in 429', async (t) => {
  const { app, provider } = await createProviderApp(t);
  const owner = await signUp(app, EMAIL);
  provider.agree(PERSONS.kakao(666, 'thief@books.example'));
  const start = (password?: string | null) =>
    owner.post('/provider/start', { provider: 'kakao', intent: 'connect', password });
  assert.deepEqual((await start()).failure.field, 'password');
  const { status, failure } = await start(null);
  assert.deepEqual([status, failure.code, failure.field], [403, 'PASSWORD_WRONG', 'password']);
  let guess = await start('a wrong password');
  assert.equal(guess.failure.code, 'PASSWORD_WRONG');
  for (let guesses = 0; guess.status !== 429 && guesses < 30; guesses++)
    guess = await start(`guess ${guesses}`);
  assert.equal(guess.failure.code, 'TOO_MANY');
  // Coming back without having been let go: signing in doesn't connect.
  await comeBack(owner, 'kakao', 'enter');
  const thief = (await owner.get<SessionView>('/session')).view.account;
  assert.equal(thief?.email, 'thief@books.example');
});
