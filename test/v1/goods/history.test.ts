import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/history';

describe('history', () => {
  const app = suiteApp();

  test('200: months without a rank are left out', async () => {
    const { data } = (await app.get(`${PATH}?searchType=ItemId&query=1003`)).json.data;
    assert.deepEqual(data, {
      itemId: 1003,
      categoryId: '001001',
      ranks: [{ month: '2026-10', rank: 3 }],
      rootCategoryId: '001',
      rootRanks: [{ month: '2026-10', rank: 3 }],
    });
  });

  test('200: no ranks for what has never sold', async () => {
    const { data } = (await app.get(`${PATH}?searchType=ItemId&query=3001`)).json.data;
    assert.deepEqual(data, {
      itemId: 3001,
      categoryId: '003',
      ranks: [],
      rootCategoryId: '003',
      rootRanks: [],
    });
  });
});

test('200: an item whose category the feed has not brought has no rank, and no other category above', async (t) => {
  const app = await createTestApp(t);
  await app.feed([{ kind: 'item', itemId: 1, title: '책', catalog: 'BOOK', categoryIds: ['009001'] }]);
  await app.rank();
  const { data } = (await app.get(`${PATH}?searchType=ItemId&query=1`)).json.data;
  assert.deepEqual(data, {
    itemId: 1,
    categoryId: '009001',
    ranks: [],
    rootCategoryId: '009001',
    rootRanks: [],
  });
});
