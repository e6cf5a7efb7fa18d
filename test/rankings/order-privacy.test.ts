import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { type Clock, parseKstMonth } from '../../src/clock.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { BUYER_KEY, listOf, type RankingWorld, rankItem, rankingWorld, saleLine } from './ranking-world.ts';

const CLOCK = fixedClock('2026-11-20T12:00:00+09:00');
const KIM = 'kim@books.example';

/** Kim buys item 1 three times in each of two months, others buy item 2 twice: item 2 leads in both. */
const ORDERS: readonly SaleLine[] = ['2026-08-10', '2026-11-10'].flatMap((day) =>
  [1, 1, 1, 2, 2].map((itemId, at) =>
    saleLine({
      soldAt: `${day}T1${at}:00:00+09:00`,
      orderId: `${day}-${at}`,
      itemId,
      buyer: itemId === 1 ? KIM : `other-${at}`,
    }),
  ),
);

async function shop(t: TestContext) {
  const world = rankingWorld(t);
  world.putItems([1, 2, 3].map((itemId) => rankItem({ itemId })));
  const add = (lines: readonly SaleLine[]) => world.add(CLOCK, ...lines);
  assert.deepEqual(new Set(await add(ORDERS)), new Set(['added']));
  await world.rank(CLOCK);
  const privacy = createOrderPrivacy({ ...world, clock: CLOCK, buyerKey: BUYER_KEY });
  return { world, add, privacy };
}

const lists = async (world: RankingWorld) =>
  Promise.all(['2026-08', '2026-11'].map(async (month) => (await listOf(world, month))?.itemIds));

const buyersOf = ({ db }: RankingWorld) =>
  db
    .prepare('SELECT CAST(buyer AS TEXT) AS buyer FROM sale ORDER BY order_no')
    .all()
    .map((row) => String(row.buyer));

test('an erased buyer can no longer be found, no list changes, and lines sent again are the same', async (t) => {
  const { world, add, privacy } = await shop(t);
  const before = { buyers: buyersOf(world), lists: await lists(world) };
  assert.equal(await privacy.countLines(KIM), 6);
  assert.equal(await privacy.countLines('nobody'), 0);
  assert.equal(await privacy.eraseBuyer(KIM, 'command'), 6);
  assert.equal(await privacy.countLines(KIM), 0);
  const after = buyersOf(world);
  assert.deepEqual(
    after.filter((buyer) => before.buyers.includes(buyer)),
    before.buyers.filter((buyer) => buyer !== before.buyers[0]),
    'others are as before',
  );
  assert.equal(new Set(after).size, new Set(before.buyers).size + 1, 'one number a month');
  const line = saleLine({ soldAt: '2026-11-11T12:00:00+09:00', orderId: 'new', itemId: 3, buyer: KIM });
  assert.deepEqual(await add([...ORDERS, line]), [...ORDERS.map(() => 'unchanged'), 'added']);
  await world.rank(CLOCK);
  // Kim's three copies of item 1 count as one still.
  assert.deepEqual(await lists(world), [before.lists[0], [2, 1, 3]]);
  await world.restate('2026-08');
  await world.rank(CLOCK);
  assert.deepEqual((await lists(world))[0], before.lists[0], 'nor does a restatement change the list');
});

test('orders past their time are deleted with what belongs to them; open months and published lists stay', async (t) => {
  const { world, add, privacy } = await shop(t);
  const before = { lists: await lists(world), points: world.salePoints() };
  await world.cancel(CLOCK, '2026-08-10-0');
  // August is the third before November.
  assert.deepEqual(await privacy.findOldOrders(3), { months: [], lines: 0 });
  const august = parseKstMonth('2026-08') ?? 0;
  assert.deepEqual(await privacy.findOldOrders(2), { months: [august], lines: 5 });
  assert.deepEqual(await privacy.deleteOrders(1), { months: [august], lines: 5 });
  assert.deepEqual(await privacy.deleteOrders(1), { months: [], lines: 0 });
  const left = (table: string) => world.db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows;
  assert.deepEqual([left('sale'), left('sale_order'), left('sale_return')], [5, 5, 0]);
  const [line, ...more] = world.db.prepare('SELECT actor, action, detail FROM catalogue_audit').all();
  const told = ['system', 'orders.deleted', '{"lines":5,"until":"2026-08"}'];
  assert.deepEqual([Object.values(line ?? {}), more], [told, []]);
  assert.equal(await world.restate('2026-08', { itemId: 3 }), false);
  // Sent again, the orders change nothing.
  const again = ORDERS.slice(0, 5);
  assert.deepEqual(new Set(await add(again)), new Set(['late']));
  const records = again.map((sale) => ({ kind: 'sale', sale }) as const);
  assert.deepEqual(new Set(await world.take(CLOCK, records, true)), new Set(['unchanged']));
  await world.rank(CLOCK);
  assert.deepEqual(await lists(world), before.lists);
  assert.deepEqual(world.salePoints(), before.points);
});

test('orders stay while the lists that were made from them are lost, until a run has made them again', async (t) => {
  const { world, privacy } = await shop(t);
  world.lists[Symbol.dispose]();
  rmSync(world.listsPath);
  assert.deepEqual(await privacy.findOldOrders(2), { months: [], lines: 0 });
  await world.rank(CLOCK);
  assert.deepEqual((await privacy.findOldOrders(2)).lines, 5);
});

test('a month that is closed and not published, or still open, keeps its orders however old it is', async (t) => {
  const { world, add, privacy } = await shop(t);
  await add([saleLine({ soldAt: '2026-09-10T12:00:00+09:00', orderId: 'first of September' })]);
  assert.deepEqual((await privacy.deleteOrders(1)).months, [parseKstMonth('2026-08')]);
  const early = fixedClock('2026-10-03T12:00:00+09:00');
  await world.rank(early);
  const then = createOrderPrivacy({ ...world, clock: early, buyerKey: BUYER_KEY });
  assert.deepEqual((await then.findOldOrders(0)).months, [], 'September is open until the 5th of October');
});

test('a closed month in which nothing counted loses its orders, too, 30 days after they came', async (t) => {
  const { world, add, privacy } = await shop(t);
  await privacy.deleteOrders(1);
  const line = { orderId: 'cancelled', soldAt: '2026-07-10T12:00:00+09:00' };
  const unknown = { orderId: 'of an unknown item', soldAt: '2026-06-10T12:00:00+09:00', itemId: 9 };
  await add([saleLine(line), saleLine(unknown)]);
  await world.cancel(CLOCK, 'cancelled');
  const privacyAt = (clock: Clock) => createOrderPrivacy({ ...world, clock, buyerKey: BUYER_KEY });
  const [early, late] = [19, 21].map((day) => fixedClock(`2026-12-${day}T12:00:00+09:00`));
  assert.ok(early !== undefined && late !== undefined);
  const nothing = { months: [], lines: 0 };
  assert.deepEqual(await privacyAt(late).findOldOrders(2), nothing, 'no tally has looked at them');
  await world.rank(CLOCK);
  const months = ['2026-06', '2026-07'].map((month) => parseKstMonth(month) ?? 0);
  assert.equal(await listOf(world, '2026-07'), null);
  assert.deepEqual(await privacyAt(early).findOldOrders(2), nothing, 'they came lately');
  assert.deepEqual(await privacyAt(late).deleteOrders(2), { months, lines: 2 });
  assert.deepEqual(await add([saleLine(unknown)]), ['late']);
  world.putItems([rankItem({ itemId: 9 })]);
  await world.rank(late);
  assert.equal(await listOf(world, '2026-06'), null);
});
