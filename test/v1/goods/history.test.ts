import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/history';

describe('history', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });

  test('200: the ranks of every month in the first category and in the one at the top, oldest first', async () => {
    const expected = {
      itemId: 1001,
      categoryId: '001001001',
      // It alone sold there.
      ranks: [
        { month: '2026-10', rank: 1 },
        { month: '2026-11', rank: 1 },
      ],
      rootCategoryId: '001',
      rootRanks: [
        { month: '2026-10', rank: 2 },
        { month: '2026-11', rank: 1 },
      ],
    };
    assert.deepEqual((await app.get(`${PATH}?searchType=ItemId&query=1001`)).json.data.data, expected);
    assert.deepEqual((await app.get(`${PATH}?query=978-89-364-3459-5`)).json.data.data, expected);
  });

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

  const failures: [string, number, string][] = [
    ['', 400, 'PARAM_004'],
    ['query=123', 400, 'PARAM_004'],
    ['searchType=itemid&query=1001', 400, 'PARAM_004'],
    ['searchType=ItemId&query=0', 400, 'PARAM_004'],
    ['searchType=ItemId&query=999', 404, 'GOODS_001'],
    ['query=9791199900998', 404, 'GOODS_002'],
    ['searchType=ItemId&query=1005', 404, 'SEARCH_002'],
  ];
  for (const [query, status, code] of failures) {
    test(`${status} ${code}: ?${query}`, async () => {
      const answer = await app.get(`${PATH}?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [status, code]);
    });
  }
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
