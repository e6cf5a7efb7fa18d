import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverrideChange } from '../../src/catalog/item-overrides.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { createCatalogDatabase, openCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { BUYER_KEY, rankItem, rankingWorld, saleLine } from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { book } from '../support/small-shop.ts';
import { exported, feedKit } from './feed-kit.ts';
import { fullItem } from './sample-records.ts';

test('items have their overrides; late lines, and those of an excluded item, stay behind', async (t) => {
  const world = rankingWorld(t);
  const clock = fixedClock('2026-10-21T12:00:00+09:00');
  const isbn13 = '9791199900011';
  world.putItems([1, 2, 3].map((itemId) => rankItem({ itemId, isbn13: itemId === 2 ? isbn13 : '' })));
  const sold = (itemId: number | null, orderId: string) =>
    world.add(clock, saleLine({ soldAt: '2026-10-20T12:00:00+09:00', itemId, isbn13, orderId }));
  await sold(1, 'counted');
  await sold(2, 'of the excluded item');
  await sold(null, 'by the ISBN of the excluded item');
  clock.setWall(Date.parse('2026-11-21T12:00:00+09:00'));
  await world.rank(clock);
  await world.restate('2026-10', { itemId: 2 });
  await world.rank(clock);
  await sold(1, 'late');
  await createItemOverrides({ catalog: world.catalog, clock }).decide(
    new Map<number, OverrideChange>([
      [2, { title: '바뀐 제목' }],
      [3, { withheld: true }],
    ]),
    { by: 'account:1' },
  );
  const { lines, counts } = await exported(world.catalog);
  assert.deepEqual(counts, { items: 3, orderLines: 1, leftOut: 3 });
  const [, two, three, sale] = lines.map((line) => JSON.parse(line));
  assert.deepEqual([two.title, three.withheld, sale.orderId], ['바뀐 제목', true, 'counted']);
});

test('names, numbers and everything about order lines come back, whatever secret buyers are stored under', async (t) => {
  const kit = feedKit(t, BUYER_KEY);
  const sold = { kind: 'sale', quantity: 3, soldAt: '2026-11-01T10:00:00.123+09:00', buyer: 'kim' };
  const taken = { kind: 'cancel', orderId: 'A', lineNo: 2, quantity: 1 };
  await kit.import([
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    { kind: 'author', authorId: 7, author: 'A < B & C', details: '하나\n둘' },
    fullItem,
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

  const { lines, counts } = await exported(catalog);
  assert.deepEqual(counts, { items: 3, orderLines: 4, leftOut: 0 });
  assert.doesNotMatch(lines.join('\n'), /kim|lee/);
  const copy = feedKit(t);
  await copy.import(lines.join('\n'));
  for (const select of STORED) assert.deepEqual(copy.rows(select), kit.rows(select), select);
  assert.deepEqual((await exported(createCatalogDatabase(copy.connect()))).lines, lines);

  const again = await kit.import(lines.join('\n'));
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
