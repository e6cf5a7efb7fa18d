import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createPortalClient,
  issueKey,
  PASSWORD,
  SERVICE,
  signUp,
  tokenFromMail,
} from '../support/portal-client.ts';
import { createTestApp } from '../support/test-app.ts';

const EMAIL = 'owner@books.example';

test("the owner downloads everything about the account, nothing of others', and no secret", async (t) => {
  const app = await createTestApp(t);
  const other = await signUp(app, 'other@books.example', '192.0.2.9');
  await issueKey(other);
  const client = await signUp(app, EMAIL);
  const key = await issueKey(client);
  await app.app.inject({ url: '/v1/category/list', headers: { 'x-api-key': key } });
  await client.post('/quota-requests', { dailyQuota: 5_000_000, reason: 'A fair of books' });
  const answer = await client.get('/account/data');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="account_2026-11-21.json"');
  const data = JSON.parse(answer.text);
  assert.deepEqual(Object.keys(data), [
    'account',
    'secondFactor',
    'service',
    'keys',
    'quotaRequests',
    'quotaMails',
    'sessions',
    'connections',
    'usage',
    'refusedCalls',
    'answerTimes',
    'addOnClicks',
    'recentCalls',
  ]);
  assert.equal(data.account.email, EMAIL);
  const { acceptsRules, ...service } = SERVICE;
  assert.deepEqual(data.service, service);
  assert.deepEqual(
    [data.keys.length, data.keys[0].first4, data.keys[0].last4, data.keys[0].revokedAt],
    [1, key.slice('seoga_live_'.length).slice(0, 4), key.slice(-4), null],
  );
  assert.equal(data.quotaRequests[0].reason, 'A fair of books');
  assert.equal(data.sessions.length, 1);
  assert.equal(data.usage.length, 1);
  for (const secret of [key, PASSWORD, 'argon2', 'other@books.example']) {
    assert.equal(answer.text.includes(secret), false, secret);
  }
  assert.equal((await createPortalClient(app).get('/account/data')).status, 401);
});

test('with a privacy notice an account is made only with consent, which the audit log notes', async (t) => {
  const privacyUrl = 'https://shop.example/privacy';
  const app = await createTestApp(t, {
    environment: { SEOGA_PRIVACY_URL: privacyUrl, SEOGA_CONTACT: 'help@shop.example' },
  });
  const client = createPortalClient(app);
  const { notices } = (await client.get<{ notices: object }>('/session')).view;
  assert.deepEqual(notices, { termsUrl: null, privacyUrl, contact: 'help@shop.example' });
  await client.post('/sign-up', { email: EMAIL, language: 'en' });
  const token = await tokenFromMail(app, EMAIL);
  const complete = (more: object) =>
    client.post('/sign-up/complete', { token, name: 'Owner', password: PASSWORD, ...more });
  for (const without of [{}, { consent: false }]) {
    const refused = await complete(without);
    assert.deepEqual([refused.status, refused.failure.field], [400, 'consent']);
    assert.equal(await app.accounts.findAccountByEmail(EMAIL), null);
  }
  assert.equal((await complete({ consent: true })).status, 200);
  const account = await app.accounts.findAccountByEmail(EMAIL);
  assert.ok(app.readAudit().includes(`account.consented account:${account?.accountId}`));
});
