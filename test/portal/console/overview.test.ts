import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OverviewPage } from '../../../src/portal/contract/console-accounts.ts';
import { newDeveloper } from '../../support/operator.ts';
import { issueKey } from '../../support/portal-client.ts';
import { suiteConsole } from '../../support/suite-app.ts';

describe('the overview of the console', () => {
  const { app, operator } = suiteConsole({ environment: { SEOGA_DAILY_QUOTA: '3' } });
  const ask = async () => (await operator.get<OverviewPage>('/console/overview')).view;

  test('calls are counted by minute and outcome; the pages and the console are not', async () => {
    const key = await issueKey(await newDeveloper(app));
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
    const asker = await newDeveloper(app);
    await issueKey(asker);
    await asker.post('/quota-requests', { dailyQuota: 10, reason: 'more' });
    const suspended = await newDeveloper(app);
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
