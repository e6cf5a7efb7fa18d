import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OverviewPage } from '../../../src/portal/contract/console-accounts.ts';
import { newDeveloper, newOperator, type SignedIn } from '../../support/operator.ts';
import { issueKey } from '../../support/portal-client.ts';
import { suiteApp } from '../../support/suite-app.ts';
import type { TestApp } from '../../support/test-app.ts';

describe('the overview of the console', () => {
  let app: TestApp;
  let operator: SignedIn;
  suiteApp(
    async (made) => {
      app = made;
      operator = await newOperator(app, 'operator@books.example', '198.51.100.250');
    },
    { environment: { SEOGA_DAILY_QUOTA: '3' } },
  );
  const ask = async () => (await operator.client.get<OverviewPage>('/console/overview')).view;

  test('calls are counted by minute and outcome; the pages and the console are not', async () => {
    const { client } = await newDeveloper(app, 'caller@books.example', '198.51.100.1');
    const key = await issueKey(client);
    const before = await ask();
    const call = (url: string) => app.get(url, { 'x-api-key': key });
    await call('/v1/category/list');
    await call('/v1/goods/itemDetail?query=x');
    app.clock.advance(60_000);
    await call('/v1/category/list');
    await call('/v1/category/list');
    await app.get('/v1/category/list', { 'x-api-key': 'no key' });
    await app.app.inject('/docs');
    const { minutes, nowMs } = await ask();
    assert.equal(before.minutes.length, 61);
    assert.equal(nowMs, app.clock.nowMs());
    const [last, now] = minutes.slice(-2);
    assert.deepEqual({ ...last, atMs: 0 }, { atMs: 0, fine: 1, refused: 1, limited: 0, failed: 0 });
    assert.deepEqual({ ...now, atMs: 0 }, { atMs: 0, fine: 1, refused: 1, limited: 1, failed: 0 });
    assert.equal(now?.atMs, Math.floor(nowMs / 60_000) * 60_000);
  });

  test('what there is to look after is counted, and every list tells when it was published', async () => {
    const before = await ask();
    const { client } = await newDeveloper(app, 'one-more@books.example', '198.51.100.2');
    await issueKey(client);
    await client.post('/quota-requests', { dailyQuota: 10, reason: 'more' });
    const suspended = await newDeveloper(app, 'suspended@books.example', '198.51.100.3');
    await app.accounts.updateAccount(suspended.accountId, { suspended: true });
    const { accounts, liveKeys, waitingRequests, suspended: shut, items, editions } = await ask();
    assert.deepEqual(
      [accounts, liveKeys, waitingRequests, shut],
      [before.accounts + 2, before.liveKeys + 1, before.waitingRequests + 1, before.suspended + 1],
    );
    assert.equal(items, await app.catalog.countItems());
    const overall = editions.find(({ kind }) => kind === 'overall');
    assert.equal(overall?.period, '2026-11-20');
    assert.ok((overall?.publishedAtMs ?? 0) > 0);
  });
});
