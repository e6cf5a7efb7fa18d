import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseKstMonth } from '../../src/clock.ts';
import { createOrderDesk } from '../../src/rankings/ledger/order-desk.ts';
import type { FoundLines, OrderSearch } from '../../src/rankings/ledger/order-lines.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { BUYER_KEY, listOf, rankItem, rankingWorld, saleLine } from './ranking-world.ts';

const ENTRY = new URL('../../bin/work-thread.ts', import.meta.url);
const BY = 'account:1';
const ISBN = '9788936434595';
const MONTH = parseKstMonth('2026-11') ?? 0;
const CLOCK = fixedClock('2026-11-21T12:00:00+09:00');

/** Lines of item 1 of every rule but those of exclusions, one of item 2, one of nothing; tallied up to yesterday. */
async function shop(t: TestContext) {
  const world = rankingWorld(t);
  const at = (hour: string) => `2026-11-10T${hour}:00:00+09:00`;
  world.putItems([
    rankItem({ itemId: 1, isbn13: ISBN, title: '하나' }),
    rankItem({ itemId: 2, title: '둘' }),
  ]);
  const lines = [
    { orderId: 'b1', soldAt: at('01'), buyer: 'b1', quantity: 3 },
    { orderId: 'b1-again', soldAt: at('02'), buyer: 'b1' },
    { orderId: 'by-isbn', soldAt: at('03'), buyer: 'b1', itemId: null, isbn13: ISBN },
    { orderId: 'b2', soldAt: at('04'), buyer: 'b2' },
    { orderId: 'school', soldAt: at('05'), buyer: 's', buyerType: 'organisation', quantity: 57 },
    { orderId: 'library', soldAt: at('06'), buyerType: 'aggregate', quantity: 7 },
    { orderId: 'dealer', soldAt: at('07'), buyerType: 'reseller', quantity: 40 },
    { orderId: 'nobody', soldAt: at('08'), quantity: 2 },
    { orderId: 'of-2', soldAt: at('09'), itemId: 2, buyer: 'b1' },
    { orderId: 'regretted', soldAt: at('10') },
    { orderId: 'sent-back', soldAt: at('11'), quantity: 2 },
    { orderId: 'today', soldAt: '2026-11-21T08:00:00+09:00' },
    { orderId: 'unknown', soldAt: '2026-11-21T09:00:00+09:00', itemId: 99 },
  ] as const;
  await world.add(CLOCK, ...lines.map(saleLine));
  await world.cancel(CLOCK, 'regretted');
  await world.cancel(CLOCK, 'sent-back', { quantity: 2 });
  await world.rank(CLOCK);
  const options = { ...world, clock: CLOCK, entry: ENTRY, buyerKey: BUYER_KEY };
  const desk = createOrderDesk({ ...options, copiesPerBuyer: 1 });
  const find = (by: OrderSearch['by'], text: string, offset = 0, limit = 50) =>
    desk.find({ by, text, month: MONTH, offset, limit });
  return { world, desk, find };
}

const linesOf = ({ lines }: FoundLines) =>
  lines.map(({ orderId, rule, copies }) => `${orderId} ${rule} ${copies}`);

test('every line of an item tells what it counts and why, up to the sum of the list', async (t) => {
  const { find } = await shop(t);
  const found = await find('item', ISBN);
  assert.deepEqual(linesOf(found), [
    'b1 first 1',
    'b1-again further 0',
    'by-isbn further 0',
    'b2 first 1',
    'school organisation 11',
    'library aggregate 7',
    'dealer reseller 0',
    'nobody single 1',
    'regretted cancelled 0',
    'sent-back returned 0',
    'today notYet 0',
  ]);
  assert.equal(found.totalCount, 11);
  const { item } = found;
  assert.deepEqual([item?.copies, item?.published], [21, { copies: 21, untilDay: '2026-11-20' }]);
  assert.deepEqual(item?.rules[0], { rule: 'first', lines: 2, quantity: 4, copies: 2 });
  const page = await find('item', '1', 3, 2);
  assert.deepEqual([page.totalCount, linesOf(page)], [11, ['b2 first 1', 'school organisation 11']]);
  const named = await find('item', 'unheard-of');
  assert.deepEqual(named, { lines: [], totalCount: 0, item: null });
});

test('a buyer or an item is left out of a month as its preview says, and comes back by one undo', async (t) => {
  const { world, desk, find } = await shop(t);
  /** The list, and what its items count. */
  const counted = async () => {
    await world.rank(CLOCK);
    const items = [(await find('item', '1')).item, (await find('item', '2')).item];
    for (const item of items) assert.equal(item?.copies, item?.published?.copies ?? 0);
    return [(await listOf(world, '2026-11'))?.itemIds, items.map((item) => item?.copies)];
  };
  const before = await counted();
  const { lines } = await find('order', 'b1');
  const byBuyer = { month: MONTH, itemId: null, mark: lines[0]?.mark ?? null };
  assert.deepEqual(await desk.preview(byBuyer), {
    lines: 4,
    copies: 2,
    items: [
      { itemId: 1, title: '하나', before: 21, after: 20 },
      { itemId: 2, title: '둘', before: 1, after: 0 },
    ],
  });
  assert.equal(await desk.exclude(byBuyer, 'one person', BY), true);
  assert.deepEqual(await counted(), [[1], [20, 0]]);
  const again = await find('order', 'b1');
  assert.deepEqual(linesOf(again), ['b1 buyerExcluded 0']);
  const byItem = { month: MONTH, itemId: 1, mark: null };
  assert.deepEqual((await desk.preview(byItem)).items, [{ itemId: 1, title: '하나', before: 20, after: 0 }]);
  await desk.exclude(byItem, 'bought up', BY);
  assert.deepEqual(await counted(), [[], [0, 0]]);
  const { exclusions, totalCount } = await desk.listExclusions(0, 1);
  assert.equal(totalCount, 2);
  const [{ exclusionId: _, ...newest } = assert.fail()] = exclusions;
  const about = { month: '2026-11', title: '하나', mark: null, reason: 'bought up' };
  assert.deepEqual(newest, { ...about, excludedAtMs: CLOCK.nowMs() });
  for (const { exclusionId } of (await desk.listExclusions(0, 9)).exclusions) {
    assert.equal(await desk.undo(exclusionId, BY), true);
    assert.equal(await desk.undo(exclusionId, BY), false, 'it is gone');
  }
  assert.deepEqual(await counted(), before);
  assert.equal((await desk.listExclusions(0, 9)).totalCount, 0);
  assert.equal(await desk.exclude({ ...byItem, month: MONTH - 1 }, 'no list', BY), false);
});

test('what came late stays late when something is left out of a closed month', async (t) => {
  const { world, desk, find } = await shop(t);
  const later = fixedClock('2026-12-10T12:00:00+09:00');
  await world.rank(later);
  const late = saleLine({ orderId: 'too-late', soldAt: '2026-11-02T10:00:00+09:00' });
  assert.deepEqual(await world.add(later, late), ['late']);
  await desk.exclude({ month: MONTH, itemId: 2, mark: null }, 'bought up', BY);
  await world.rank(later);
  const found = await find('item', '1');
  assert.equal(linesOf(found)[0], 'too-late late 0');
  const { copies, published } = found.item ?? assert.fail();
  assert.deepEqual([copies, published?.copies], [22, 22], 'today of before is counted by now');
});
