import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyedBuyer, markOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { ACCOUNTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { runSeogaEach } from '../support/server-process.ts';
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
