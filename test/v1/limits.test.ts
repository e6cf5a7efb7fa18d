import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { readRows } from '../export/workbook-reader.ts';
import { book, sales, smallShop } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

// Limits over HTTP, in real time: test/acceptance/rows/access.ts.

const PATH = '/v1/category/list';
const USAGE = '/v1/usage';

const start = (t: TestContext) =>
  createTestApp(t, {
    now: '2026-11-21T23:59:00+09:00',
    environment: { SEOGA_BURST_PER_SECOND: '2', SEOGA_BURST: '3', SEOGA_DAILY_QUOTA: '5' },
  });

test('429 RATE_001: calls beyond the burst, until the time that Retry-After names', async (t) => {
  const app = await start(t);
  const { headers } = await app.get(PATH);
  assert.equal(headers['ratelimit-policy'], '"burst";q=3;w=2, "daily";q=5;w=86400');
  assert.equal(headers.ratelimit, '"burst";r=2;t=1, "daily";r=4;t=60');
  for (let i = 0; i < 2; i++) assert.equal((await app.get(PATH)).status, 404);
  const refused = await app.get(PATH);
  assert.deepEqual([refused.status, refused.json.errorCode], [429, 'RATE_001']);
  assert.match(refused.json.message, /\b2\b.*\b3\b/);
  assert.equal(refused.headers['retry-after'], '1');
  app.clock.advance(1000);
  assert.equal((await app.get(PATH)).status, 404);
});

test('429 RATE_002: calls beyond the day, after the key, before the parameters, until midnight in Korea; refused calls do not count', async (t) => {
  const app = await start(t);
  for (let i = 0; i < 5; i++) {
    app.clock.advance(1000);
    assert.equal((await app.get(PATH)).status, 404);
  }
  app.clock.advance(1000);
  const refused = await app.get(PATH);
  assert.deepEqual([refused.json.errorCode, refused.headers['retry-after']], ['RATE_002', '54']);
  assert.match(String(refused.headers.ratelimit), /, "daily";r=0;t=54$/);
  const wrong = '/v1/category/bestsellerMonthly';
  assert.equal((await app.get(wrong)).json.errorCode, 'RATE_002');
  assert.equal((await app.app.inject({ url: wrong })).json().errorCode, 'AUTH_001');
  const counted = (await app.listUsage(app.accountId)).reduce((sum, { calls }) => sum + calls, 0);
  assert.equal(counted, 5);
  app.clock.advance(54_000);
  assert.equal((await app.get(PATH)).status, 404);
});

test('every outcome is counted under its endpoint and status class, and only calls past the gate', async (t) => {
  const app = await createTestApp(t);
  await app.feed([{ kind: 'category', categoryId: '1', categoryName: '하나' }]);
  await app.get(PATH);
  const { headers } = await app.get(PATH);
  await app.get(PATH, { 'if-none-match': String(headers.etag) });
  for (const path of ['itemDetail?query=x', 'itemDetail?searchType=ItemId&query=1', 'nothing'])
    await app.get(`/v1/goods/${path}`);
  await app.app.inject({ url: PATH });
  for (const method of ['HEAD', 'POST'] as const)
    await app.app.inject({ method, url: PATH, headers: { 'x-api-key': app.key } });
  const rows = await app.listUsage(app.accountId);
  assert.deepEqual(rows.map(({ endpoint, statusClass, calls }) => [endpoint, statusClass, calls]).sort(), [
    ['categoryList', 2, 3],
    ['categoryList', 3, 1],
    ['itemDetail', 4, 2],
  ]);
});

test('500 COMMON_500: a crash names the request, is counted, and shows nothing of the inside', async (t) => {
  const app = await createTestApp(t);
  await app.feed([{ kind: 'category', categoryId: '1', categoryName: '하나' }]);
  // Another process destroys the table under the running service.
  const db = openDatabase(`${app.config.dataDir}/${CATALOG_FILE}`, { busyTimeoutMs: 1000 });
  db.exec('ALTER TABLE category RENAME COLUMN category_name TO lost');
  db.exec('UPDATE catalog_state SET revision = revision + 1');
  db.close();
  const answer = await app.get(PATH);
  assert.deepEqual([answer.status, answer.json.errorCode], [500, 'COMMON_500']);
  const [requestId] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(answer.json.message) ?? [];
  const [seen] = await app.callLog.list(app.accountId);
  assert.ok(requestId !== undefined && seen?.requestId === requestId, 'the account finds it in its list');
  assert.doesNotMatch(answer.text, /sqlite|category_name|stack|\.ts/i);
  const used = await app.listUsage(app.accountId);
  assert.deepEqual(
    used.map(({ statusClass, calls }) => [statusClass, calls]),
    [[5, 1]],
  );
});

