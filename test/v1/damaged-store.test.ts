import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { overwritePages } from '../support/damaged-pages.ts';
import { rankedApp } from '../support/suite-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const MONTHLY = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-11-20';
const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

async function refused(app: TestApp, url: string): Promise<void> {
  const { status, json } = await app.get(url);
  assert.equal(status, 503, url);
  assert.equal(json.errorCode, 'UPSTREAM_UNAVAILABLE', url);
}

test('503 UPSTREAM_UNAVAILABLE for lists on damaged pages, until a run makes all of them again', async (t) => {
  const app = await rankedApp(t);
  const { items } = (await app.get(MONTHLY)).json.data;
  overwritePages(app.config.dataDir, 'lists.db', 'list');
  await refused(app, MONTHLY);
  assert.equal((await app.get(ITEM)).status, 200);
  await app.rank();
  assert.deepEqual((await app.get(MONTHLY)).json.data.items, items);
});

test('503 UPSTREAM_UNAVAILABLE, not 500, for products on damaged pages of the catalogue', async (t) => {
  const app = await rankedApp(t);
  overwritePages(app.config.dataDir, 'catalog.db', 'item');
  for (const url of [ITEM, MONTHLY]) await refused(app, url);
});

test('503 UPSTREAM_UNAVAILABLE from usage while the accounts file is damaged', async (t) => {
  const app = await createTestApp(t);
  assert.equal((await app.get('/v1/usage')).status, 200);
  const path = join(app.config.dataDir, 'accounts.db');
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const file = openSync(path, 'r+');
  writeSync(file, readFileSync(path).fill(0xee, 4096));
  closeSync(file);
  const answer = await app.get('/v1/usage');
  assert.deepEqual([answer.status, answer.json.errorCode], [503, 'UPSTREAM_UNAVAILABLE']);
});
