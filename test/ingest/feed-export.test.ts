import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OverrideChange } from '../../src/catalog/item-overrides.ts';
import { kstDayOf, kstMonthOfDay, parseKstMonth } from '../../src/clock.ts';
import { exportFeed, toFeedLine } from '../../src/ingest/feed-export.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { openCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { demoWorld } from '../demo/demo-world.ts';
import { BUYER_KEY } from '../rankings/ranking-world.ts';
import { book } from '../support/small-shop.ts';
import { createTestApp } from '../support/test-app.ts';
import { feedKit } from './feed-kit.ts';

/** The lines of an export, and what it counted. */
async function exportOf(path: string) {
  using catalog = openCatalogDatabase(path);
  const lines: string[] = [];
  const counts = await exportFeed(catalog, async (portions) => {
    for await (const records of portions) lines.push(...records.map(toFeedLine));
  });
  return { lines, counts };
}

const parse = (lines: readonly string[]): object[] => lines.map((line) => JSON.parse(line));

test('a store that imports an export gives the same answers', async (t) => {
  const [shop, copy] = [await createTestApp(t), await createTestApp(t)];
  const demo = demoWorld({ items: 200, months: 3 });
  await shop.feed(parse(demo.records.map(toFeedLine)));
  await shop.rank();
  const month = parseKstMonth('2026-10') ?? 0;
  const bought = demo.sales.filter(({ soldAtMs }) => kstMonthOfDay(kstDayOf(soldAtMs)) === month);
  const [first = 0, second = 0, third = 0, fourth = 0] = new Set(bought.map(({ itemId }) => itemId ?? 0));
  const late = { kind: 'sale', lineNo: 1, quantity: 40, soldAt: '2026-10-02T10:00:00+09:00' };
  await shop.feed([
    { ...late, orderId: 'late', itemId: first },
    { ...late, orderId: 'late too', itemId: second },
  ]);
  await shop.orderDesk.exclude({ month, itemId: third, mark: null }, 'bought up', 'account:1');
  const changes: readonly (readonly [number, OverrideChange])[] = [
    [second, { title: '바뀐 제목', bookIntroduction: '바뀐 소개' }],
    [fourth, { withheld: true }],
  ];
  await shop.itemOverrides.decide(new Map(changes), { by: 'account:1' });
  await shop.rank();

  const { lines, counts } = await exportOf(join(shop.config.dataDir, CATALOG_FILE));
  assert.ok(counts.leftOut > 2, 'the late lines and those of the excluded item');
  assert.equal((await copy.feed(parse(lines))).committed, true);
  await copy.rank();
  for (const url of urlsOf(demo)) {
    const [before, after] = [await shop.get(url), await copy.get(url)];
    assert.deepEqual([after.status, after.text], [before.status, before.text], url);
  }
  assert.match((await copy.get(`/v1/goods/itemDetail?searchType=ItemId&query=${second}`)).text, /바뀐 제목/);
});

/** Lists of every kind, answers about some items, and searches. */
function urlsOf({ categories, items }: ReturnType<typeof demoWorld>): string[] {
  const some = items.filter((_, at) => at % 9 === 0 || at < 5).map(({ itemId }) => itemId);
  const lists =
    `bestsellerMonthly? bestsellerMonthly?date=2026-10-15& bestsellerMonthly?sex=F&age=30& bestsellerDaily?
    bestseller?sex=M& bestsellerWeekly?date=2026-10-01& bestsellerDeal? bestsellerRealtime? bestsellerSteady?
    newproduct?sort=Name& newproductAttention?`.split(/\s+/);
  return [
    '/v1/category/list',
    ...['items', 'author', 'content', 'history'].flatMap((name) =>
      (name === 'items' ? [some.join()] : some).map(
        (query) => `/v1/goods/${name}?searchType=ItemId&query=${query}`,
      ),
    ),
    ...categories
      .slice(0, 9)
      .flatMap(({ categoryId }) =>
        lists.map((list) => `/v1/category/${list}categoryId=${categoryId}&pageSize=100&detail=Y`),
      ),
    ...['바뀐 제목', 'the', '홍길돈전'].map(
      (word) => `/v1/goods/itemList?query=${encodeURIComponent(word)}&detail=Y`,
    ),
  ];
}

