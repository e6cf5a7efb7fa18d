import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SESSION_MS } from '../../src/accounts/identity.ts';
import type { PendingSignUpView, SessionView } from '../../src/portal/contract/sign-in.ts';
import {
  codeOf,
  createPortalClient,
  mailsTo,
  newestMail,
  PASSWORD,
  signUp,
  tokenFromMail,
} from '../support/portal-client.ts';
import { createTestApp } from '../support/test-app.ts';

const EMAIL = 'new@books.example';
const person = { email: EMAIL, language: 'ko' };
const decision = { name: 'New', password: PASSWORD };

test('sign-up, the link of the mail, and the account is there and signed in', async (t) => {
  const app = await createTestApp(t);
  const client = createPortalClient(app);
  const before = await client.get<SessionView>('/session');
  assert.equal(before.view.account, null);
  const limits = { dailyQuota: 1_000_000, burstPerSecond: 1_000_000, burst: 1_000_000 };
  assert.deepEqual(before.view.limits, limits, 'those that the service is set up with');
  assert.equal(before.view.mail, 'outbox');

  assert.deepEqual((await client.post('/sign-up', { ...person, email: ' New@Books.example ' })).view, {});
  assert.equal(await app.accounts.findAccountByEmail(EMAIL), null, 'no account before the address is proven');
  assert.match(await newestMail(app, EMAIL), /https:\/\/books\.example\/portal\/verify-email\?token=/);
  const token = await tokenFromMail(app, EMAIL);
  const pending = await client.post<PendingSignUpView>('/sign-up/look', { token });
  assert.deepEqual(pending.view, { email: EMAIL, name: '', provider: null });

  const verified = await client.post<SessionView>('/sign-up/complete', { token, ...decision });
  assert.equal(verified.status, 200, verified.text);
  const { account, csrfToken } = (await client.get<SessionView>('/session')).view;
  assert.deepEqual(account, { ...verified.view.account });
  assert.equal(account?.email, EMAIL);
  assert.equal(account?.role, 'developer');
  assert.notEqual(csrfToken, before.view.csrfToken);
});

test('cookies of a session are for this host alone, out of the reach of scripts and other sites', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const client = createPortalClient(app);
  const answer = await client.post('/sign-in', { email: EMAIL, password: PASSWORD });
  const [session, device] = [answer.headers['set-cookie']].flat();
  assert.match(
    String(device),
    /^__Host-seoga_device=[\w-]{59}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  assert.match(
    String(session),
    /^__Host-seoga_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('on plain http on loopback the cookies have plain names, elsewhere they do not', async (t) => {
  for (const [baseUrl, name] of [
    ['http://127.0.0.1:8080', 'seoga_visitor'],
    ['http://localhost:8080', 'seoga_visitor'],
    ['http://books.example', '__Host-seoga_visitor'],
  ] as const) {
    const app = await createTestApp(t, { environment: { SEOGA_BASE_URL: baseUrl } });
    const client = createPortalClient(app);
    const answer = await client.get('/session');
    assert.deepEqual([...client.cookies.keys()], [name]);
    assert.equal(String(answer.headers['set-cookie']).includes('Secure'), name.startsWith('__Host-'));
  }
});

test('no answer tells whether an address is known, and the owner of a known one is told by mail', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const requests = [
    ['/sign-up', person],
    ['/password-reset/request', { email: EMAIL, language: 'ko' }],
    ['/sign-in', { email: EMAIL, password: 'not the password' }],
  ] as const;
  for (const [path, body] of requests) {
    const known = await createPortalClient(app, '192.0.2.2').post(path, body);
    const unknown = await createPortalClient(app, '192.0.2.3').post(path, { ...body, email: 'x@y.example' });
    assert.equal(known.status, unknown.status, path);
    assert.equal(known.text, unknown.text, path);
    assert.deepEqual(namesOf(known.headers), namesOf(unknown.headers), path);
  }
  const mails = await mailsTo(app, EMAIL);
  assert.ok(mails.some((mail) => mail.includes('이미 가입된 주소입니다')));
  // The second sign-up changed nothing for the owner.
  assert.equal((await owner.get<SessionView>('/session')).view.account?.name, `Owner of ${EMAIL}`);
});

test('a wrong password, an unknown address and a session that is over do not sign in', async (t) => {
  const app = await createTestApp(t);
  const client = await signUp(app, EMAIL);
  const other = createPortalClient(app);
  const wrong = { email: EMAIL, password: 'not the password' };
  assert.equal(await codeOf(other.post('/sign-in', wrong)), 'WRONG_CREDENTIALS');
  assert.equal(await codeOf(other.post('/sign-in', { ...wrong, email: 'x@y.example' })), 'WRONG_CREDENTIALS');
  app.clock.advance(SESSION_MS - 1);
  assert.equal((await client.get('/key')).status, 200);
  app.clock.advance(1);
  assert.equal(await codeOf(client.get('/key')), 'SIGN_IN_FIRST');
  assert.equal((await client.get<SessionView>('/session')).view.account, null);
});

test('an account made on the command line gets its password by mail', async (t) => {
  const app = await createTestApp(t);
  await app.accounts.createAccount({ email: EMAIL, name: 'Operator', tier: 'free', role: 'owner' });
  const client = createPortalClient(app);
  assert.equal(await codeOf(client.post('/sign-in', { email: EMAIL, password: '' })), 'INVALID');
  await client.post('/password-reset/request', { email: EMAIL, language: 'en' });
  const token = await tokenFromMail(app, EMAIL);
  assert.equal((await client.post('/password-reset', { token, password: PASSWORD })).status, 200);
  const session = await client.post<SessionView>('/sign-in', { email: EMAIL, password: PASSWORD });
  assert.equal(session.view.account?.role, 'owner');
});

function namesOf(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(headers).sort();
}
