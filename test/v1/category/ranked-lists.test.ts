import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { readRows } from '../../export/workbook-reader.ts';
import { sales, smallShop } from '../../support/small-shop.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../support/test-app.ts';
import { attentionNew, daily, deal, newProduct, overall, realtime, steady } from './list-feeds.ts';

const DAY_MS = 86_400_000;

const ids = (answer: TestAnswer) => column(answer, 'itemId');
const column = (answer: TestAnswer, name: string) => answer.json.data.items.map((item) => item[name]);

/** A list: its feed, and on the 21st its items of category 001001 with their rank changes, and its edition. */
interface RankedList {
  readonly name: string;
  readonly feed: readonly object[];
  readonly expected: readonly number[];
  readonly upDown: readonly (number | null)[];
  readonly edition: string;
}

// The black-box suite proves the parameters, pages, errors and files of every list (test/acceptance).
const LISTS: readonly RankedList[] = [
  {
    name: 'bestsellerMonthly',
    feed: smallShop,
    expected: [1001, 1002, 1004],
    upDown: [1, -1, null],
    edition: '2026-11',
  },
  {
    name: 'bestseller',
    feed: overall,
    expected: [2001, 2002, 2003, 2004, 2005],
    // The day before: 2002, 2003, 2004, 2006, 2005.
    upDown: [null, -1, -1, -1, 0],
    edition: '2026-11-20',
  },
  {
    name: 'bestsellerDaily',
    feed: daily,
    expected: [2101, 2104, 2102],
    upDown: [1, null, -2],
    edition: '2026-11-20',
  },
  {
    name: 'bestsellerRealtime',
    feed: realtime,
    expected: [2601, 2602, 2603, 2604],
    upDown: [null, null, -1, null],
    edition: '2026-11-21T12:00+09:00',
  },
  {
    name: 'bestsellerSteady',
    feed: steady,
    expected: [2301, 2303, 2302],
    upDown: [0, 0, 0],
    edition: '2026-11-20',
  },
  {
    name: 'bestsellerDeal',
    feed: deal,
    expected: [2201, 2202, 2203],
    upDown: [0, 2, 0],
    edition: '2026-11-21',
  },
  {
    name: 'newproduct',
    feed: newProduct,
    expected: [2403, 2401, 2402],
    upDown: [null, null, null],
    edition: '2026-11-21',
  },
  {
    name: 'newproductAttention',
    feed: attentionNew,
    expected: [2502, 2503, 2501],
    upDown: [null, null, null],
    edition: '2026-11-21',
  },
];

/** A service that has ranked the feed on two days. It is the 21st. */
async function openShop(t: TestContext, feed: readonly object[]): Promise<TestApp> {
  const app = await createTestApp(t, { now: '2026-11-20T12:00:00+09:00' });
  await app.feed(feed);
  await app.rank();
  app.clock.advance(DAY_MS);
  await app.rank();
  return app;
}

describe('each list is its own, and shows the catalogue of now', () => {
  for (const { name, feed, expected, upDown, edition } of LISTS) {
    test(name, async (t) => {
      const app = await openShop(t, feed);
      const path = `/v1/category/${name}`;
      const get = () => app.get(`${path}?categoryId=001001`);
      const answer = await get();
      assert.deepEqual([ids(answer), column(answer, 'upDown')], [expected, upDown]);
      assert.equal(answer.headers['seoga-edition'], edition);
      assert.deepEqual(ids(await app.get(`${path}?categoryId=001`)), expected);

      // A withheld or removed item is gone from the next answer on, and the others move up.
      const [first, second, ...others] = expected;
      const line = feed.find(
        (one) => 'kind' in one && one.kind === 'item' && 'itemId' in one && one.itemId === first,
      );
      await app.feed([{ ...line, withheld: true }]);
      const withheld = await get();
      assert.deepEqual(ids(withheld), [second, ...others]);
      assert.deepEqual(
        column(withheld, 'sortOrder'),
        [second, ...others].map((_, index) => index + 1),
      );
      assert.equal(withheld.json.data.totalCount, expected.length - 1);
      if (name !== 'bestsellerDaily') {
        const file = await app.app.inject({
          url: `${path}/export?categoryId=001001&header=N`,
          headers: { 'x-api-key': app.key },
        });
        assert.deepEqual(
          readRows(file.rawPayload).map(([rank, , itemId]) => [rank, itemId]),
          [second, ...others].map((itemId, index) => [String(index + 1), itemId]),
        );
      }
      await app.feed([{ kind: 'remove', itemId: second }]);
      assert.deepEqual(ids(await get()), others);
    });
  }
});

