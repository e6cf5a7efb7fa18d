import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListsDatabase } from '../../src/store/sqlite/databases.ts';
import { overwritePages } from '../support/damaged-pages.ts';
import { rankedApp } from '../support/suite-app.ts';

const MONTHLY = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-11-20';
const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';
const USAGE = '/v1/usage';

for (const [file, table, lost, others] of [
  ['lists.db', 'list', [MONTHLY], [ITEM, USAGE]],
  ['catalog.db', 'item', [ITEM, MONTHLY], [USAGE]],
  ['accounts.db', 'account', [USAGE], []],
] as const)
  test(`503 UPSTREAM_UNAVAILABLE, not 500, for what stands on damaged pages of ${file}`, async (t) => {
    const app = await rankedApp(t);
    const allAnswer = async (urls: readonly string[], expected: string) => {
      for (const url of urls) {
        const { status, json } = await app.get(url);
        assert.equal(`${status} ${json.errorCode}`, expected, url);
      }
    };
    await allAnswer([...lost, ...others], '200 null');
    overwritePages(app.config.dataDir, file, table);
    // What is ready needs no pages.
    await allAnswer(
      lost.map((url) => (url === USAGE ? url : `${url}&other=1`)),
      '503 UPSTREAM_UNAVAILABLE',
    );
    await allAnswer(others, '200 null');
  });

for (const [what, lose] of [
  ['gone', (path: string) => rmSync(path)],
  ['empty', (path: string) => writeFileSync(path, '')],
] as const)
  test(`lists.db that is ${what} beside a catalogue with orders: 503, never "no result", until the lists are made again`, async (t) => {
    const app = await rankedApp(t);
    const names = [
      'bestsellerMonthly',
      'bestseller',
      'bestsellerWeekly',
      'bestsellerDaily',
      'bestsellerSteady',
    ];
    const fresh = ['bestsellerRealtime', 'bestsellerDeal', 'newproduct', 'newproductAttention'];
    const urls = [...names, ...fresh].map((name) => `/v1/category/${name}?categoryId=001`);
    urls.push('/v1/goods/history?searchType=ItemId&query=1001');
    const codes = async () =>
      Promise.all(urls.map(async (url) => (await app.get(url)).json.errorCode ?? 'OK'));
    const before = await codes();
    (app.engine.lists as ListsDatabase)[Symbol.dispose]();
    for (const end of ['-wal', '-shm']) rmSync(join(app.config.dataDir, `lists.db${end}`), { force: true });
    lose(join(app.config.dataDir, 'lists.db'));
    app.clock.advance(600_000);
    assert.deepEqual(
      await codes(),
      urls.map(() => 'UPSTREAM_UNAVAILABLE'),
    );
    assert.equal((await app.get(ITEM)).status, 200);
    await app.rank();
    assert.deepEqual(await codes(), before);
  });

test('lists.db deleted under a running server: the lists that the next run makes are read', async (t) => {
  const app = await rankedApp(t);
  const edition = async () =>
    (await app.get('/v1/category/bestseller?categoryId=001')).headers['seoga-edition'];
  const before = await edition();
  for (const end of ['', '-wal', '-shm']) rmSync(join(app.config.dataDir, `lists.db${end}`), { force: true });
  app.clock.advance(24 * 3_600_000);
  await app.rank();
  assert.deepEqual([before, await edition()], ['2026-11-20', '2026-11-21']);
});
