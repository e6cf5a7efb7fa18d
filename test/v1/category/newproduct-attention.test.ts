import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { categories, column, copies, ids, testListEndpoint } from './list-endpoint.ts';

/** A book registered at noon of a day. */
function fresh(itemId: number, title: string, registered: string, more: object): object {
  return book(itemId, title, { registeredAt: `${registered}T12:00:00+09:00`, ...more });
}

const attention = (from: string, until: string) => ({ attention: { from, until } });

/** 2501 is pointed out today; 2502 and 2503 are young or yet to come, with ten copies in seven days. */
const feed: readonly object[] = [
  ...categories,
  fresh(2501, '가리킨 책', '2020-11-01', {
    publishDate: '2020-10-01',
    categoryIds: ['001001001'],
    ...attention('2026-11-21', '2026-11-21'),
  }),
  fresh(2502, '나온 책', '2026-11-01', { publishDate: '2026-11-01', salePrice: 8000 }),
  fresh(2503, '나올 책', '2026-10-01', {
    publishDate: '2026-12-24',
    salePrice: 9900,
    itemStatus: '예약판매',
  }),
  fresh(2504, '아홉 권', '2026-11-02', { publishDate: '2026-11-01' }),
  fresh(2505, '오래된 책', '2026-11-03', { publishDate: '2026-01-01' }),
  fresh(2506, '어제까지 가리킨 책', '2026-11-04', {
    publishDate: '2020-10-01',
    ...attention('2026-11-01', '2026-11-20'),
  }),
  ...copies('2026-11-18', 2501, 20),
  ...copies('2026-11-18', 2502, 10),
  ...copies('2026-11-14', 2503, 11),
  ...copies('2026-11-18', 2504, 9),
  ...copies('2026-11-13', 2504, 9),
  ...copies('2026-11-18', 2505, 30),
];

testListEndpoint(
  {
    path: '/v1/category/newproductAttention',
    noResult: 'ATTN_001',
    sides: true,
    feed,
    expected: [2502, 2503, 2501],
    edition: '2026-11-21',
    file: { prefix: 'newproduct_attention', isPaged: true, queries: ['sort=Name'] },
    refusals: [
      ['sort=name', 'PARAM_005'],
      ['sort=', 'PARAM_005'],
      ['sort=x&page=0&pageSize=0', 'PARAM_005'],
    ],
  },
  (get) => {
    const orders: Readonly<Record<string, readonly number[]>> = {
      RegDate: [2502, 2503, 2501],
      Sales: [2501, 2503, 2502],
      New: [2503, 2502, 2501],
      LowPrice: [2502, 2501, 2503],
      HighPrice: [2503, 2501, 2502],
      Name: [2501, 2502, 2503],
    };
    for (const [sort, expected] of Object.entries(orders)) {
      test(`200: sort=${sort}`, async () => {
        assert.deepEqual(ids(await get(`sort=${sort}`)), expected);
      });
    }

    test('200: no rank changes', async () => {
      assert.deepEqual(column(await get(), 'upDown'), [null, null, null]);
    });

    test('400 PARAM_005: the message repeats the value given', async () => {
      assert.match((await get('sort=Best')).json.message, /"Best"/);
    });
  },
);