test('bestseller by sex, by age, and by both', async (t) => {
  const app = await openShop(t, overall);
  const get = async (query: string) =>
    ids(await app.get(`/v1/category/bestseller?categoryId=001001&${query}`));
  // M: 2002 has 3 x 2 = 6, 2001 4 x 1 = 4, 2005 1.
  assert.deepEqual(await get('sex=M'), [2002, 2001, 2005]);
  // 30 to 39: 2001 has 4 x 2 = 8, 2002 3 x 1 = 3.
  assert.deepEqual(await get('age=30'), [2001, 2002]);
  assert.deepEqual(await get('sex=M&age=20'), [2001, 2005]);
});

test('bestsellerDaily of another day; today and days without sales have none', async (t) => {
  const app = await openShop(t, daily);
  const get = (date: string) => app.get(`/v1/category/bestsellerDaily?categoryId=001001&date=${date}`);
  const day19 = await get('2026-11-19');
  assert.deepEqual([ids(day19), day19.headers['seoga-edition']], [[2102, 2101, 2103], '2026-11-19']);
  for (const date of ['2026-11-21', '2026-11-18', '2030-01-01', '1999-01-01'])
    assert.equal((await get(date)).json.errorCode, 'BEST_001', date);
});

test('bestsellerRealtime may be kept until the next list is due', async (t) => {
  const app = await createTestApp(t, { now: '2026-11-21T12:08:00+09:00' });
  await app.feed(realtime);
  await app.rank();
  const answer = await app.get('/v1/category/bestsellerRealtime?categoryId=001001');
  assert.equal(answer.headers['seoga-edition'], '2026-11-21T12:00+09:00');
  assert.equal(answer.headers['cache-control'], 'private, max-age=120');
});

/** The list of a category a minute before midnight, and in the minute after it. */
async function aroundMidnight(t: TestContext, name: string, now: string, feed: readonly object[]) {
  const app = await createTestApp(t, { now });
  await app.feed(feed);
  await app.rank();
  const get = (query = '') => app.get(`/v1/category/${name}?categoryId=001001&${query}`);
  const before = await get();
  app.clock.advance(60_000);
  return { app, get, before, after: await get() };
}

describe('after midnight, until the night is tallied', () => {
  test('a deal that ended is gone', async (t) => {
    const { before, after } = await aroundMidnight(t, 'bestsellerDeal', '2026-11-21T23:59:00+09:00', deal);
    assert.deepEqual(ids(before), [2201, 2202, 2203]);
    assert.deepEqual(
      [ids(after), column(after, 'sortOrder')],
      [
        [2201, 2203],
        [1, 2],
      ],
    );
    assert.equal(after.json.data.totalCount, 2);
  });

  test('the last list stands in for that of yesterday', async (t) => {
    const { app, get, after } = await aroundMidnight(
      t,
      'bestsellerDaily',
      '2026-11-21T23:59:00+09:00',
      daily,
    );
    assert.deepEqual([ids(after), after.headers['seoga-edition']], [[2101, 2104, 2102], '2026-11-20']);
    // The day itself has no list yet.
    assert.equal((await get('date=2026-11-21')).json.errorCode, 'BEST_001');
    await app.rank();
    const tallied = await get();
    assert.deepEqual([ids(tallied), tallied.headers['seoga-edition']], [[2103], '2026-11-21']);
  });

  test('the last list stands in for that of a month that begins, also when its date is named', async (t) => {
    const feed = [...smallShop, ...sales('2026-12-01', 1003, ['F61'])];
    const { app, get, after } = await aroundMidnight(
      t,
      'bestsellerMonthly',
      '2026-12-01T23:59:00+09:00',
      feed,
    );
    assert.deepEqual([ids(after), after.headers['seoga-edition']], [[1001, 1002, 1004], '2026-11']);
    const named = await get('date=2026-12-01');
    assert.deepEqual([ids(named), named.headers['seoga-edition']], [ids(after), '2026-11']);
    assert.equal((await get('date=2027-01-01')).json.errorCode, 'BEST_001');
    await app.rank();
    assert.deepEqual(ids(await get()), [1003]);
  });
});

test('404 BEST_001: nothing was sold yesterday, or in the month so far, and that is tallied', async (t) => {
  for (const [name, now, feed] of [
    ['bestsellerDaily', '2026-11-23T12:00:00+09:00', daily],
    ['bestsellerMonthly', '2026-12-10T12:00:00+09:00', smallShop],
  ] as const) {
    const app = await createTestApp(t, { now });
    await app.feed(feed);
    await app.rank();
    const answer = await app.get(`/v1/category/${name}?categoryId=001001`);
    assert.deepEqual([answer.status, answer.json.errorCode], [404, 'BEST_001'], name);
  }
});
