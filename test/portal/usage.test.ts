import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallsPage, UsagePage } from '../../src/portal/contract/own-service.ts';
import { newDeveloper } from '../support/operator.ts';
import { issueKey } from '../support/portal-client.ts';
import { suiteApp } from '../support/suite-app.ts';

describe('what an account has called', () => {
  const app = suiteApp({
    environment: { SEOGA_DAILY_QUOTA: '100', SEOGA_BURST: '40', SEOGA_BURST_PER_SECOND: '20' },
  });
  const newPerson = () => newDeveloper(app);
  const call = (key: string, url: string) => app.app.inject({ url, headers: { 'x-api-key': key } });
  const statusOf = async (key: string) => (await call(key, '/v1/category/list')).statusCode;

  test('the count of today holds every call that was answered, at once', async () => {
    const client = await newPerson();
    const key = await issueKey(client);
    for (let calls = 1; calls <= 3; calls++) {
      await statusOf(key);
      const { callsToday, remaining } = (await client.get<UsagePage>('/usage')).view;
      assert.deepEqual([callsToday, remaining], [calls, 100 - calls]);
    }
    await call(key, '/v1/goods/itemDetail?query=x');
    const usage = (await client.get<UsagePage>('/usage')).view;
    assert.equal(usage.today, '2026-11-21');
    assert.equal(usage.dailyQuota, 100);
    assert.deepEqual([usage.burst, usage.burstPerSecond], [40, 20]);
    assert.equal(
      usage.secondsToReset,
      Math.ceil((Date.parse('2026-11-22T00:00:00+09:00') - app.clock.nowMs()) / 1000),
    );
    assert.deepEqual(usage.rows, [
      { day: '2026-11-21', endpoint: 'categoryList', statusClass: 2, calls: 3 },
      { day: '2026-11-21', endpoint: 'itemDetail', statusClass: 4, calls: 1 },
    ]);
    const csv = await client.get('/usage.csv');
    assert.match(String(csv.headers['content-disposition']), /filename="usage_2026-11-21\.csv"/);
    assert.equal(
      csv.text,
      [
        '\ufeffday,endpoint,statusClass,calls,counted',
        '2026-11-21,categoryList,2,3,Y',
        '2026-11-21,itemDetail,4,1,Y',
        '',
      ].join('\r\n'),
    );
  });

  test('the last calls are listed newest first, refused ones of the account too, never more than 200', async () => {
    const client = await newPerson();
    const key = await issueKey(client);
    await call(key, '/v1/goods/itemDetail?query=needed-words');
    app.clock.advance(5);
    for (let i = 0; i < 45; i++) await statusOf(key);
    const { text, view } = await client.get<CallsPage>('/calls');
    assert.equal(view.calls.length, 46);
    const [newest] = view.calls;
    assert.deepEqual(
      [newest?.status, newest?.errorCode, newest?.endpoint],
      [429, 'RATE_001', 'categoryList'],
    );
    const oldest = view.calls.at(-1);
    assert.deepEqual(
      [oldest?.status, oldest?.errorCode, oldest?.endpoint, oldest?.atMs],
      [400, 'PARAM_004', 'itemDetail', app.clock.nowMs() - 5],
    );
    assert.deepEqual([oldest?.query, newest?.query], ['query=needed-words', '']);
    assert.equal(text.includes(key), false);
    for (let i = 0; i < 500; i++) await statusOf(key);
    assert.equal((await client.get<CallsPage>('/calls')).view.calls.length, 200);
  });

  test('the parameters of a call are kept with keys masked, and cut where they are long', async () => {
    const client = await newPerson();
    const key = await issueKey(client);
    const queryOf = async (query: string) => {
      await call(key, `/v1/goods/itemList?${query}`);
      return (await client.get<CallsPage>('/calls')).view.calls[0]?.query;
    };
    assert.equal(await queryOf('query=%ED%8F%89%EB%B2%94&page=2'), 'query=%ED%8F%89%EB%B2%94&page=2');
    for (const hidden of [`apiKey=${key}`, 'ttbkey=abc', `query=${key}`, 'secret=abc', `${key}`]) {
      const kept = await queryOf(hidden);
      assert.ok(kept?.endsWith('***'), kept);
      assert.equal(kept?.includes('abc') || kept?.includes(key), false, kept);
    }
    const cut = await queryOf(`query=${'a'.repeat(2000)}`);
    assert.deepEqual([cut?.length, cut?.at(-1)], [1000, '…']);
  });

  test('calls over a limit are told apart, in page and CSV, and count against nothing', async () => {
    const client = await newPerson();
    const key = await issueKey(client);
    for (let i = 0; i < 43; i++) await statusOf(key);
    const usage = (await client.get<UsagePage>('/usage')).view;
    const day = '2026-11-21';
    assert.equal(usage.callsToday, 40);
    assert.deepEqual(usage.rows, [{ day, endpoint: 'categoryList', statusClass: 2, calls: 40 }]);
    assert.deepEqual(usage.refused, [{ day, endpoint: 'categoryList', calls: 3 }]);
    const { text } = await client.get('/usage.csv');
    assert.match(text, /\r\n2026-11-21,categoryList,2,40,Y\r\n2026-11-21,categoryList,4,3,N\r\n$/);
  });

  test('how long the calls of a day took is told with the usage, refused ones left out', async () => {
    const client = await newPerson();
    assert.deepEqual((await client.get<UsagePage>('/usage')).view.times, []);
    const key = await issueKey(client);
    for (let i = 0; i < 41; i++) await statusOf(key);
    const [times, ...more] = (await client.get<UsagePage>('/usage')).view.times;
    assert.deepEqual([times?.day, more.length], ['2026-11-21', 0]);
    // The clock of the test stands still: every call takes no time, which is within the first step.
    assert.deepEqual([times?.p50Ms, times?.p95Ms], [0.1, 0.1]);
  });
});
