import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOG_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { book } from '../../support/small-shop.ts';
import { createTestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/itemList';

test('200: a repeated search answers the same data, until an import changes it', async (t) => {
  const app = await createTestApp(t);
  const url = `${PATH}?query=${encodeURIComponent('나중')}`;
  const titles = async (more = '') => {
    const { json, status } = await app.get(url + more);
    return [status, ...(json.data.items?.map(({ title }) => title) ?? [])];
  };
  await app.feed([book(1, '나중 일')]);
  assert.deepEqual(await titles(), [200, '나중 일']);
  assert.deepEqual(await titles(), [200, '나중 일']);
  assert.deepEqual(await titles('&page=2'), [404]);
  await app.feed([book(1, '나중 이'), book(2, '나중 삼')]);
  assert.deepEqual((await titles()).toSorted(), [200, '나중 삼', '나중 이']);
  await app.feed([book(1, '처음'), book(2, '나중 삼', { withheld: true })]);
  assert.deepEqual(await titles(), [404]);
});

test('503 UPSTREAM_UNAVAILABLE: while the index cannot be read, and nothing else suffers', async (t) => {
  const app = await createTestApp(t);
  await app.feed([book(1, '처음'), { kind: 'category', categoryId: '001', categoryName: '국내도서' }]);
  const db = openDatabase(`${app.config.dataDir}/${CATALOG_FILE}`, { busyTimeoutMs: 1000 });
  db.exec('DROP TABLE search_item');
  db.close();
  for (const path of ['itemList', 'suggest']) {
    const answer = await app.get(`/v1/goods/${path}?query=${encodeURIComponent('처음')}`);
    assert.deepEqual([answer.status, answer.json.errorCode], [503, 'UPSTREAM_UNAVAILABLE'], path);
  }
  assert.equal((await app.get('/v1/goods/itemDetail?searchType=ItemId&query=1')).status, 200);
});
