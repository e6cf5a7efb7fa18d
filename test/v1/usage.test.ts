import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const PATH = '/v1/usage';
const CATEGORIES = '/v1/category/list';

// The black-box suite proves today's counts, limits, and that asking is free (test/acceptance/rows/usage.ts).

interface Usage {
  readonly today: Readonly<Record<string, unknown>>;
  readonly calls: readonly Readonly<Record<string, unknown>>[];
}

async function usage(app: TestApp, query = ''): Promise<Usage> {
  const answer = await app.get(`${PATH}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data.data as Usage;
}

test('200: days are told apart, the latest first, as many as asked for', async (t) => {
  const app = await createTestApp(t);
  const dates = async (query: string) => (await usage(app, query)).calls.map(({ date }) => date);
  await app.get(CATEGORIES);
  app.clock.advance(29 * 86_400_000);
  await app.get(CATEGORIES);
  assert.deepEqual(await dates(''), ['2026-12-20', '2026-11-21']);
  app.clock.advance(86_400_000);
  await app.get(CATEGORIES);
  assert.deepEqual(await dates(''), ['2026-12-21', '2026-12-20']);
  assert.deepEqual(await dates('?days=1'), ['2026-12-21']);
  assert.deepEqual(await dates('?days=90'), ['2026-12-21', '2026-12-20', '2026-11-21']);
});

test('200: calls beyond a quota that was lowered are told', async (t) => {
  const app = await createTestApp(t);
  for (let n = 0; n < 3; n++) await app.get(CATEGORIES);
  const override = { burstPerSecond: null, burst: null, dailyQuota: 2 };
  await app.accounts.updateAccount(app.accountId, { override });
  const { today } = await usage(app);
  assert.deepEqual([today.used, today.limit, today.remaining], [3, 2, 0]);
});

test('429 RATE_001: beyond ten at once, while other calls pass; after Retry-After it answers again', async (t) => {
  const app = await createTestApp(t);
  for (let n = 0; n < 10; n++) assert.equal((await app.get(PATH)).status, 200);
  const refused = await app.get(PATH);
  assert.deepEqual([refused.status, refused.json.errorCode], [429, 'RATE_001']);
  assert.match(refused.json.message, /2 per second are allowed, 10 at once/);
  assert.equal(refused.headers['retry-after'], '1');
  assert.match(String(refused.headers.ratelimit), /, "daily";r=1000000;t=43200$/);
  assert.equal((await app.get(CATEGORIES)).status, 404);
  app.clock.advance(1000);
  assert.equal((await app.get(PATH)).status, 200);
});

test('503 UPSTREAM_UNAVAILABLE: while the accounts file is damaged', async (t) => {
  const app = await createTestApp(t);
  await usage(app);
  const path = join(app.config.dataDir, 'accounts.db');
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const file = openSync(path, 'r+');
  writeSync(file, readFileSync(path).fill(0xee, 4096));
  closeSync(file);
  const answer = await app.get(PATH);
  assert.deepEqual([answer.status, answer.json.errorCode], [503, 'UPSTREAM_UNAVAILABLE']);
});

test('an answer is not to be kept without asking again, and 304 says that nothing has changed', async (t) => {
  const app = await createTestApp(t);
  const { headers } = await app.get(PATH);
  assert.equal(headers['cache-control'], 'private, no-cache');
  assert.equal((await app.get(PATH, { 'if-none-match': String(headers.etag) })).status, 304);
  await app.get(CATEGORIES);
  assert.equal((await app.get(PATH, { 'if-none-match': String(headers.etag) })).status, 200);
});
