import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuotaMailsView } from '../../src/portal/contract/own-service.ts';
import { issueKey, type PortalClient, signUp } from '../support/portal-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const EMAIL = 'busy@books.example';

/** Subjects of the mails about the quota to an address, oldest first. */
async function quotaMailsTo(app: TestApp, email: string): Promise<readonly string[]> {
  await app.settled();
  const mails = await Promise.all((await app.outbox.names()).map((name) => app.outbox.read(name)));
  return mails.flatMap((mail) =>
    mail?.to === email && /quota is used/.test(mail.subject) ? [mail.subject] : [],
  );
}

async function callTimes(app: TestApp, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await app.app.inject({ url: '/v1/category/list', headers: { 'x-api-key': key } });
  }
}

async function setUp(t: Parameters<typeof createTestApp>[0]): Promise<{
  readonly app: TestApp;
  readonly client: PortalClient;
  readonly key: string;
}> {
  const app = await createTestApp(t, { environment: { SEOGA_DAILY_QUOTA: '10', SEOGA_BURST: '1000' } });
  const client = await signUp(app, EMAIL);
  return { app, client, key: await issueKey(client) };
}

test('a mail leaves with the call that reaches 80 % and 100 % of the day, each once a day', async (t) => {
  const { app, key } = await setUp(t);
  await callTimes(app, key, 7);
  assert.deepEqual(await quotaMailsTo(app, EMAIL), []);
  await callTimes(app, key, 1);
  const [first, ...none] = await quotaMailsTo(app, EMAIL);
  assert.match(first ?? '', /하루 한도의 80%를 썼습니다 \/ 80% of your daily quota is used$/);
  assert.equal(none.length, 0);
  await callTimes(app, key, 5);
  const both = await quotaMailsTo(app, EMAIL);
  // Both may have been written in one millisecond of the test's clock, so their order says nothing.
  assert.deepEqual(both.map((subject) => /(\d+)%/.exec(subject)?.[1]).sort(), ['100', '80']);
  app.clock.advance(86_400_000);
  await callTimes(app, key, 8);
  assert.equal((await quotaMailsTo(app, EMAIL)).length, 3);
});

test('a quota that is lowered below the count mails once at 100 %, not at 80 %', async (t) => {
  const { app, key } = await setUp(t);
  await callTimes(app, key, 7);
  const account = await app.accounts.findAccountByEmail(EMAIL);
  const override = { burstPerSecond: null, burst: null, dailyQuota: 5 };
  await app.accounts.updateAccount(account?.accountId ?? 0, { override });
  await callTimes(app, key, 3);
  const mails = await quotaMailsTo(app, EMAIL);
  assert.equal(mails.length, 1);
  assert.match(mails[0] ?? '', /100%/);
});

test('who declines gets no mail until the choice is taken back, and other accounts get theirs', async (t) => {
  const { app, client, key } = await setUp(t);
  assert.deepEqual((await client.get<QuotaMailsView>('/quota-mails')).view, { wanted: true });
  assert.deepEqual((await client.post<QuotaMailsView>('/quota-mails', { wanted: false })).view, {
    wanted: false,
  });
  assert.equal((await client.post('/quota-mails', { wanted: 'no' })).failure.field, 'wanted');
  const other = await signUp(app, 'other@books.example', '192.0.2.9');
  await callTimes(app, await issueKey(other), 10);
  await callTimes(app, key, 10);
  assert.deepEqual(await quotaMailsTo(app, EMAIL), []);
  assert.equal((await quotaMailsTo(app, 'other@books.example')).length, 2);
  await client.post('/quota-mails', { wanted: true });
  app.clock.advance(86_400_000);
  await callTimes(app, key, 10);
  assert.equal((await quotaMailsTo(app, EMAIL)).length, 2);
});

test('operators turn their mails off and on for themselves; the audit log says so', async (t) => {
  const { app, client } = await setUp(t);
  const wanted = async () => (await client.get<QuotaMailsView>('/operator-mails')).view.wanted;
  assert.equal(await wanted(), true);
  const { view } = await client.post<QuotaMailsView>('/operator-mails', { wanted: false });
  assert.deepEqual([view.wanted, await wanted()], [false, false]);
  assert.ok(app.readAudit().some((line) => line.startsWith('account.mails account:')));
  assert.equal((await client.post<QuotaMailsView>('/operator-mails', { wanted: true })).view.wanted, true);
});
