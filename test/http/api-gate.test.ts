import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp } from '../support/test-app.ts';

const PATH = '/v1/category/list';

describe('the gate stands before every endpoint', () => {
  const app = suiteApp();
  // The black-box suite proves refusals of keys on every endpoint (test/acceptance/rows/authentication.ts).
  test('401 AUTH_001 and AUTH_002 say how to send a key, and nothing about limits', async () => {
    for (const [headers, code] of [
      [{}, 'AUTH_001'],
      [{ 'x-api-key': 'nonsense' }, 'AUTH_002'],
    ] as const) {
      const response = await app.app.inject({ url: `${PATH}?pageSize=0`, headers });
      assert.equal(response.json().errorCode, code);
      assert.equal(response.headers.ratelimit, undefined);
      assert.equal(response.headers['www-authenticate'], 'ApiKey header="X-Api-Key"');
    }
  });

  test('no log line, metric or answer of the suite holds a key', async () => {
    await app.get(`${PATH}?token=${app.key}`);
    await app.app.inject({ url: `/nothing/${app.key}` });
    await app.app.inject({ url: `${PATH}`, headers: { 'x-api-key': app.key, authorization: app.key } });
    const logs = app.logText();
    assert.ok(logs.split('\n').length > 3, 'the log was written');
    assert.equal(logs.includes(app.key), false);
    assert.equal((await app.metrics.text()).includes(app.key.slice(12, 40)), false);
  });
});

describe('429', () => {
  const start = (t: Parameters<typeof createTestApp>[0]) =>
    createTestApp(t, {
      now: '2026-11-21T23:59:00+09:00',
      environment: { SEOGA_BURST_PER_SECOND: '2', SEOGA_BURST: '3', SEOGA_DAILY_QUOTA: '5' },
    });

  test('429 RATE_001: calls beyond the burst, until the time that Retry-After names', async (t) => {
    const app = await start(t);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await app.get(PATH)).status);
    assert.deepEqual(statuses, [404, 404, 404, 429]);
    const refused = await app.get(PATH);
    assert.equal(refused.json.errorCode, 'RATE_001');
    assert.match(refused.json.message, /2 per second are allowed, 3 at once/);
    assert.equal(refused.headers['retry-after'], '1');
    app.clock.advance(Number(refused.headers['retry-after']) * 1000);
    assert.equal((await app.get(PATH)).status, 404);
  });

  test('429 RATE_002: calls beyond the day, until midnight in Korea; refused calls do not count', async (t) => {
    const app = await start(t);
    for (let i = 0; i < 5; i++) {
      app.clock.advance(1000);
      assert.equal((await app.get(PATH)).status, 404);
    }
    app.clock.advance(1000);
    const refused = await app.get(PATH);
    assert.equal(refused.json.errorCode, 'RATE_002');
    assert.equal(refused.headers['retry-after'], '54');
    assert.match(String(refused.headers.ratelimit), /, "daily";r=0;t=54$/);
    const usage = await app.accounts.listUsage(app.accountId, 0);
    assert.equal(
      usage.reduce((sum, row) => sum + row.calls, 0),
      5,
    );
    app.clock.advance(54_000);
    assert.equal((await app.get(PATH)).status, 404);
  });

  test('every authenticated answer says where the account stands', async (t) => {
    const app = await start(t);
    const { headers } = await app.get(PATH);
    assert.equal(headers['ratelimit-policy'], '"burst";q=3;w=2, "daily";q=5;w=86400');
    assert.equal(headers.ratelimit, '"burst";r=2;t=1, "daily";r=4;t=60');
  });
});

test('every outcome is counted under its endpoint and status class, and only calls past the gate', async (t) => {
  const app = await createTestApp(t);
  await app.feed([{ kind: 'category', categoryId: '1', categoryName: '하나' }]);
  await app.get(PATH);
  const { headers } = await app.get(PATH);
  await app.get(PATH, { 'if-none-match': String(headers.etag) });
  await app.get('/v1/goods/itemDetail?query=x');
  await app.get('/v1/goods/itemDetail?searchType=ItemId&query=1');
  await app.get('/v1/nothing');
  await app.app.inject({ url: PATH });
  await app.app.inject({ method: 'HEAD', url: PATH, headers: { 'x-api-key': app.key } });
  const rows = (await app.accounts.listUsage(app.accountId, 0)).map((row) => [
    row.endpoint,
    row.statusClass,
    row.calls,
  ]);
  assert.deepEqual(rows.sort(), [
    ['categoryList', 2, 3],
    ['categoryList', 3, 1],
    ['itemDetail', 4, 2],
  ]);
});
