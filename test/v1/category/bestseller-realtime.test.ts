import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { createTestApp } from '../../support/test-app.ts';
import { categories, column, testListEndpoint } from './list-endpoint.ts';

/** Lines of one copy at a moment, each a buyer of its own unless one is named. */
function soldAt(moment: string, itemId: number, count: number, more: object = {}): object[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'sale',
    orderId: `${moment}-${itemId}`,
    lineNo: index + 1,
    itemId,
    quantity: 1,
    soldAt: `${moment}:00+09:00`,
    ...more,
  }));
}

/**
 * At noon of the 21st a copy sold so many buckets of ten minutes before weighs round(1000 x 2^(-buckets/36)):
 * 2601: 1 bucket, 981. 2602: 120 buckets, 5 x 99 = 495. 2603: 72 buckets, 250. 2604: 108 buckets, one buyer, 125.
 * The day before: 2605 in its first bucket, 9 x 981; 2603 in its 96th, 157.
 */
const feed: readonly object[] = [
  ...categories,
  ...[2601, 2602, 2603, 2604, 2605].map((itemId) =>
    book(itemId, `책 ${itemId}`, itemId === 2601 ? { categoryIds: ['001001001'] } : {}),
  ),
  ...soldAt('2026-11-21T11:55', 2601, 1),
  ...soldAt('2026-11-20T16:00', 2602, 5),
  ...soldAt('2026-11-21T00:00', 2603, 1),
  ...soldAt('2026-11-20T18:00', 2604, 3, { buyer: 'one', quantity: 3 }),
  ...soldAt('2026-11-20T11:59', 2605, 9),
  ...soldAt('2026-11-19T20:00', 2603, 1),
];

testListEndpoint(
  {
    path: '/v1/category/bestsellerRealtime',
    noResult: 'BEST_001',
    sides: true,
    feed,
    expected: [2601, 2602, 2603, 2604],
    edition: '2026-11-21T12:00+09:00',
    file: { prefix: 'bestseller_realtime', isPaged: false },
  },
  (get) => {
    test('200: rank changes against the list of 24 hours earlier', async () => {
      assert.deepEqual(column(await get(), 'upDown'), [null, null, -1, null]);
    });
  },
);

test('200: may be kept until the next list is due', async (t) => {
  const app = await createTestApp(t, { now: '2026-11-21T12:08:00+09:00' });
  await app.feed(feed);
  await app.rank();
  const answer = await app.get('/v1/category/bestsellerRealtime?categoryId=001001');
  assert.equal(answer.headers['seoga-edition'], '2026-11-21T12:00+09:00');
  assert.equal(answer.headers['cache-control'], 'private, max-age=120');
});
