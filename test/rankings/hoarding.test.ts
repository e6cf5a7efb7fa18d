import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';
import type { TestApp } from '../support/test-app.ts';

/** Honest titles and how many readers bought each, one copy a reader. */
const HONEST: Readonly<Record<number, number>> = { 101: 25, 102: 12, 103: 3, 104: 1 };

/** Titles that somebody wants to see on top, 2,900 copies in all, and what of that counts. */
const IN_ONE_LINE = 201; // one buyer, 500 copies in one line: 1
const LINE_BY_LINE = 202; // one buyer, 200 orders of one copy: 1
const ORGANISATION = 203; // an organisation, 1,000 copies in one line: a fifth is 200, no more than 20 count
const RESELLER = 204; // a reseller, 1,000 copies: 0
const UNNAMED = 205; // two lines of 100 copies without buyer: each is a buyer of its own, so 2

/** The day before the lists are read; everything is sold then. */
const DAY = '2026-11-20';

function honestSales(): object[] {
  return Object.entries(HONEST).flatMap(([itemId, readers]) =>
    Array.from({ length: readers }, (_, at) =>
      sale(`honest-${itemId}-${at}`, Number(itemId), { buyer: `reader-${at}`, sex: 'F', age: 34 }),
    ),
  );
}

function plantedSales(): object[] {
  const person = { buyer: 'publisher', sex: 'F', age: 34 };
  return [
    sale('bulk', IN_ONE_LINE, { ...person, quantity: 500 }),
    ...Array.from({ length: 200 }, (_, at) => sale(`drip-${at}`, LINE_BY_LINE, person)),
    sale('school', ORGANISATION, { buyer: 'school', buyerType: 'organisation', quantity: 1000 }),
    sale('shop', RESELLER, { buyer: 'shop', buyerType: 'reseller', quantity: 1000 }),
    ...[1, 2].map((at) => sale(`unnamed-${at}`, UNNAMED, { quantity: 100 })),
  ];
}

function sale(orderId: string, itemId: number, more: object = {}): object {
  const soldAt = `${DAY}T15:00:00+09:00`;
  return { kind: 'sale', orderId, lineNo: 1, itemId, quantity: 1, soldAt, ...more };
}

/** Every title is as old as the other, but for 104, which is newer: it stands before others of one copy. */
function catalogue(): object[] {
  const planted = [IN_ONE_LINE, LINE_BY_LINE, ORGANISATION, RESELLER, UNNAMED];
  return [
    { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
    ...[...Object.keys(HONEST).map(Number), ...planted].map((itemId) =>
      book(itemId, `책 ${itemId}`, {
        categoryIds: ['001'],
        publishDate: itemId === 104 ? '2025-06-01' : '2024-06-01',
      }),
    ),
  ];
}

/** Item numbers of a list as answered, best first. */
async function list(app: TestApp, path: string): Promise<unknown[]> {
  const answer = await app.get(`/v1/category/${path}${path.includes('?') ? '&' : '?'}categoryId=001`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data.items.map(({ itemId }) => itemId);
}

const ALL_LISTS = ['bestsellerMonthly', 'bestsellerDaily', 'bestseller', 'bestsellerRealtime'];

test('bulk orders stand in every list where their counted copies put them, far below what was bought', async (t) => {
  const app = await rankedApp(t, [...catalogue(), ...honestSales(), ...plantedSales()]);
  // Copies: 101 25, 203 20, 102 12, 103 3, 205 2, and 104, 201 and 202 with 1 each; 204 none.
  const expected = [101, ORGANISATION, 102, 103, UNNAMED, 104, IN_ONE_LINE, LINE_BY_LINE];
  for (const path of ALL_LISTS) assert.deepEqual(await list(app, path), expected, path);
  // Of women in their thirties: the organisation and the unnamed buyers tell neither sex nor age.
  const ofWomen = [101, 102, 103, 104, IN_ONE_LINE, LINE_BY_LINE];
  for (const path of ['bestsellerMonthly?sex=F&age=30', 'bestseller?sex=F&age=30'])
    assert.deepEqual(await list(app, path), ofWomen, path);
});