async function usage(app: TestApp, query = '') {
  await app.callLog.flush();
  const answer = await app.get(`${USAGE}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data.data as Readonly<Record<'today' | 'calls', unknown>>;
}

test('usage: days are told apart, the latest first, as many as asked for; calls beyond a lowered quota are told', async (t) => {
  const app = await createTestApp(t);
  const dates = async (query: string) =>
    ((await usage(app, query)).calls as readonly { readonly date: string }[]).map(({ date }) => date);
  for (const days of [0, 29, 1]) {
    app.clock.advance(days * 86_400_000);
    await app.get(PATH);
  }
  assert.deepEqual(await dates(''), ['2026-12-21', '2026-12-20']);
  assert.deepEqual(await dates('?days=1'), ['2026-12-21']);
  assert.deepEqual(await dates('?days=90'), ['2026-12-21', '2026-12-20', '2026-11-21']);
  for (let n = 0; n < 2; n++) await app.get(PATH);
  const override = { burstPerSecond: null, burst: null, dailyQuota: 2 };
  await app.accounts.updateAccount(app.accountId, { override });
  const date = '2026-12-21';
  assert.deepEqual(await usage(app, '?days=1'), {
    today: { date, used: 3, limit: 2, remaining: 0, resetAt: '2026-12-22T00:00:00.000+09:00' },
    burst: { callsPerSecond: 1_000_000, callsAtOnce: 1_000_000 },
    calls: [{ date, endpoint: 'categoryList', status: '4xx', count: 3 }],
  });
});

test('usage: 429 RATE_001 beyond ten at once, while other calls pass; 304 while nothing has changed', async (t) => {
  const app = await createTestApp(t);
  const { headers } = await app.get(USAGE);
  assert.equal(headers['cache-control'], 'private, no-cache');
  const ask = () => app.get(USAGE, { 'if-none-match': String(headers.etag) });
  assert.equal((await ask()).status, 304);
  await app.get(PATH);
  assert.equal((await ask()).status, 200);
  for (let n = 3; n < 10; n++) assert.equal((await app.get(USAGE)).status, 200);
  const refused = await app.get(USAGE);
  assert.deepEqual(
    [refused.status, refused.json.errorCode, refused.headers['retry-after']],
    [429, 'RATE_001', '1'],
  );
  assert.match(String(refused.headers.ratelimit), /, "daily";r=999999;t=43200$/);
  assert.equal((await app.get(PATH)).status, 404);
  app.clock.advance(1000);
  assert.equal((await app.get(USAGE)).status, 200);
});

test('400: a response of more than 8 MB is refused with the number that was asked for, and fewer are answered', async (t) => {
  const app = await createTestApp(t);
  const text = '가'.repeat(100_000);
  const contentDetail = { bookIntroduction: text, bookSummary: text, tableOfContents: text };
  const ids = Array.from({ length: 10 }, (_, at) => at + 1);
  await app.feed(ids.map((itemId) => book(itemId, '긴 책', { contentDetail })));
  const items = (count: number) => app.get(`/v1/goods/items?searchType=ItemId&query=${ids.slice(0, count)}`);
  const list = (pageSize: number) => app.get(`/v1/goods/itemList?query=%EA%B8%B4&pageSize=${pageSize}`);
  const outcomes = [await items(10), await list(10), await items(9), await list(9)];
  assert.deepEqual(
    outcomes.map(({ json }) => json.errorCode),
    ['PARAM_004', 'PARAM_006', null, null],
  );
  assert.match(outcomes[1]?.json.message ?? '', /pageSize.*10.*8 MB/);
});

test('a file has whole numbers where a price has decimals; as CSV it is compressed', async (t) => {
  const ids = Array.from({ length: 40 }, (_, at) => 2001 + at);
  const more = { shopPrice: 19.5, salePrice: 12.49 };
  const sold = ids.flatMap((id) => [book(id, '=SUM(1)', more), ...sales('2026-09-01', id, [''])]);
  const app = await rankedApp(t, [...smallShop, ...sold]);
  const file = async (format: string) => {
    const url = `/v1/category/bestsellerMonthly/export?categoryId=001001&date=2026-09-01&format=${format}`;
    const headers = { 'x-api-key': app.key, 'accept-encoding': 'gzip' };
    return (await app.app.inject({ url, headers })).rawPayload;
  };
  const cells = ['1', null, 2001, '=SUM(1)', '무명씨', 20, 12, '서가출판', null, '국내도서-소설'];
  assert.deepEqual(readRows(await file('xlsx'))[1], cells);
  assert.match(gunzipSync(await file('csv')).toString(), /^\ufeff순위,.*\r\n1,,2001,=SUM\(1\),/);
});
