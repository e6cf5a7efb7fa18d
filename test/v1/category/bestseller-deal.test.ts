import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { createTestApp } from '../../support/test-app.ts';
import { categories, column, copies, ids, testListEndpoint } from './list-endpoint.ts';

const PATH = '/v1/category/bestsellerDeal';

const deal = (from: string, until: string, salePrice = 6000) => ({ deal: { salePrice, from, until } });

/**
 * Copies of the seven days to the 20th among deals that last on the 21st: 2201 (3), 2202 (1), 2203 (0).
 * The day before: 2201 (3), 2204 (2), 2203 (0, the later publication), 2202 (0).
 */
const feed: readonly object[] = [
  ...categories,
  book(2201, '첫째', { ...deal('2026-11-01', '2026-11-30'), categoryIds: ['001001001'] }),
  book(2202, '둘째', { ...deal('2026-11-01', '2026-11-21', 7000), publishDate: '2024-01-01' }),
  book(2203, '셋째', { ...deal('2026-11-01', '2026-11-30', 100), publishDate: '2025-01-01' }),
  book(2204, '어제까지', deal('2026-11-01', '2026-11-20')),
  book(2205, '내일부터', deal('2026-11-22', '2026-11-30')),
  book(2206, '정가 그대로', deal('2026-11-01', '2026-11-30', 10000)),
  book(2207, '특가 아님'),
  ...copies('2026-11-14', 2201, 3),
  ...copies('2026-11-20', 2202, 1),
  // Eight days ago, and today.
  ...copies('2026-11-12', 2203, 9),
  ...copies('2026-11-21', 2203, 9),
  ...[2204, 2205, 2206, 2207].flatMap((itemId) => copies('2026-11-15', itemId, 2)),
];

testListEndpoint(
  {
    path: PATH,
    noResult: 'BEST_001',
    sides: false,
    feed,
    expected: [2201, 2202, 2203],
    edition: '2026-11-21',
    file: { prefix: 'bestseller_deal', isPaged: true },
  },
  (get) => {
    test('200: rank changes against the day before', async () => {
      assert.deepEqual(column(await get(), 'upDown'), [0, 2, 0]);
    });

    test('200: salePrice is the price of the deal', async () => {
      assert.deepEqual(column(await get(), 'salePrice'), [6000, 7000, 100]);
      assert.deepEqual(column(await get(), 'shopPrice'), [10000, 10000, 10000]);
    });
  },
);

test('200: a deal that ended at midnight is gone before the night is tallied', async (t) => {
  const app = await createTestApp(t, { now: '2026-11-21T23:59:00+09:00' });
  await app.feed(feed);
  await app.rank();
  const get = () => app.get(`${PATH}?categoryId=001001`);
  assert.deepEqual(ids(await get()), [2201, 2202, 2203]);
  app.clock.advance(60_000);
  const answer = await get();
  assert.deepEqual(ids(answer), [2201, 2203]);
  assert.deepEqual(column(answer, 'sortOrder'), [1, 2]);
  assert.equal(answer.json.data.totalCount, 2);
});