test('names, numbers and everything about order lines come back, whatever secret buyers are stored under', async (t) => {
  const kit = feedKit(t, BUYER_KEY);
  const sold = { kind: 'sale', quantity: 3, soldAt: '2026-11-01T10:00:00.123+09:00', buyer: 'kim' };
  const taken = { kind: 'cancel', orderId: 'A', lineNo: 2, quantity: 1 };
  await kit.import([
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    { kind: 'author', authorId: 7, author: 'A < B & C', details: '하나\n둘' },
    book(5, 'AT&T <3', { externalId: 'five', isbn13: '9791199900011', salePrice: 12.34 }),
    book(5, 'AT&T <3', { externalId: 'five again', isbn13: '9791199900011', salePrice: 12.34 }),
    { ...book(0, '번호 없이'), itemId: null, isbn13: '9791199900028' },
    { ...book(0, '사라진 책'), itemId: null, externalId: 'gone' },
    { kind: 'remove', externalId: 'gone' },
    { ...sold, orderId: 'A', lineNo: 1, externalId: 'gone', sex: 'F', age: 0, unitPrice: 0.5 },
    { ...sold, orderId: 'A', lineNo: 2, isbn13: '9791199900035', buyerType: 'organisation' },
    { ...sold, orderId: 'B "1"', lineNo: 1, externalId: 'to come', buyer: 'lee', age: 150 },
    { ...sold, orderId: 'B "1"', lineNo: 2, itemId: 99, buyer: null, sex: 'M', buyerType: 'aggregate' },
    taken,
    { ...taken, cancelledAt: '2026-11-02T10:00:00+09:00' },
    { kind: 'cancel', orderId: 'A', lineNo: 1, cancelledAt: '2026-11-02T10:00:00+09:00' },
    { ...taken, orderId: 'waits', lineNo: 1, itemId: 5, buyer: 'kim' },
  ]);
  using catalog = openCatalogDatabase(kit.path);
  const privacy = createOrderPrivacy({ ...kit, catalog, lists: catalog, buyerKey: BUYER_KEY });
  assert.equal(await privacy.eraseBuyer('lee', 'command'), 1);

  const { lines, counts } = await exportOf(kit.path);
  assert.deepEqual(counts, { items: 2, orderLines: 4, leftOut: 0 });
  assert.doesNotMatch(lines.join(''), /kim|lee/);
  const copy = feedKit(t);
  await copy.import(parse(lines));
  for (const select of STORED) assert.deepEqual(copy.rows(select), kit.rows(select), select);
  assert.deepEqual((await exportOf(copy.path)).lines, lines);

  const again = await kit.import(parse(lines));
  assert.equal(again.problemCount, 0);
  for (const tally of Object.values(again.summary)) assert.equal(tally.added + tally.changed, 0);
});

/** Order numbers differ; an ISBN leads to the item that has it, without a name. */
const STORED = [
  'SELECT * FROM category',
  'SELECT * FROM author',
  'SELECT item_id, data FROM item',
  "SELECT * FROM item_name WHERE name LIKE 'external:%'",
  `SELECT order_id, line_no, goods, quantity, unit_price, sold_at_ms, sex, age, CAST(buyer AS REAL), buyer_type
  FROM sale JOIN sale_order USING (order_no) ORDER BY order_id, line_no`,
  `SELECT order_id, line_no, cancelled_at_ms, quantity FROM sale_return JOIN sale_order USING (order_no)
  ORDER BY order_id, line_no, cancelled_at_ms`,
];
