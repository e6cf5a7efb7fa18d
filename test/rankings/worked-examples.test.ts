import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, parseKstDay } from '../../src/clock.ts';
import { messageIn } from '../../src/messages/messages.ts';
import { book } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';
import type { TestApp } from '../support/test-app.ts';

/** The examples of docs/lists.md, told to the service as it is told there. Today is 2026-11-21, noon. */
const YESTERDAY = parseKstDay('2026-11-20') ?? 0;
const daysAgo = (days: number) => formatKstDay(YESTERDAY - days);

let orders = 0;

function line(soldAt: string, itemId: number, more: object = {}): object {
  const at = soldAt.length === 10 ? `${soldAt}T10:00:00+09:00` : `${soldAt}:00+09:00`;
  return { kind: 'sale', orderId: `o-${orders++}`, lineNo: 1, itemId, quantity: 1, soldAt: at, ...more };
}

function copies(count: number, soldAt: string, itemId: number, more: object = {}): object[] {
  return Array.from({ length: count }, () => line(soldAt, itemId, more));
}

const CATEGORIES = [
  { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
  { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
  { kind: 'category', categoryId: '001001003', categoryName: '역사소설', parentId: '001001' },
];

const old = { publishDate: '2020-01-01', registeredAt: '2020-01-01T00:00:00+09:00' };

/** Old titles numbered from 1 on; each has these fields besides. */
function titles(...fields: readonly object[]): object[] {
  return [...CATEGORIES, ...fields.map((more, at) => book(at + 1, `T${at + 1}`, { ...old, ...more }))];
}

/**
 * Compares lists by path, by default of category 001001: item numbers, first rank first, each with its rank change, or the error.
 */
async function shows(app: TestApp, lists: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, expected] of Object.entries(lists)) {
    const query = path.includes('categoryId') ? '' : `${path.includes('?') ? '&' : '?'}categoryId=001001`;
    const { json } = await app.get(`/v1/category/${path}${query}`);
    const entries = json.data.items?.map(
      (one) => one.itemId + (one.upDown === null ? '' : ` (${one.upDown})`),
    );
    assert.equal(entries?.join(', ') ?? json.errorCode, expected, path);
  }
}

/** Title 1 counts so many copies: all were sold in November, so its rivals, with one less and one more, tell how many. */
for (const [title, copiesPerBuyer, count, more] of [
  ['seven lines count 34', 1, 34, []],
  ['36 with two copies a buyer', 2, 36, []],
  ['34 with the first line cancelled', 1, 34, [{ kind: 'cancel', orderId: 'first', lineNo: 1 }]],
] as const)
  test(`counted copies: ${title}`, async (t) => {
    const environment = { SEOGA_COPIES_PER_BUYER: String(copiesPerBuyer) };
    const bought = [
      line('2026-11-02', 1, { buyer: 'b1', quantity: 3, orderId: 'first' }),
      line('2026-11-09', 1, { buyer: 'b1' }),
      line('2026-11-09', 1, { buyer: 'b2' }),
      line('2026-11-10', 1, { quantity: 2 }),
      line('2026-11-10', 1, { buyer: 'school', buyerType: 'organisation', quantity: 57 }),
      line('2026-11-10', 1, { buyer: 'army', buyerType: 'organisation', quantity: 1000 }),
      line('2026-11-11', 1, { buyer: 'shop', buyerType: 'reseller', quantity: 40 }),
    ];
    const rivals = [...copies(count - 1, '2026-11-12', 2), ...copies(count + 1, '2026-11-12', 3)];
    const app = await rankedApp(t, [...titles({}, {}, {}), ...bought, ...rivals, ...more], { environment });
    await shows(app, { bestsellerMonthly: '3, 1, 2' });
  });

