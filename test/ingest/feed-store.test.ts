import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogFile } from '../catalog/catalog-file.ts';
import { anItem, record } from '../contracts/catalog/catalog-records.ts';
import { feedStoreContract, take } from '../contracts/catalog/feed-store-contract.ts';
import { openSearch } from '../search/runtime/search-fixture.ts';
import { request } from '../search/search-item.ts';

feedStoreContract('SQLite', catalogFile);

test('the search goes by the last line of each item, however often a feed names it', async (t) => {
  const { path, feeds } = catalogFile(t);
  const index = await openSearch(t, path);
  const find = async (query: string) => {
    const { itemIds } = await index.search(request(query, { limit: 100 }));
    return itemIds.toSorted((a, b) => a - b);
  };
  const book = (itemId: number, title: string) => record(anItem(itemId, { title }));
  const remove = (itemId: number) => ({ kind: 'remove', itemId }) as const;
  const crowd = Array.from({ length: 60 }, (_, at) => at + 100);
  await take(feeds, [
    ...crowd.map((itemId) => book(itemId, '홍길동전')),
    ...[book(1, '홍길동전'), remove(1)],
    ...[book(2, '홍길동전'), remove(2), book(2, '홍길동전')],
    ...[book(3, '홍길동전'), book(3, '구운몽')],
    ...[book(4, '구운몽'), book(4, '홍길동전'), book(4, '구운몽')],
    book(100, '구운몽'),
  ]);
  assert.deepEqual(await find('홍길동전'), [2, ...crowd.slice(1)]);
  assert.deepEqual(await find('구운몽'), [3, 4, 100]);

  await take(feeds, [remove(2), book(3, '홍길동전'), remove(3), book(1, '홍길동전')]);
  assert.deepEqual(await find('홍길동전'), [1, ...crowd.slice(1)]);
  assert.deepEqual(await find('구운몽'), [4, 100]);
  await take(feeds, [book(2, '홍길동전'), book(3, '구운몽')]);
  assert.deepEqual(await find('홍길동전'), [1, 2, ...crowd.slice(1)]);
  assert.deepEqual(await find('구운몽'), [3, 4, 100]);
});

test('every change of an item has a number; words have one of their own', async (t) => {
  const { connect, feeds } = catalogFile(t);
  const db = connect();
  await take(feeds, [record(anItem(1))]);
  const numbers = () => {
    const row = db.prepare('SELECT change_no, text_no FROM search_item').get();
    return [row?.change_no, row?.text_no];
  };
  assert.deepEqual(numbers(), [1, 1]);
  const change = { salePrice: 1, deal: { salePrice: 1, from: 1, until: 2 }, withheld: true };
  assert.equal((await take(feeds, [record(anItem(1, change))])).item.changed, 1);
  assert.deepEqual(numbers(), [2, 1]);
  await take(feeds, [record(anItem(1, { ...change, title: '다른 제목' }))]);
  assert.deepEqual(numbers(), [3, 3]);
});
