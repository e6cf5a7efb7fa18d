import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay } from '../../src/clock.ts';
import { readSoldCopies } from '../../src/rankings/ledger/month-lines.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import { sqliteSnapshot } from '../../src/store/sqlite/sql-statements.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { rankItem, rankingWorld, saleLine } from './ranking-world.ts';

const ISBN = '9788936434595';
const day = (text: string) => parseKstDay(text) ?? 0;

test('sold copies: every line of the days, whoever bought it, without what was taken back, late or not', async (t) => {
  const world = rankingWorld(t);
  world.putItems([rankItem({ itemId: 1, isbn13: ISBN }), rankItem({ itemId: 2, withheld: true })]);
  const clock = fixedClock('2024-12-01T12:00:00+09:00');
  let orders = 0;
  const add = async (line: Partial<SaleLine> & { soldAt: string }) =>
    (await world.add(clock, saleLine({ orderId: `o${orders++}`, ...line })))[0];
  const within = { soldAt: '2024-10-07T00:00:00+09:00' };
  await add({ ...within, buyer: 'b', quantity: 3 });
  await add({ ...within, buyer: 'b', soldAt: '2024-10-13T23:59:59.999+09:00' });
  await add({ ...within, buyerType: 'reseller', quantity: 40 });
  await add({ ...within, itemId: null, isbn13: ISBN });
  await add({ ...within, itemId: null, isbn13: '0000000000017' });
  await add({ ...within, itemId: 2, quantity: 5, orderId: 'returned' });
  await add({ ...within, itemId: 99 });
  await add({ ...within, itemId: 3, orderId: 'cancelled' });
  await add({ ...within, itemId: 1, quantity: 7, soldAt: '2024-10-06T23:59:59.999+09:00' });
  await add({ ...within, itemId: 1, quantity: 7, soldAt: '2024-10-14T00:00:00+09:00' });
  await world.rank(clock);
  assert.equal(await add({ ...within, quantity: 100 }), 'late');
  await world.cancel(clock, 'cancelled');
  await world.cancel(clock, 'returned', { quantity: 2 });
  const sold = await readSoldCopies(sqliteSnapshot(world.db), day('2024-10-07'), day('2024-10-13'));
  assert.deepEqual(sold, [
    { sku: '0000000000017', copies: 1 },
    { sku: '2', copies: 3 },
    { sku: ISBN, copies: 145 },
    { sku: '99', copies: 1 },
  ]);
  world.db.exec('UPDATE sale_month SET deleted_at_ms = 1');
  assert.equal(await readSoldCopies(sqliteSnapshot(world.db), day('2024-09-30'), day('2024-10-01')), null);
  assert.deepEqual(await readSoldCopies(sqliteSnapshot(world.db), day('2024-09-01'), day('2024-09-30')), []);
});
