import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyedBuyer, markOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { ACCOUNTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { runSeogaEach } from '../support/server-process.ts';
import { book, sales } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';
import type { TestApp } from '../support/test-app.ts';
import { BUYER_KEY, listOf, rankItem, rankingWorld, saleLine, sell, WORLD_PEPPER } from './ranking-world.ts';

const ITEMS = [1, 2, 3].map((itemId) => rankItem({ itemId }));

/** October closed with 1 before 2 and 3, then lines and a cancellation that came late. */
async function closedOctober(t: Parameters<typeof rankingWorld>[0]) {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2024-12-01T12:00:00+09:00');
  await sell(world, clock, '2024-10-10T12:00:00+09:00', { 1: 4, 2: 3 });
  const cancelled = saleLine({ soldAt: '2024-10-11T12:00:00+09:00', orderId: 'regretted', itemId: 1 });
  await world.add(clock, cancelled);
  await world.rank(clock);
  const sold = await sell(world, clock, '2024-10-31T23:59:59.999+09:00', { 3: 1, 2: 2 });
  assert.deepEqual(sold, ['late', 'late', 'late']);
  assert.equal(await world.cancel(clock, 'regretted'), 'late');
  await world.rank(clock);
  assert.deepEqual((await listOf(world, '2024-10'))?.itemIds, [1, 2]);
  return world;
}

test('an excluded buyer counts nothing in the month, also when the buyer is erased later', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  const clock = fixedClock('2024-12-01T12:00:00+09:00');
  const soldAt = '2024-10-10T12:00:00+09:00';
  const buy = (itemId: number, buyer: string) =>
    world.add(clock, saleLine({ soldAt, orderId: `${itemId} ${buyer}`, itemId, buyer }));
  for (const buyer of ['kim', 'lee']) await buy(1, buyer);
  for (const buyer of ['lee', 'park']) await buy(2, buyer);
  await world.rank(clock);
  const order = async () => (await listOf(world, '2024-10'))?.itemIds;
  assert.deepEqual(await order(), [1, 2]);
  await world.restate('2024-10', { mark: markOf(keyedBuyer(BUYER_KEY, 'kim')) });
  await world.rank(clock);
  assert.deepEqual(await order(), [2, 1]);
  const privacy = createOrderPrivacy({ ...world, clock, buyerKey: BUYER_KEY });
  assert.equal(await privacy.eraseBuyer('kim', 'command'), 1);
  await world.restate('2024-10');
  await world.rank(clock);
  assert.deepEqual(await order(), [2, 1]);
});

test('seoga restate: publishes the month at once; refuses an exclusion without a reason and a month without a list', async (t) => {
  const world = await closedOctober(t);
  const environment = { SEOGA_KEY_PEPPER: WORLD_PEPPER };
  const restate = (...about: string[][]) => {
    const commands = about.map((words) => ['restate', ...words]);
    return runSeogaEach(world.dataDir, commands, environment);
  };
  // An installation with secrets has accounts.
  openDatabase(join(world.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0 }).close();
  const kim = ['2024-10', '--exclude-buyer', 'kim'];
  const [unreasoned, noMonth, noList, done, unreasonedBuyer, unknown] = await restate(
    ['2024-10', '--exclude', '2'],
    ['2024-13'],
    ['2020-01'],
    ['2024-10', '--exclude', '2', '--reason', 'bought up'],
    kim,
    [...kim, '--reason', 'many orders'],
  );
  const refused = [unreasoned, noMonth, noList, unreasonedBuyer, unknown].map((one) => one?.code);
  assert.deepEqual(refused, [2, 2, 1, 2, 1]);
  assert.match(unknown?.stderr ?? '', /^No order line has the buyer of --exclude-buyer/);
  // A store looks for commits of other processes once a turn.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(done?.stdout, 'Restated with 3 late lines and 1 late cancellation; left out: 2.\n');
  assert.deepEqual((await listOf(world, '2024-10'))?.itemIds, [1, 3]);
  assert.equal((await listOf(world, '2024-10'))?.version, 2, 'what was refused changed nothing');
  const soldAt = '2024-10-12T12:00:00+09:00';
  const ofKim = saleLine({ soldAt, orderId: 'of kim', itemId: 2, buyer: 'kim' });
  await world.add(fixedClock('2024-12-01T12:00:00+09:00'), ofKim);
  const [left] = await restate([...kim, '--reason', 'many orders']);
  assert.equal(left?.stdout, 'Restated with 1 late line and 0 late cancellations; left out: 1 buyer.\n');
  const runs = world.db.prepare('SELECT cause FROM ranking_run ORDER BY run_id DESC LIMIT 2').all();
  const causes = runs.map(({ cause }) => cause);
  assert.deepEqual(causes, ['command', 'command']);
});

const LIST = '/v1/category/bestsellerMonthly?categoryId=001001&date=2026-09-30';
const SHOP = [
  { kind: 'category', categoryId: '001001', categoryName: '소설' },
  book(1, '하나', { publishDate: '2024-01-01' }),
  book(2, '둘'),
  book(3, '셋'),
];
const IN_TIME = sales('2026-09-10', 1, ['F34']);
const OTHER = sales('2026-09-09', 3, ['F34', 'M45', 'M46']);
const LATE = sales('2026-09-11', 2, ['F34', 'M45']);
const CANCELLED_AT = '2026-09-12T10:00:00+09:00';
/** The first of the late lines. */
const REGRET = { kind: 'cancel', orderId: '2026-09-11-2', lineNo: 1, cancelledAt: CANCELLED_AT };
const none = { added: 0, changed: 0, unchanged: 0, late: 0 };

async function itemIds(app: TestApp): Promise<unknown[]> {
  return (await app.get(LIST)).json.data.items.map((item) => item.itemId);
}

test('late lines and cancellations count once they are imported to restate, with all that came late before', async (t) => {
  const app = await rankedApp(t, [...SHOP, ...IN_TIME], { now: '2026-11-21T12:00:00+09:00' });
  assert.deepEqual(await itemIds(app), [1]);
  assert.deepEqual((await app.feed([LATE[0] ?? {}, ...OTHER])).summary.sale, { ...none, late: 4 });
  const report = await app.feed([...LATE, LATE[1] ?? {}], true);
  assert.deepEqual(report.summary.sale, { ...none, added: 1, changed: 1, unchanged: 1 });
  await app.rank();
  assert.deepEqual(await itemIds(app), [3, 2, 1]);
  assert.deepEqual((await app.feed([REGRET])).summary.cancel, { ...none, late: 1 });
  const { summary } = await app.feed([...LATE, REGRET], true);
  assert.deepEqual(summary.sale, { ...none, unchanged: 2 });
  assert.deepEqual(summary.cancel, { ...none, changed: 1 });
  await app.rank();
  // One copy each: the later publication comes first, and of item 2 none is known.
  assert.deepEqual(await itemIds(app), [3, 1, 2]);
});
