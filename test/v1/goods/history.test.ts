import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';

const PATH = '/v1/goods/history';

describe('history', () => {
  const app = suiteApp();

  const october = [{ month: '2026-10', rank: 3 }];
  for (const [title, itemId, categoryId, rootCategoryId, ranks] of [
    ['months without a rank are left out', 1003, '001001', '001', october],
    ['no ranks for what has never sold', 3001, '003', '003', []],
    [
      'no rank, and no other category above, in a category that the feed has not brought',
      1,
      '009',
      '009',
      [],
    ],
  ] as const) {
    test(`200: ${title}`, async () => {
      if (itemId === 1) await app.feed([book(1, '책', { categoryIds: ['009'] })]);
      const { data } = (await app.get(`${PATH}?searchType=ItemId&query=${itemId}`)).json.data;
      assert.deepEqual(data, { itemId, categoryId, ranks, rootCategoryId, rootRanks: ranks });
    });
  }
});
