import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUANTITY_MAX } from '../../src/rankings/sale.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { listOf, rankItem, rankingWorld, saleLine, sell } from './ranking-world.ts';

// ranking-kinds-reference.test.ts proves ties, rank changes and segments. Its lists are short.

test('a list holds the first 1,000 by copies, and the ranks of its end are decided by the order of ties', async (t) => {
  // 1,200 items: 900 with two copies, then 300 with one, of which the latest published and lowest go first.
  const world = rankingWorld(t);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const ids = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);
  world.putItems(
    ids(1, 1_200).map((itemId) => rankItem({ itemId, publishDay: itemId > 1_150 ? 20_000 : null })),
  );
  const sold = ids(1, 1_200).map((itemId) => [itemId, itemId <= 900 ? 2 : 1]);
  sell(world, clock, '2026-11-10T10:00:00+09:00', Object.fromEntries(sold));
  await world.rank(clock);
  const expected = [...ids(1, 900), ...ids(1_151, 1_200), ...ids(901, 950)];
  assert.deepEqual((await listOf(world, '2026-11'))?.itemIds, expected);
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
  world.add(clock, ...lines);
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
  assert.deepEqual(
    [...world.salePoints()],
    Object.entries(sold).map(([id, n]) => [Number(id), 22 * n]),
  );
});
