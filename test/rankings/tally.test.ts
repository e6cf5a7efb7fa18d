import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock } from '../support/fixed-clock.ts';
import { listOf, rankItem, rankingWorld, sell } from './ranking-world.ts';

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
