import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionView } from '../../src/portal/contract/sign-in.ts';
import {
  createPortalClient,
  mailsTo,
  PASSWORD,
  type PortalClient,
  signUp,
  tokenFromMail,
} from '../support/portal-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const EMAIL = 'owner@books.example';
const ask = { email: EMAIL, language: 'en' };

/** A browser that has never been here, at an address of its own. */
function stranger(app: TestApp, number: number): PortalClient {
  return createPortalClient(app, `203.0.113.${number}`);
}

function guess(client: PortalClient, password: string) {
  return client.post<SessionView>('/sign-in', { email: EMAIL, password });
}

test('sign-ups by strangers decide nothing about the account, and end no sign-up of its owner', async (t) => {
  const app = await createTestApp(t);
  const owner = createPortalClient(app);
  await owner.post('/sign-up', ask);
  const own = await tokenFromMail(app, EMAIL);
  for (let i = 0; i < 20; i++) {
    app.clock.advance(1);
    assert.equal((await stranger(app, i).post('/sign-up', ask)).status, 200);
  }
  const withPassword = { ...ask, name: 'Stranger', password: 'of the stranger' };
  assert.equal((await stranger(app, 21).post('/sign-up', withPassword)).status, 400);
  const completed = await owner.post<SessionView>('/sign-up/complete', {
    token: own,
    name: 'Owner',
    password: PASSWORD,
  });
  assert.equal(completed.view.account?.name, 'Owner');
  assert.equal((await guess(createPortalClient(app), PASSWORD)).status, 200);
});

test('wrong guesses of strangers lock the owner out of neither the known browser nor the known address', async (t) => {
  const app = await createTestApp(t);
  const known = await signUp(app, EMAIL);
  for (let i = 0; i < 40; i++) await guess(stranger(app, i), 'a wrong guess');
  assert.equal((await guess(stranger(app, 200), 'a wrong guess')).status, 429, 'strangers share a bound');

  // Without the cookies, but from the address of a session.
  assert.equal((await guess(createPortalClient(app), PASSWORD)).status, 200);
  // With the cookie of the browser, but from an address that strangers use, too.
  const elsewhere = stranger(app, 1);
  for (const [name, value] of known.cookies) if (/device/.test(name)) elsewhere.cookies.set(name, value);
  assert.equal((await guess(elsewhere, PASSWORD)).status, 200);
});

test('the cookie of a known browser is worth nothing for another account', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const other = await signUp(app, 'other@books.example', '198.51.100.7');
  for (let i = 0; i < 40; i++) await guess(stranger(app, i), 'a wrong guess');
  const attacker = stranger(app, 200);
  for (const [name, value] of other.cookies) if (/device/.test(name)) attacker.cookies.set(name, value);
  assert.equal((await guess(attacker, PASSWORD)).status, 429);
});

test('429 TOO_MANY: eleven guesses from one place within a minute', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  for (let i = 0; i < 10; i++) assert.equal((await guess(stranger(app, 1), 'a wrong guess')).status, 403);
  const refused = await guess(stranger(app, 1), PASSWORD);
  assert.equal(refused.status, 429);
  assert.equal(refused.failure.retryAfterSeconds, 60);
  assert.equal(refused.headers['retry-after'], '60');
  app.clock.advance(60_000);
  assert.equal((await guess(stranger(app, 1), PASSWORD)).status, 200);
});

test('a completed reset lets its browser sign in at once, however many others have guessed', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  for (let i = 0; i < 40; i++) await guess(stranger(app, i), 'a wrong guess');
  const owner = stranger(app, 250);
  assert.equal((await guess(owner, PASSWORD)).status, 429);
  app.clock.advance(1);
  assert.equal((await owner.post('/password-reset/request', ask)).status, 200);
  const token = await tokenFromMail(app, EMAIL);
  const password = 'another passphrase';
  assert.equal((await owner.post('/password-reset', { token, password })).status, 200);
  assert.equal((await guess(owner, password)).status, 200);
});

test('requests of strangers neither block a reset nor fill the mailbox', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const before = (await mailsTo(app, EMAIL)).length;
  for (let i = 0; i < 50; i++) {
    app.clock.advance(10);
    assert.equal((await stranger(app, i).post('/password-reset/request', ask)).status, 200);
  }
  assert.equal((await mailsTo(app, EMAIL)).length - before, 4);
  const owner = stranger(app, 250);
  assert.equal((await owner.post('/password-reset/request', ask)).status, 200);
  // No further mail was sent, because the last one still works.
  const token = await tokenFromMail(app, EMAIL);
  assert.equal((await owner.post('/password-reset', { token, password: PASSWORD })).status, 200);
});

test('429 TOO_MANY: a fifth mail of one kind for one person within five minutes', async (t) => {
  const app = await createTestApp(t);
  const client = createPortalClient(app);
  for (const path of ['/sign-up', '/password-reset/request']) {
    for (let i = 0; i < 4; i++) assert.equal((await client.post(path, ask)).status, 200);
    assert.equal((await client.post(path, ask)).status, 429, path);
  }
});

test('429 TOO_MANY: plus addresses of one mailbox count together', async (t) => {
  const app = await createTestApp(t);
  const statuses: number[] = [];
  for (let i = 0; i < 30; i++) {
    const email = `victim+${i}@books.example`;
    statuses.push((await stranger(app, i).post('/sign-up', { email, language: 'en' })).status);
  }
  assert.equal(statuses.filter((status) => status === 200).length, 8);
  assert.equal(statuses.filter((status) => status === 429).length, 22);
});

test('429 TOO_MANY: a flood of sign-ups is bounded, and resets go on', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const statuses: number[] = [];
  for (let i = 0; i < 320; i++) {
    const email = `person-${i}@books.example`;
    statuses.push((await stranger(app, i % 250).post('/sign-up', { email, language: 'en' })).status);
  }
  assert.ok(statuses.indexOf(429) >= 290, 'honest people sign up');
  assert.equal(statuses.at(-1), 429);
  app.clock.advance(1);
  assert.equal((await createPortalClient(app).post('/password-reset/request', ask)).status, 200);
  await app.settled();
  assert.match(await tokenFromMail(app, EMAIL), /./);
});
