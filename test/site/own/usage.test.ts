import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { timesByDay } from '../../../src/site/kit/usage-figures.ts';
import { mailsTo } from '../../support/mails.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { type Browser, issueKey, partOf, signedIn, textOf } from '../site-kit.ts';

const USAGE = '/portal/usage';

describe('what an account has called', () => {
  const app = suiteApp({
    environment: { SEOGA_DAILY_QUOTA: '100', SEOGA_BURST: '40', SEOGA_BURST_PER_SECOND: '20' },
  });
  const call = (key: string, url = '/v1/category/list') =>
    app.app.inject({ url, headers: { 'x-api-key': key } });
  const today = async (browser: Browser) =>
    textOf(partOf(await browser.page(USAGE), 'calls-today') ?? '').split(' ')[0];
  const caller = async () => {
    const browser = await signedIn(app);
    return { browser, key: await issueKey(browser) };
  };
  const rowsOf = (page: string) =>
    (partOf(page, 'calls') ?? '').split('</table>')[0]?.split('<tr>').slice(2) ?? [];

  test('the count of today holds every call that was answered, at once, on the page and in the file', async () => {
    const { browser, key } = await caller();
    assert.ok(partOf(await browser.page(USAGE), 'empty') !== null);
    for (let calls = 1; calls <= 3; calls++) {
      await call(key);
      assert.equal(await today(browser), String(calls));
    }
    await call(key, '/v1/goods/itemDetail?query=x');
    assert.ok(partOf(await browser.page(USAGE), 'today')?.includes('<progress'));
    await app.callLog.flush();
    const csv = await browser.get('/portal/usage.csv');
    assert.match(String(csv.headers['content-disposition']), /filename="usage_2026-11-21\.csv"/);
    assert.deepEqual(csv.text.split('\r\n'), [
      '\ufeffday,endpoint,statusClass,calls,counted',
      '2026-11-21,categoryList,2,3,Y',
      '2026-11-21,itemDetail,4,1,Y',
      '',
    ]);
    const chart = await browser.page(`${USAGE}?endpoint=itemDetail&days=7`);
    assert.match(textOf(partOf(chart, 'history') ?? ''), /2026-11-21 0 1 0 0 1/);
    assert.match(chart, /<title>2026-11-21: [^<]+<\/title>/);
  });

  test('calls over a limit are told apart, and count against nothing', async () => {
    const { browser, key } = await caller();
    for (let i = 0; i < 43; i++) await call(key);
    assert.equal(await today(browser), '40');
    await app.callLog.flush();
    const { text } = await browser.get('/portal/usage.csv');
    assert.match(text, /\r\n2026-11-21,categoryList,2,40,Y\r\n2026-11-21,categoryList,4,3,N\r\n$/);
    assert.match(textOf(partOf(await browser.page(USAGE), 'history') ?? ''), /2026-11-21 40 0 3 0 43/);
  });

  test('the last calls are listed newest first, with parameters, keys masked, and a way to run them again', async () => {
    const { browser, key } = await caller();
    await call(key, '/v1/goods/itemList?query=%ED%8F%89%EB%B2%94&page=2');
    app.clock.advance(5);
    await call(key, `/v1/goods/itemDetail?query=x&apiKey=${key}`);
    const [newest = '', oldest = ''] = rowsOf(await browser.page(USAGE));
    assert.ok(newest.includes('/docs/errors/PARAM_004') && newest.includes('apiKey=***'));
    assert.ok(oldest.includes('query=평범&amp;page=2'));
    assert.equal(newest.includes(key), false);
    const again = /href="([^"]+endpoint=itemList[^"]*)"/.exec(oldest)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match(await browser.page(again), /name="query"[^>]*value="평범"/);
    assert.equal(rowsOf(await browser.page(`${USAGE}?calls=failed`)).length, 2);
    await call(key);
    assert.equal(rowsOf(await browser.page(`${USAGE}?calls=failed`)).length, 2);
    for (let i = 0; i < 60; i++) await call(key);
    assert.equal(rowsOf(await browser.page(USAGE)).length, 20);
    assert.equal(rowsOf(await browser.page(`${USAGE}?calls=all`)).length, 63);
  });

  test('percentiles are told from 100 calls of a day on', () => {
    const times = (calls: number) => timesByDay([{ day: 20_778, step: 0, calls }]).map(({ p50Ms }) => p50Ms);
    assert.deepEqual([times(99), times(100)], [[null], [0.1]]);
  });

  test('one request for a higher quota waits at a time, for more than now', async () => {
    const { browser } = await caller();
    const open = await browser.page(USAGE);
    const asked = await browser.submit(USAGE, 'quota', { dailyQuota: '50,000', reason: 'A campaign' });
    assert.ok(partOf(asked.text, 'quota-requests') !== null);
    const again = await browser.submitIn(open, USAGE, 'quota', { dailyQuota: 102, reason: 'Again' });
    assert.equal(again.status, 400);
    const kept = await app.quotaRequests.list(browser.accountId);
    assert.deepEqual(
      kept.map(({ dailyQuota }) => dailyQuota),
      [50_000],
    );
  });
});

describe('mails about the quota', () => {
  const app = suiteApp({ environment: { SEOGA_DAILY_QUOTA: '10', SEOGA_BURST: '1000' } });
  /** Makes calls, and tells the percentages in the mails so far. Two mails of one moment are in no order. */
  const caller = async () => {
    const browser = await signedIn(app);
    const { email, accountId } = browser;
    const headers = { 'x-api-key': await issueKey(browser) };
    const toldAfter = async (times: number) => {
      for (let i = 0; i < times; i++) await app.app.inject({ url: '/v1/category/list', headers });
      return (await mailsTo(app, email)).map((mail) => Number(/(\d+)%/.exec(mail)?.[1])).sort();
    };
    return { accountId, toldAfter };
  };

  test('a mail leaves with the call that reaches 80 % and 100 % of the day, each once a day', async () => {
    const { toldAfter } = await caller();
    assert.deepEqual([await toldAfter(7), await toldAfter(1), await toldAfter(5)], [[], [80], [100, 80]]);
    app.clock.advance(86_400_000);
    assert.equal((await toldAfter(8)).length, 3);
  });

  test('a quota that is lowered below the count mails once at 100 %, not at 80 %', async () => {
    const { accountId, toldAfter } = await caller();
    await toldAfter(7);
    const override = { burstPerSecond: null, burst: null, dailyQuota: 5 };
    await app.accounts.updateAccount(accountId, { override });
    assert.deepEqual(await toldAfter(3), [100]);
  });
});
