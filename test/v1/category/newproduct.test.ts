import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { categories, column, copies, ids, testListEndpoint } from './list-endpoint.ts';

/** A book registered at noon of a day. */
function fresh(itemId: number, title: string, registered: string, more: object): object {
  return book(itemId, title, { registeredAt: `${registered}T12:00:00+09:00`, ...more });
}

const feed: readonly object[] = [
  ...categories,
  fresh(2401, '가을', '2026-11-01', {
    publishDate: '2026-10-01',
    salePrice: 9900,
    categoryIds: ['001001001'],
  }),
  fresh(2402, '나비', '2026-10-01', { publishDate: '2026-11-10', salePrice: 8000 }),
  fresh(2403, '다리', '2026-11-10', { publishDate: '2026-12-15', salePrice: 9000, itemStatus: '예약판매' }),
  fresh(2404, '석 달 전', '2026-07-01', { publishDate: '2026-11-11' }),
  fresh(2405, '절판된 책', '2026-11-12', { publishDate: '2026-11-12', itemStatus: '절판' }),
  ...copies('2026-11-02', 2401, 1),
  ...copies('2026-11-12', 2402, 3),
  ...copies('2026-11-12', 2404, 9),
];

testListEndpoint(
  {
    path: '/v1/category/newproduct',
    noResult: 'NEW_001',
    sides: true,
    feed,
    expected: [2403, 2401, 2402],
    edition: '2026-11-21',
    file: { prefix: 'newproduct', isPaged: true, queries: ['sort=Name', 'sort=HighPrice'] },
    refusals: [
      ['sort=regDate', 'PARAM_005'],
      ['sort=', 'PARAM_005'],
      ['sort=New&sort=New', 'PARAM_005'],
      ['sort=RECENT&page=0&pageSize=0', 'PARAM_005'],
    ],
  },
  (get) => {
    const orders: Readonly<Record<string, readonly number[]>> = {
      RegDate: [2403, 2401, 2402],
      Sales: [2402, 2401, 2403],
      New: [2403, 2402, 2401],
      LowPrice: [2402, 2403, 2401],
      HighPrice: [2401, 2403, 2402],
      Name: [2401, 2402, 2403],
    };
    for (const [sort, expected] of Object.entries(orders)) {
      test(`200: sort=${sort}`, async () => {
        assert.deepEqual(ids(await get(`sort=${sort}`)), expected);
      });
    }

    test('200: no rank changes', async () => {
      assert.deepEqual(column(await get(), 'upDown'), [null, null, null]);
    });

    test('400 PARAM_005: the message repeats the value and names the six that are allowed', async () => {
      const { message } = (await get('sort=Best')).json;
      assert.match(message, /"Best".*RegDate, Sales, New, LowPrice, HighPrice, Name/);
    });
  },
);