test('monthly: A rises from 2 to 1, B falls, D is new; ties; sex and age; the least number in segments', async (t) => {
  const published = (publishDate: string) => ({ publishDate });
  const feed = [
    ...titles({}, {}, {}, published('2019-01-01'), published('2025-01-01'), published('2019-01-01')),
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
  await shows(await rankedApp(t, feed), {
    'bestsellerMonthly?date=2026-10-31': '2, 1, 3',
    bestsellerMonthly: '1 (1), 2 (-1), 5, 4, 6',
    'bestsellerMonthly?sex=F&age=30': '1',
    'bestsellerMonthly?sex=M&age=40': '1',
    'bestsellerMonthly?sex=F&age=255': '1, 2',
  });
  const app = await rankedApp(t, feed, { environment: { SEOGA_MIN_SEGMENT_COPIES: '2' } });
  await shows(app, {
    'bestsellerMonthly?sex=F&age=30': '1',
    'bestsellerMonthly?sex=M&age=40': 'BEST_001',
    'bestsellerMonthly?sex=M&age=50': 'BEST_001',
  });
  const hint = messageIn('en', 'api.thinnedOut').trim();
  for (const list of ['bestsellerMonthly', 'bestseller']) {
    const ages = [40, 50].map((age) => app.get(`/v1/category/${list}?categoryId=001001&sex=M&age=${age}`));
    const messages = (await Promise.all(ages)).map(({ json }) => json.message);
    const areThinned = messages.map((message) => message.includes(hint));
    assert.deepEqual(areThinned, [true, false], list);
  }
});

const deal = { salePrice: 6000, from: '2026-11-20', until: '2026-11-30' };
const registered = (day: string) => ({ publishDate: '2026-11-01', registeredAt: `${day}T09:00:00+09:00` });
const weeks = (count: number) => Array.from({ length: count }, (_, at) => daysAgo(7 * at));

const EXAMPLES: readonly { title: string; feed: readonly object[]; lists: Record<string, string> }[] = [
  {
    title: 'categories: a copy counts once in each node above its item',
    feed: [
      ...titles({ categoryIds: ['001001003', '001001'] }, { categoryIds: ['001'] }),
      line('2026-11-02', 1),
      ...copies(2, '2026-11-02', 2),
    ],
    lists: {
      'bestsellerMonthly?categoryId=001001003': '1',
      bestsellerMonthly: '1',
      'bestsellerMonthly?categoryId=001': '2, 1',
    },
  },
  {
    title: 'overall: 18 points of A are less than 19 of B, and as many as 18 of the newer C',
    feed: [
      ...titles({}, {}, { publishDate: '2024-01-01' }),
      ...copies(2, '2026-11-14', 1, { sex: 'M', age: 29 }),
      ...copies(5, '2026-10-31', 1),
      ...copies(4, '2026-11-13', 2, { sex: 'M', age: 30 }),
      ...copies(7, '2026-10-24', 2),
      ...copies(18, '2026-10-30', 3),
      // A day too early for the 28 days.
      ...copies(50, '2026-10-23', 1),
    ],
    lists: {
      // The day before: A 8 + 10 + 50, C 36, B 16 + 7.
      bestseller: '2 (2), 3 (0), 1 (-2)',
      // Men alone: B 12, A 8.
      'bestseller?sex=M': '2 (0), 1 (0)',
      'bestseller?age=30': '2 (0)',
      'bestseller?sex=M&age=20': '1 (0)',
    },
  },
  {
    title: 'weekly: Monday to Sunday, over the end of a month, the running week up to yesterday',
    feed: [
      ...titles({}, {}),
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
    ],
    lists: {
      'bestsellerWeekly?date=2026-10-25': '2',
      'bestsellerWeekly?date=2026-10-26': '1, 2 (-1)',
      'bestsellerWeekly?date=2026-11-01': '1, 2 (-1)',
      'bestsellerWeekly?date=2026-11-02': '2 (1), 1 (-1)',
      'bestsellerWeekly?date=2026-11-09': 'BEST_001',
      'bestsellerWeekly?date=2026-11-20': '1',
    },
  },
  {
    title: 'daily: A sold 2 yesterday and 1 the day before, B the reverse',
    feed: [
      ...titles({}, {}),
      ...copies(2, '2026-11-20', 1),
      ...copies(1, '2026-11-20', 2),
      ...copies(1, '2026-11-19', 1),
      ...copies(2, '2026-11-19', 2),
    ],
    lists: { bestsellerDaily: '1 (1), 2 (-1)' },
  },
  {
    title:
      'realtime: a copy of B five minutes ago (981) before three of A twelve hours ago (750) and one of C that counts (500)',
    feed: [
      ...titles({}, {}, {}),
      ...copies(3, '2026-11-21T00:05', 1),
      line('2026-11-21T11:55', 2),
      // One buyer counts one copy a day, six hours old.
      ...copies(3, '2026-11-21T06:05', 3, { buyer: 'one' }),
    ],
    lists: { bestsellerRealtime: '2, 1, 3' },
  },
  {
    title:
      'steady: two a week in 40 weeks stand before 100 in one and one in 35 others; 35 weeks or 364 days are too few',
    feed: [
      ...titles({}, {}, {}, { publishDate: '2025-11-22' }, { publishDate: '2025-11-21' }),
      ...weeks(40).flatMap((day) => copies(2, day, 1)),
      ...copies(99, daysAgo(0), 2),
      ...weeks(36).flatMap((day) => copies(1, day, 2)),
      ...weeks(35).flatMap((day) => copies(50, day, 3)),
      ...weeks(40).flatMap((day) => [...copies(3, day, 4), ...copies(3, day, 5)]),
    ],
    lists: {
      // The day before, 5 is 364 days old, and 2 sold in 35 weeks.
      bestsellerSteady: '5, 1 (-1), 2',
    },
  },
  {
    title:
      'deal: by the copies of the week, then those that did not sell; no deal that is over or not cheaper',
    feed: [
      ...titles(
        { deal },
        { deal },
        { deal },
        { deal: { ...deal, until: '2026-11-20' } },
        { deal: { ...deal, salePrice: 10_000 } },
      ),
      ...copies(1, '2026-11-14', 1),
      ...copies(2, '2026-11-20', 2),
      ...copies(9, '2026-11-13', 3),
      ...[4, 5].flatMap((itemId) => copies(5, '2026-11-20', itemId)),
    ],
    lists: {
      // The day before: C 9, A 1, then B and D.
      bestsellerDeal: '2 (2), 1 (0), 3 (-2)',
    },
  },
  {
    title: 'new products and featured ones',
    feed: [
      ...titles(
        registered('2026-08-23'),
        { ...registered('2026-08-22'), attention: { from: '2026-11-21', until: '2026-11-21' } },
        { ...registered('2026-11-10'), itemStatus: '품절' },
        registered('2026-11-10'),
        // 60 and 61 days ago.
        { publishDate: '2026-09-22' },
        { publishDate: '2026-09-21' },
      ),
      ...copies(10, '2026-11-20', 3),
      ...copies(9, '2026-11-20', 4),
      ...[5, 6].flatMap((itemId) => copies(10, '2026-11-20', itemId)),
    ],
    lists: { newproduct: '4, 1', newproductAttention: '3, 2, 5' },
  },
];

for (const { title, feed, lists } of EXAMPLES)
  test(title, async (t) => shows(await rankedApp(t, [...feed]), lists));

test('realtime: compared with the list published a day earlier, not with what that day brought after it', async (t) => {
  const app = await rankedApp(t, [...titles({}, {}), line('2026-11-21T11:55', 1)]);
  app.clock.advance(23 * 3_600_000);
  await app.feed(copies(3, '2026-11-21T12:08', 2));
  app.clock.advance(3_600_000);
  await app.feed([...copies(2, '2026-11-22T11:55', 2), line('2026-11-22T11:56', 1)]);
  await app.rank();
  await shows(app, { bestsellerRealtime: '2, 1 (-1)' });
});

test('sales index: copies 3, 10, 100 and 300 days old make 63', async (t) => {
  const sold = { 3: 1, 10: 2, 100: 4, 300: 5 };
  const bought = Object.entries(sold).flatMap(([days, count]) => copies(count, daysAgo(Number(days)), 1));
  const app = await rankedApp(t, [...titles({}, {}), ...bought]);
  for (const [at, salePoint] of [63, null].entries()) {
    const { json } = await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${at + 1}&detail=Y`);
    assert.equal(json.data.items[0]?.salePoint, salePoint);
  }
});
