import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, parseKstDay } from '../../src/clock.ts';
import { book } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** The examples of docs/lists.md, told to the service as it is told there. Today is 2026-11-21, noon. */
const YESTERDAY = parseKstDay('2026-11-20') ?? 0;

let orders = 0;

/** One line of its own order. */
function line(soldAt: string, itemId: number, more: object = {}): object {
  const at = soldAt.length === 10 ? `${soldAt}T10:00:00+09:00` : `${soldAt}:00+09:00`;
  return { kind: 'sale', orderId: `o-${orders++}`, lineNo: 1, itemId, quantity: 1, soldAt: at, ...more };
}

/** Copies that count one each. */
function copies(count: number, soldAt: string, itemId: number, more: object = {}): object[] {
  return Array.from({ length: count }, () => line(soldAt, itemId, more));
}

function shop(...items: readonly object[]): object[] {
  return [
    { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    { kind: 'category', categoryId: '001001003', categoryName: '역사소설', parentId: '001001' },
    ...items,
  ];
}

const old = { publishDate: '2020-01-01', registeredAt: '2020-01-01T00:00:00+09:00' };

/** [item number, upDown] of a list's entries, best first; the error code where there is none. */
async function list(app: TestApp, path: string, categoryId = '001001'): Promise<unknown> {
  const answer = await app.get(
    `/v1/category/${path}${path.includes('?') ? '&' : '?'}categoryId=${categoryId}`,
  );
  if (answer.status !== 200) return answer.json.errorCode;
  return answer.json.data.items.map(({ itemId, upDown }) => [itemId, upDown]);
}

async function idsOf(app: TestApp, path: string, categoryId?: string): Promise<unknown[]> {
  return ((await list(app, path, categoryId)) as [number, unknown][]).map(([itemId]) => itemId);
}

async function salePoint(app: TestApp, itemId: number): Promise<unknown> {
  const answer = await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}&detail=Y`);
  return answer.json.data.items[0]?.salePoint;
}

/** Copies that a title counts: all were sold yesterday or before in November, so its rivals tell how many. */
async function assertCounts(t: Cleanup, copiesPerBuyer: number, count: number, more: object[] = []) {
  const environment = { SEOGA_COPIES_PER_BUYER: String(copiesPerBuyer) };
  const app = await createTestApp(t, { environment });
  const a = 101;
  await app.feed([
    ...shop(book(a, 'A', old), book(102, 'one less', old), book(103, 'one more', old)),
    line('2026-11-02', a, { buyer: 'b1', quantity: 3, orderId: 'first' }),
    line('2026-11-09', a, { buyer: 'b1' }),
    line('2026-11-09', a, { buyer: 'b2' }),
    line('2026-11-10', a, { quantity: 2 }),
    line('2026-11-10', a, { buyer: 'school', buyerType: 'organisation', quantity: 57 }),
    line('2026-11-10', a, { buyer: 'army', buyerType: 'organisation', quantity: 1000 }),
    line('2026-11-11', a, { buyer: 'shop', buyerType: 'reseller', quantity: 40 }),
    ...copies(count - 1, '2026-11-12', 102),
    ...copies(count + 1, '2026-11-12', 103),
    ...more,
  ]);
  await app.rank();
  assert.deepEqual(await idsOf(app, 'bestsellerMonthly'), [103, a, 102]);
}

test('counted copies: seven lines count 34; 36 with two copies a buyer; 34 with the first line cancelled', async (t) => {
  await assertCounts(t, 1, 34);
  await assertCounts(t, 2, 36);
  await assertCounts(t, 1, 34, [{ kind: 'cancel', orderId: 'first', lineNo: 1 }]);
});

test('monthly: A rises from 2 to 1, B falls, D is new; ties; sex and age; the least number in segments', async (t) => {
  const feed = [
    ...shop(
      book(1, 'A', old),
      book(2, 'B', old),
      book(3, 'C', old),
      book(4, 'D', { ...old, publishDate: '2019-01-01' }),
      book(5, 'E', { ...old, publishDate: '2025-01-01' }),
      book(6, 'F', { ...old, publishDate: '2019-01-01' }),
    ),
    ...copies(2, '2026-10-05', 1),
    ...copies(3, '2026-10-05', 2),
    ...copies(1, '2026-10-05', 3),
    line('2026-11-02', 1, { sex: 'F', age: 34 }),
    line('2026-11-02', 1, { sex: 'F', age: 39 }),
    line('2026-11-02', 1, { sex: 'M', age: 45 }),
    line('2026-11-02', 2, { sex: 'F' }),
    line('2026-11-02', 2),
    ...[4, 6, 5].map((itemId) => line('2026-11-02', itemId)),
  ];
  const app = await rankedApp(t, feed);
  assert.deepEqual(await idsOf(app, 'bestsellerMonthly?date=2026-10-31'), [2, 1, 3]);
  assert.deepEqual(await list(app, 'bestsellerMonthly'), [
    [1, 1],
    [2, -1],
    [5, null],
    [4, null],
    [6, null],
  ]);
  const cell = (sex: string, age: number) => idsOf(app, `bestsellerMonthly?sex=${sex}&age=${age}`);
  assert.deepEqual(await cell('F', 30), [1]);
  assert.deepEqual(await cell('M', 40), [1]);
  assert.deepEqual(await cell('F', 255), [1, 2]);
  const strict = await rankedApp(t, feed, { environment: { SEOGA_MIN_SEGMENT_COPIES: '2' } });
  assert.deepEqual(await idsOf(strict, 'bestsellerMonthly?sex=F&age=30'), [1]);
  assert.equal(await list(strict, 'bestsellerMonthly?sex=M&age=40'), 'BEST_001');
});

test('categories: a copy counts once in each node above its item', async (t) => {
  const app = await rankedApp(t, [
    ...shop(book(1, 'A', { categoryIds: ['001001003', '001001'] }), book(2, 'B', { categoryIds: ['001'] })),
    line('2026-11-02', 1),
    ...copies(2, '2026-11-02', 2),
  ]);
  assert.deepEqual(await idsOf(app, 'bestsellerMonthly', '001001003'), [1]);
  assert.deepEqual(await idsOf(app, 'bestsellerMonthly', '001001'), [1]);
  assert.deepEqual(await idsOf(app, 'bestsellerMonthly', '001'), [2, 1]);
});

test('overall: 18 points of A are less than 19 of B, and as many as 18 of the newer C', async (t) => {
  const app = await rankedApp(t, [
    ...shop(book(1, 'A', old), book(2, 'B', old), book(3, 'C', { ...old, publishDate: '2024-01-01' })),
    ...copies(2, '2026-11-14', 1, { sex: 'M', age: 29 }),
    ...copies(5, '2026-10-31', 1),
    ...copies(4, '2026-11-13', 2, { sex: 'M', age: 30 }),
    ...copies(7, '2026-10-24', 2),
    ...copies(18, '2026-10-30', 3),
    // A day too early for the 28 days.
    ...copies(50, '2026-10-23', 1),
  ]);
  // The day before: A 8 + 10 + 50, C 36, B 16 + 7.
  assert.deepEqual(await list(app, 'bestseller'), [
    [2, 2],
    [3, 0],
    [1, -2],
  ]);
  // Men alone: B 12, A 8.
  assert.deepEqual(await idsOf(app, 'bestseller?sex=M'), [2, 1]);
  assert.deepEqual(await idsOf(app, 'bestseller?age=30'), [2]);
  assert.deepEqual(await idsOf(app, 'bestseller?sex=M&age=20'), [1]);
});

test('weekly: Monday to Sunday, over the end of a month, the running week up to yesterday', async (t) => {
  const app = await rankedApp(t, [
    ...shop(book(1, 'A', old), book(2, 'B', old)),
    ...copies(9, '2026-10-25', 2),
    line('2026-10-26', 1),
    // One buyer counts one copy in each of the two months.
    line('2026-10-31', 1, { buyer: 'b1' }),
    line('2026-11-01', 1, { buyer: 'b1' }),
    ...copies(2, '2026-11-01', 2),
    ...copies(1, '2026-11-02', 1),
    ...copies(2, '2026-11-08', 2),
    ...copies(1, '2026-11-16', 1),
    ...copies(2, '2026-11-21', 2),
  ]);
  for (const [date, expected] of [
    ['2026-10-25', '[[2,null]]'],
    ['2026-10-26', '[[1,null],[2,-1]]'],
    ['2026-11-01', '[[1,null],[2,-1]]'],
    ['2026-11-02', '[[2,1],[1,-1]]'],
    ['2026-11-09', '"BEST_001"'],
    ['2026-11-20', '[[1,null]]'],
  ])
    assert.equal(JSON.stringify(await list(app, `bestsellerWeekly?date=${date}`)), expected, date);
});

test('daily: A sold 2 yesterday and 1 the day before, B the reverse', async (t) => {
  const app = await rankedApp(t, [
    ...shop(book(1, 'A', old), book(2, 'B', old)),
    ...copies(2, '2026-11-20', 1),
    ...copies(1, '2026-11-20', 2),
    ...copies(1, '2026-11-19', 1),
    ...copies(2, '2026-11-19', 2),
  ]);
  assert.deepEqual(await list(app, 'bestsellerDaily'), [
    [1, 1],
    [2, -1],
  ]);
});

test('realtime: one copy of B five minutes ago (981) is more than three of A twelve hours ago (750)', async (t) => {
  const app = await rankedApp(t, [
    ...shop(book(1, 'A', old), book(2, 'B', old), book(3, 'C', old)),
    ...copies(3, '2026-11-21T00:05', 1),
    line('2026-11-21T11:55', 2),
    ...copies(3, '2026-11-21T06:05', 3, { buyer: 'one' }),
  ]);
  // C: one buyer counts one copy a day, six hours old: 500.
  assert.deepEqual(await idsOf(app, 'bestsellerRealtime'), [2, 1, 3]);
  const weight = (buckets: number) => Math.round(1000 * 2 ** (-buckets / 36));
  assert.deepEqual([0, 1, 36, 72, 143].map(weight), [1000, 981, 500, 250, 64]);
});

test('realtime: compared with the list published a day earlier, not with what that day brought after it', async (t) => {
  const app = await rankedApp(t, [
    ...shop(book(1, 'A', old), book(2, 'B', old)),
    line('2026-11-21T11:55', 1),
  ]);
  app.clock.advance(23 * 3_600_000);
  await app.feed(copies(3, '2026-11-21T12:08', 2));
  app.clock.advance(3_600_000);
  await app.feed([...copies(2, '2026-11-22T11:55', 2), line('2026-11-22T11:56', 1)]);
  await app.rank();
  assert.deepEqual(await list(app, 'bestsellerRealtime'), [
    [2, null],
    [1, -1],
  ]);
});

test('steady: two a week in 40 weeks stand before 100 in one and one in 35 others; 35 weeks or 364 days are too few', async (t) => {
  const week = (weeks: number) => formatKstDay(YESTERDAY - 7 * weeks);
  const weeks = (count: number) => Array.from({ length: count }, (_, at) => week(at));
  const app = await rankedApp(t, [
    ...shop(
      book(1, 'X', old),
      book(2, 'Y', old),
      book(3, 'Z', old),
      ...['2025-11-22', '2025-11-21'].map((publishDate, i) => book(4 + i, 'W', { ...old, publishDate })),
    ),
    ...weeks(40).flatMap((day) => copies(2, day, 1)),
    ...copies(99, week(0), 2),
    ...weeks(36).flatMap((day) => copies(1, day, 2)),
    ...weeks(35).flatMap((day) => copies(50, day, 3)),
    ...weeks(40).flatMap((day) => [...copies(3, day, 4), ...copies(3, day, 5)]),
  ]);
  // The day before, W is 364 days old, and Y sold in 35 weeks.
  assert.deepEqual(await list(app, 'bestsellerSteady'), [
    [5, null],
    [1, -1],
    [2, null],
  ]);
});

test('deal: by the copies of the week, then those that did not sell; no deal that is over or not cheaper', async (t) => {
  const deal = { salePrice: 6000, from: '2026-11-20', until: '2026-11-30' };
  const app = await rankedApp(t, [
    ...shop(
      book(1, 'A', { ...old, deal }),
      book(2, 'B', { ...old, deal }),
      book(3, 'C', { ...old, deal }),
      book(4, 'D', { ...old, deal: { ...deal, until: '2026-11-20' } }),
      book(5, 'E', { ...old, deal: { ...deal, salePrice: 10_000 } }),
    ),
    ...copies(1, '2026-11-14', 1),
    ...copies(2, '2026-11-20', 2),
    ...copies(9, '2026-11-13', 3),
    ...[4, 5].flatMap((itemId) => copies(5, '2026-11-20', itemId)),
  ]);
  // The day before: C 9, A 1, then B and D.
  assert.deepEqual(await list(app, 'bestsellerDeal'), [
    [2, 2],
    [1, 0],
    [3, -2],
  ]);
});

test('new products and new products to watch', async (t) => {
  const registered = (day: string) => ({ publishDate: '2026-11-01', registeredAt: `${day}T09:00:00+09:00` });
  const app = await rankedApp(t, [
    ...shop(
      book(1, 'A', registered('2026-08-23')),
      book(2, 'B', { ...registered('2026-08-22'), attention: { from: '2026-11-21', until: '2026-11-21' } }),
      book(3, 'C', { ...registered('2026-11-10'), itemStatus: '품절' }),
      book(4, 'D', registered('2026-11-10')),
    ),
    ...copies(10, '2026-11-20', 3),
    ...copies(9, '2026-11-20', 4),
  ]);
  assert.deepEqual(await list(app, 'newproduct'), [
    [4, null],
    [1, null],
  ]);
  assert.deepEqual(await idsOf(app, 'newproductAttention'), [3, 2]);
});

test('sales index: copies 3, 10, 100 and 300 days old make 63', async (t) => {
  const daysAgo = (days: number) => formatKstDay(YESTERDAY - days);
  const app = await rankedApp(t, [
    ...shop(book(1, 'A', old), book(2, 'B', old)),
    ...copies(1, daysAgo(3), 1),
    ...copies(2, daysAgo(10), 1),
    ...copies(4, daysAgo(100), 1),
    ...copies(5, daysAgo(300), 1),
  ]);
  assert.equal(await salePoint(app, 1), 63);
  assert.equal(await salePoint(app, 2), null);
});
