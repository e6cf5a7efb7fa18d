import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { parseKstDay } from '../../../src/clock.ts';
import { daysOf } from '../../acceptance/calendar.ts';
import { ALL_LISTS, bySales, bySort, listItems, listSales } from '../../acceptance/feed-lists.ts';
import { ENDPOINTS } from '../../acceptance/interface.ts';
import { readRows } from '../../export/workbook-reader.ts';
import type { Answer } from '../../support/answer.ts';
import { book, sales, smallShop } from '../../support/small-shop.ts';
import { rankedApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

// Parameters, pages, orders, errors and files of every list: test/acceptance. What each list ranks by: test/rankings.

const ids = (answer: Answer) => answer.json.data.items.map((item) => item.itemId);

const LISTS = ENDPOINTS.filter(({ call, data }) => call.categoryId === ALL_LISTS && data !== null);
const FILES = ENDPOINTS.filter(({ call, data }) => call.categoryId === ALL_LISTS && data === null);

/** What a list or its file shows of the category that stands in all of them. */
async function places(app: TestApp, path: string): Promise<unknown[]> {
  const url = `${path}?categoryId=${ALL_LISTS}&pageSize=100`;
  if (path.endsWith('/export')) {
    const file = await app.app.inject({ url: `${url}&header=N`, headers: { 'x-api-key': app.key } });
    return readRows(file.rawPayload).map(([rank, , itemId]) => [Number(rank), itemId]);
  }
  const { items, totalCount } = (await app.get(url)).json.data;
  assert.equal(totalCount, items.length);
  return items.map(({ sortOrder, itemId }) => [sortOrder, itemId]);
}

test('a withheld or removed item is gone from the next answer of every list and file, and the others move up', async (t) => {
  const days = daysOf(parseKstDay('2026-11-21') ?? 0);
  const app = await createTestApp(t, { now: '2026-11-21T12:00:00+09:00' });
  const items = listItems(days);
  await app.feed([{ kind: 'category', categoryId: ALL_LISTS, categoryName: '모음' }]);
  await app.feed([...items, ...listSales(days)]);
  await app.rank();
  const [withheld, removed] = bySales;
  const lineOf = (wanted: unknown) => items.find(({ itemId }) => itemId === wanted) ?? assert.fail();
  for (const [change, gone] of [
    [[{ kind: 'author', authorId: 1, author: '허균' }], []],
    [[{ ...lineOf(withheld), withheld: true }], [withheld]],
    [[{ kind: 'remove', itemId: removed }], [withheld, removed]],
    [[lineOf(withheld)], [removed]],
    [[lineOf(removed)], []],
  ] as const) {
    await app.feed(change);
    for (const { path } of [...LISTS, ...FILES]) {
      const order = path.includes('newproduct') ? bySort.RegDate : bySales;
      const left = order?.filter((itemId) => !gone.some((one) => one === itemId)) ?? [];
      assert.deepEqual(
        await places(app, path),
        left.map((itemId, at) => [at + 1, itemId]),
        path,
      );
    }
  }
});

test('of 1,150 deals and new products the last is found on the last page, as JSON and in the file', async (t) => {
  const more = {
    registeredAt: '2026-11-20T10:00:00+09:00',
    deal: { salePrice: 1_000, from: '2026-11-01', until: '2026-11-30' },
  };
  const books = Array.from({ length: 1_150 }, (_, at) => book(5_000 + at, '신간', more));
  const app = await rankedApp(t, [...smallShop, ...books], { now: '2026-11-21T12:00:00+09:00' });
  for (const list of ['newproduct', 'bestsellerDeal']) {
    const path = (file = '') => `/v1/category/${list}${file}?categoryId=001001&pageSize=100&page=12`;
    const { items, totalCount } = (await app.get(path())).json.data;
    assert.ok(totalCount >= 1_150, `${list}: ${totalCount}`);
    assert.equal(items.at(-1)?.sortOrder, totalCount);
    const file = await app.app.inject({ url: path('/export'), headers: { 'x-api-key': app.key } });
    assert.equal(readRows(file.rawPayload).at(-1)?.[0], String(totalCount));
  }
});

/** The small shop, with more, ranked at a moment. */
async function openShop(t: TestContext, now: string, more: readonly object[] = []) {
  const app = await rankedApp(t, [...smallShop, ...more], { now });
  const get = (list: string) =>
    app.get(`/v1/category/${list}${list.includes('?') ? '&' : '?'}categoryId=001001`);
  return { app, get };
}

test('bestsellerDaily of another day; today and days without sales have none', async (t) => {
  const { get } = await openShop(t, '2026-11-23T12:00:00+09:00');
  const day20 = await get('bestsellerDaily?date=2026-11-20');
  assert.deepEqual([ids(day20), day20.headers['seoga-edition']], [[1002, 1004], '2026-11-20']);
  for (const date of ['2026-11-23', '2026-11-21', '2030-01-01', '1999-01-01'])
    assert.equal((await get(`bestsellerDaily?date=${date}`)).json.errorCode, 'BEST_001', date);
  const { get: later } = await openShop(t, '2026-12-10T12:00:00+09:00');
  for (const list of ['bestsellerDaily', 'bestsellerMonthly'])
    assert.equal((await later(list)).json.errorCode, 'BEST_001', list);
});

test('404 BEST_001: says which lists exist, or what is wrong with the category', async (t) => {
  const { app } = await openShop(t, '2026-11-23T12:00:00+09:00');
  const months = ['2026-10', '2026-11'];
  const weeks = ['2026-W40', '2026-W47'];
  const days = ['2026-10-01', '2026-11-22'];
  for (const [list, ...said] of [
    ['bestsellerMonthly?categoryId=001&date=1990-01-15', '1990-01', ...months],
    ['bestsellerMonthly?categoryId=001&date=2027-03-15', '2027-03', ...months],
    ['bestsellerWeekly?categoryId=001&date=2026-11-23', '2026-W48', ...weeks],
    ['bestsellerWeekly?categoryId=001&date=2026-09-27', '2026-W39', ...weeks],
    ['bestsellerDaily?categoryId=001&date=2026-11-23', '2026-11-23', ...days],
    ['bestsellerDaily?categoryId=001&date=2026-09-30', '2026-09-30', ...days],
    ['bestsellerDaily?categoryId=001&date=2026-11-21', '"001"'],
    ['bestsellerMonthly?categoryId=nowhere&date=1990-01-15', '"nowhere"'],
  ]) {
    const { json } = await app.get(`/v1/category/${list}`);
    assert.equal(json.errorCode, 'BEST_001', list);
    assert.deepEqual(json.message.match(/\d{4}-W?[\d-]+\d|".*"/g), said, list);
  }
});

test('a file of a list by date is named after the last day that the list counts, without a date after today', async (t) => {
  const { app } = await openShop(t, '2026-11-21T12:00:00+09:00', [
    { kind: 'sale', orderId: 'x', lineNo: 1, itemId: 1002, quantity: 1, soldAt: '2026-09-30T10:00:00+09:00' },
  ]);
  for (const [list, day] of [
    ['bestsellerMonthly/export?date=2026-10-05', '20261031'],
    ['bestsellerMonthly/export?date=2026-11-05', '20261120'],
    ['bestsellerMonthly/export?format=csv', '20261121'],
    ['bestsellerWeekly/export?date=2026-09-28', '20261004'],
    ['bestsellerWeekly/export?date=2026-11-16', '20261120'],
    ['bestsellerWeekly/export?format=csv', '20261121'],
  ]) {
    const { headers, statusCode } = await app.app.inject({
      url: `/v1/category/${list}&categoryId=001001`,
      headers: { 'x-api-key': app.key },
    });
    assert.equal(statusCode, 200, list);
    assert.match(String(headers['content-disposition']), new RegExp(`_${day}\\.(xlsx|csv)"$`), list);
  }
});

test('bestsellerRealtime may be kept until the next list is due', async (t) => {
  const { get } = await openShop(t, '2026-11-21T09:08:00+09:00');
  const answer = await get('bestsellerRealtime');
  assert.equal(answer.headers['seoga-edition'], '2026-11-21T09:00+09:00');
  assert.equal(answer.headers['cache-control'], 'private, max-age=120');
});

describe('after midnight, until the night is tallied', () => {
  test('a deal that ended is gone', async (t) => {
    const deal = { salePrice: 6000, from: '2026-11-01', until: '2026-11-30' };
    const { app, get } = await openShop(t, '2026-11-21T23:59:00+09:00', [book(2001, '특가', { deal })]);
    assert.deepEqual(ids(await get('bestsellerDeal')), [1004, 2001]);
    app.clock.advance(60_000);
    const after = await get('bestsellerDeal');
    assert.deepEqual([ids(after), after.json.data.items[0]?.sortOrder], [[2001], 1]);
    assert.equal(after.json.data.totalCount, 1);
  });

  test('the last list stands in for that of yesterday', async (t) => {
    const sold = sales('2026-11-21', 1003, ['F61']);
    const { app, get } = await openShop(t, '2026-11-21T23:59:00+09:00', sold);
    app.clock.advance(60_000);
    const after = await get('bestsellerDaily');
    assert.deepEqual([ids(after), after.headers['seoga-edition']], [[1002, 1004], '2026-11-20']);
    // The day itself has no list yet.
    assert.equal((await get('bestsellerDaily?date=2026-11-21')).json.errorCode, 'BEST_001');
    await app.rank();
    const tallied = await get('bestsellerDaily');
    assert.deepEqual([ids(tallied), tallied.headers['seoga-edition']], [[1003], '2026-11-21']);
  });

  test('the last list stands in for that of a month or week that begins, also when its date is named', async (t) => {
    for (const [list, firstDay, edition, last] of [
      ['bestsellerMonthly', '2026-12-01', '2026-11', [1001, 1002, 1004]],
      ['bestsellerWeekly', '2026-11-23', '2026-W47', [1002, 1004]],
    ] as const) {
      const sold = sales(firstDay, 1003, ['F61']);
      const { app, get } = await openShop(t, `${firstDay}T23:59:00+09:00`, sold);
      app.clock.advance(60_000);
      for (const call of [list, `${list}?date=${firstDay}`]) {
        const answer = await get(call);
        assert.deepEqual([ids(answer), answer.headers['seoga-edition']], [last, edition]);
      }
      assert.equal((await get(`${list}?date=2027-01-01`)).json.errorCode, 'BEST_001');
      await app.rank();
      assert.deepEqual(ids(await get(list)), [1003]);
    }
  });
});
