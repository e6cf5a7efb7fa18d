import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  test(`503 UPSTREAM_UNAVAILABLE, not 500, for what stands on damaged pages of ${file}; a run makes lists again`, async (t) => {
    const app = await rankedApp(t);
    const { items } = (await app.get(MONTHLY)).json.data;
    const allAnswer = async (urls: readonly string[], expected: string) => {
      for (const url of urls) {
        const { status, json } = await app.get(url);
        assert.equal(`${status} ${json.errorCode}`, expected, url);
      }
    };
    await allAnswer([...lost, ...others], '200 null');
    overwritePages(app.config.dataDir, file, table);
    await allAnswer(lost, '503 UPSTREAM_UNAVAILABLE');
    await allAnswer(others, '200 null');
    if (file !== 'lists.db') return;
    await app.rank();
    assert.deepEqual((await app.get(MONTHLY)).json.data.items, items);
  });
