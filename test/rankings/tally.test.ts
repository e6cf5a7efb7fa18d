import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUANTITY_MAX } from '../../src/rankings/sale.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { listOf, rankItem, rankingWorld, saleLine, sell } from './ranking-world.ts';

// ranking-kinds-reference.test.ts proves ties, rank changes and segments. Its lists are short.

test('every title that sold has its place, its rank in the history and its rank change, however far down', async (t) => {
  const world = rankingWorld(t);
  const count = 1_200;
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  // Later publication first: the highest number leads, until it alone sells in the second month.
  world.putItems(ids.map((itemId) => rankItem({ itemId, publishDay: itemId })));
  const sellAll = (soldAt: string, copiesOf: (itemId: number) => number) => {
    const copies = Object.fromEntries(ids.map((itemId) => [itemId, copiesOf(itemId)]));
    return sell(world, fixedClock(soldAt), soldAt, copies);
  };
  await sellAll('2026-10-10T10:00:00+09:00', () => 1);
  await sellAll('2026-11-10T10:00:00+09:00', (itemId) => (itemId === 1 ? 2 : 1));
  await world.rank(fixedClock('2026-11-21T12:00:00+09:00'));
  const october = ids.toReversed();
  const november = [1, ...october.slice(0, -1)];
  assert.deepEqual((await listOf(world, '2026-10'))?.itemIds, october);
  const list = await listOf(world, '2026-11');
  assert.deepEqual(list?.itemIds, november);
  assert.deepEqual(list?.upDowns, [count - 1, ...november.slice(1).map(() => -1)]);
  for (const itemId of [1, 2, 256, 257, 600, 944, 945, 1_200]) {
    const ranks = (await world.store.listRanksOfItem(itemId, 'c')).map(({ rank }) => rank);
    assert.deepEqual(ranks, [october.indexOf(itemId) + 1, november.indexOf(itemId) + 1], `${itemId}`);
  }
  assert.deepEqual(await world.store.listRanksOfItem(count + 1, 'c'), []);
});

test('copies of an item add up exactly beyond 32 bits, whatever list counts them', async (t) => {
  const world = rankingWorld(t);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  world.putItems([1, 2, 3].map((itemId) => rankItem({ itemId, publishDay: 0 })));
  // In 32 bits, the first would be ranked first, and the other two would have sold one copy and none.
  const sold = { 1: 2 ** 32 - 1, 2: 2 ** 32 + 1, 3: 2 ** 32 };
  const lines = Object.entries(sold).flatMap(([itemId, copies]) =>
    Array.from({ length: Math.ceil(copies / QUANTITY_MAX) }, (_, at) =>
      saleLine({
        orderId: `${itemId}-${at}`,
        itemId: Number(itemId),
        quantity: Math.min(QUANTITY_MAX, copies - at * QUANTITY_MAX),
        soldAt: '2026-11-20T10:00:00+09:00',
        sex: 'F',
        age: 34,
        buyerType: 'aggregate',
      }),
    ),
  );
  await world.add(clock, ...lines);
  const { months } = await world.rank(clock);
  assert.equal(months[0]?.copies, 3 * 2 ** 32);
  for (const kind of ['monthly', 'overall', 'weekly', 'daily'] as const) {
    const edition = await world.store.findLatestEdition(kind);
    assert.ok(edition !== null, kind);
    const cells = kind === 'monthly' || kind === 'overall' ? [{}, { sex: 'F', age: 30 } as const] : [{}];
    for (const cell of cells) {
      const { itemIds } = await world.store.readList(edition, { categoryId: 'c', ...cell });
      assert.deepEqual(itemIds, [2, 3, 1], kind);
    }
  }
  const points = Object.entries(sold).map(([id, copies]) => [Number(id), 22 * copies]);
  assert.deepEqual([...world.salePoints()], points);
});
