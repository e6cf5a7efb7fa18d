import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { categories, column, copies, testListEndpoint } from './list-endpoint.ts';

/** Copies in each of the last `weeks` weeks, on their third day before the 20th. */
function weekly(itemId: number, weeks: number, count: number): object[] {
  return Array.from({ length: weeks }, (_, week) => {
    const day = new Date(Date.UTC(2026, 10, 17 - 7 * week)).toISOString().slice(0, 10);
    return copies(day, itemId, count);
  }).flat();
}

/**
 * The 36th best week of 52: 2301 two copies; 2303 and 2302 one, of 45 and 40 in all; 2304 none (35 weeks); 2305 is
 * young.
 */
const feed: readonly object[] = [
  ...categories,
  book(2301, '첫째', { publishDate: '2020-01-01', categoryIds: ['001001001'] }),
  book(2302, '둘째', { publishDate: '2025-10-01' }),
  book(2303, '셋째', { publishDate: '2020-01-01' }),
  book(2304, '서른다섯 주', { publishDate: '2020-01-01' }),
  book(2305, '아직 한 해가 안 된 책', { publishDate: '2026-01-01' }),
  ...weekly(2301, 36, 2),
  ...weekly(2302, 40, 1),
  ...weekly(2303, 40, 1),
  ...copies('2026-11-18', 2303, 5),
  ...weekly(2304, 35, 9),
  ...weekly(2305, 40, 9),
];

testListEndpoint(
  {
    path: '/v1/category/bestsellerSteady',
    noResult: 'BEST_001',
    sides: true,
    feed,
    expected: [2301, 2303, 2302],
    edition: '2026-11-20',
    file: { prefix: 'bestseller_steady', isPaged: true },
  },
  (get) => {
    test('200: rank changes against the day before', async () => {
      assert.deepEqual(column(await get(), 'upDown'), [0, 0, 0]);
    });
  },
);
