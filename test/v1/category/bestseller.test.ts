import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, sales } from '../../support/small-shop.ts';
import { categories, column, copies, ids, testListEndpoint } from './list-endpoint.ts';

/**
 * Scores by the four weeks that end on the 20th (from the 14th, 7th, October 31st and 24th) and on the 19th:
 * 2001: 4 x 3 = 12, before 0. 2002: 3 x 3 = 9, before 4 x 3 = 12. 2003: 4 x 2 = 8, before 8. 2004: 2 x 2 = 4,
 * before 3 + 2 = 5. 2005: 1 x 1 = 1, before 1. 2006: 0, before 4 x 1 = 4.
 */
const feed: readonly object[] = [
  ...categories,
  book(2001, '첫째', { publishDate: '2025-01-01' }),
  book(2002, '둘째', { publishDate: '2025-01-01', categoryIds: ['001001001'] }),
  book(2003, '셋째', { publishDate: '2025-01-01' }),
  book(2004, '넷째', { publishDate: '2025-01-01' }),
  book(2005, '다섯째', { publishDate: '2025-01-01' }),
  book(2006, '여섯째', { publishDate: '2025-01-01' }),
  ...sales('2026-11-20', 2001, ['F34', 'F35', 'M20']),
  ...sales('2026-11-13', 2002, ['F36', 'M45', 'M61']),
  ...copies('2026-11-14', 2003, 2),
  ...copies('2026-10-31', 2004, 1),
  ...copies('2026-11-06', 2004, 1),
  ...sales('2026-10-24', 2005, ['M22']),
  ...copies('2026-10-23', 2006, 4),
  // Today is not tallied yet.
  ...copies('2026-11-21', 2006, 9),
];

testListEndpoint(
  {
    path: '/v1/category/bestseller',
    noResult: 'BEST_001',
    sides: true,
    feed,
    expected: [2001, 2002, 2003, 2004, 2005],
    edition: '2026-11-20',
    file: { prefix: 'bestseller', isPaged: true, queries: ['sex=M', 'age=30'] },
    refusals: [
      ['sex=m', 'PARAM_007'],
      ['age=15', 'PARAM_007'],
      ['sex=x&age=x&pageSize=0', 'PARAM_007'],
    ],
  },
  (get) => {
    test('200: rank changes against the day before', async () => {
      // The day before: 2002, 2003, 2004, 2006, 2005.
      assert.deepEqual(column(await get(), 'upDown'), [null, -1, -1, -1, 0]);
    });

    test('200: by sex, by age, and by both', async () => {
      // M: 2002 has 3 x 2 = 6, 2001 4 x 1 = 4, 2005 1.
      assert.deepEqual(ids(await get('sex=M')), [2002, 2001, 2005]);
      // 30 to 39: 2001 has 4 x 2 = 8, 2002 3 x 1 = 3.
      assert.deepEqual(ids(await get('age=30')), [2001, 2002]);
      assert.deepEqual(ids(await get('sex=M&age=20')), [2001, 2005]);
      assert.deepEqual(ids(await get('', '001001001')), [2002]);
    });

    test('400 PARAM_007: sex is looked at before age, age before page', async () => {
      assert.match((await get('sex=x&age=x&page=x')).json.message, /sex/);
      assert.match((await get('age=x&page=x')).json.message, /age/);
    });
  },
);
