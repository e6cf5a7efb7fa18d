import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newOperator, type SignedIn } from '../support/operator.ts';
import { createPortalClient, issueKey, PASSWORD, SERVICE, signUp } from '../support/portal-client.ts';
import { createTestApp } from '../support/test-app.ts';

const EMAIL = 'leaving.person@books.example';
const REASON = 'Reason that only this person would give';

test('closing ends key and sessions and leaves no byte of the person in the data folder', async (t) => {
  const app = await createTestApp(t);
  const client = await signUp(app, EMAIL);
  const elsewhere = createPortalClient(app);
  await elsewhere.post('/sign-in', { email: EMAIL, password: PASSWORD });
  const key = await issueKey(client);
  await app.app.inject({ url: '/v1/category/list', headers: { 'x-api-key': key } });
  await client.post('/quota-requests', { dailyQuota: 5_000_000, reason: REASON });
  await client.post('/add-on/enrol', { enrolled: true });
  await client.post('/password-reset/request', { email: EMAIL, language: 'en' });
  await app.settled();
  const accountId = (await app.accounts.findAccountByEmail(EMAIL))?.accountId ?? 0;
  const traces = [
    EMAIL,
    `Owner of ${EMAIL}`,
    SERVICE.serviceName,
    SERVICE.serviceUrl,
    SERVICE.purpose,
    REASON,
  ];
  assert.deepEqual(tracesIn(app.config.dataDir, [EMAIL]).length > 0, true, 'there is something to delete');

  assert.equal(
    (await client.post('/account/close', { confirmation: 'yes', password: PASSWORD })).failure.code,
    'CONFIRMATION_WRONG',
  );
  assert.equal((await client.get('/key')).status, 200);
  assert.equal(
    (await client.post('/account/close', { confirmation: EMAIL, password: PASSWORD })).status,
    200,
  );

  const refused = await app.app.inject({ url: '/v1/category/list', headers: { 'x-api-key': key } });
  assert.equal(refused.statusCode, 401);
  assert.equal((await elsewhere.get('/key')).status, 401);
  assert.equal((await client.get('/session')).text.includes('"account":null'), true);
  assert.deepEqual(await app.accounts.listKeys(accountId), []);
  assert.deepEqual(await app.accounts.listUsage(accountId, 0), []);
  assert.deepEqual(tracesIn(app.config.dataDir, traces), []);
  const audit = app.readAudit();
  assert.ok(audit.includes(`account.closed account:${accountId}`));
  const isTraced = traces.some((trace) => audit.join('\n').includes(trace));
  assert.equal(isTraced, false);

  // The address is free for a new account, which has nothing of the old one.
  const next = await signUp(app, EMAIL);
  assert.deepEqual((await next.get('/key')).view, { live: null, history: [], service: null });
  assert.deepEqual((await next.get('/calls')).view, { calls: [] });
});

test('409 LAST_OWNER: the only active operator closes the account', async (t) => {
  const app = await createTestApp(t);
  const [only, suspended] = [await newOperator(app), await newOperator(app)];
  await app.accounts.updateAccount(suspended.accountId, { suspended: true });
  const close = (person: SignedIn) =>
    person.post('/account/close', { confirmation: person.email, password: PASSWORD });
  assert.equal((await close(only)).failure.code, 'LAST_OWNER');
  assert.ok(await app.accounts.findAccount(only.accountId));
  assert.equal((await close(suspended)).status, 200);
});

test('403 PASSWORD_WRONG: a session alone closes no account; guesses end in 429', async (t) => {
  const app = await createTestApp(t);
  const client = await signUp(app, EMAIL);
  const close = (password: string | null) => client.post('/account/close', { confirmation: EMAIL, password });
  for (const password of [null, 'a wrong password']) {
    const { status, failure } = await close(password);
    assert.deepEqual([status, failure.code, failure.field], [403, 'PASSWORD_WRONG', 'password']);
  }
  for (let guess = 2; guess < 10; guess++) await close(null);
  assert.equal((await close(PASSWORD)).failure.code, 'TOO_MANY');
  assert.ok(await app.accounts.findAccountByEmail(EMAIL));
});

/** Which of the texts are found in which file of a folder, however it is stored there. */
function tracesIn(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return texts.filter((text) => bytes.includes(text)).map((text) => `${entry.name}: ${text}`);
    });
}
