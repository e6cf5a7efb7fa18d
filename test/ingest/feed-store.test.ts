import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogFile } from '../catalog/catalog-file.ts';
import { anItem, record } from '../contracts/catalog/catalog-records.ts';
import { feedStoreContract, take } from '../contracts/catalog/feed-store-contract.ts';

feedStoreContract('SQLite', catalogFile);

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
