import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay } from '../../src/clock.ts';
import { ledgerReader } from '../../src/rankings/ledger/ledger-reader.ts';
import { readSoldCopies } from '../../src/rankings/ledger/month-lines.ts';
import { readTallyProgress } from '../../src/rankings/run/run-record.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import { sqliteSnapshot } from '../../src/store/sqlite/sql-statements.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { type RankingWorld, rankItem, rankingWorld, saleLine } from './ranking-world.ts';

const CLOCK = fixedClock('2026-10-21T12:00:00+09:00');
const LINE = saleLine({
  soldAt: '2026-10-20T14:03:11.250+09:00',
  orderId: 'A-1',
  sex: 'F',
  age: 34,
  buyer: 'kim',
  unitPrice: 13_500,
  quantity: 2,
});

const add = (world: RankingWorld, ...sales: SaleLine[]) => world.add(CLOCK, ...sales);

async function linesOf(world: RankingWorld) {
  const catalog = { findItem: (itemId: number) => itemId - 1, findIsbn13: () => -1 };
  const read = ledgerReader(sqliteSnapshot(world.db), catalog);
  return (await read(parseKstDay('2026-01-01') ?? 0, parseKstDay('2026-12-31') ?? 0)).lines;
}

test('the reference of a buyer is nowhere in the store', async (t) => {
  const world = rankingWorld(t);
  await add(world, { ...LINE, buyer: 'reference-of-kim' });
  const rows = JSON.stringify(world.db.prepare('SELECT * FROM sale').all());
  assert.ok(rows.includes('13500'));
  assert.ok(!rows.includes('reference-of-kim'));
});

test('copies that are taken back are not read, whatever the order; a line that loses all of them is gone', async (t) => {
  const world = rankingWorld(t);
  const takeBack = (lineNo: number, quantity: number, atMs = 0) =>
    world.cancel(CLOCK, 'A-1', { lineNo, quantity, cancelledAtMs: CLOCK.nowMs() + atMs });
  await add(world, { ...LINE, quantity: 5 });
  assert.equal(await takeBack(1, 2), 'added');
  assert.equal(await takeBack(1, 2), 'unchanged');
  assert.equal(await takeBack(1, 1, 1), 'added');
  assert.equal(await takeBack(2, 3), 'added');
  assert.equal(await takeBack(3, 9), 'added');
  const more = [2, 3, 4].map((lineNo) => ({ ...LINE, lineNo, quantity: 5 }));
  assert.deepEqual(await add(world, ...more), ['added', 'added', 'added']);
  const lines = await linesOf(world);
  const read = Array.from({ length: lines.count }, (_, at) => `${lines.lineNo[at]}: ${lines.quantity[at]}`);
  assert.deepEqual(read.toSorted(), ['1: 2', '2: 2', '4: 5']);
  assert.deepEqual(await add(world, { ...LINE, quantity: 5 }), ['unchanged']);
});

test('a return without a time is one return, however often it comes', async (t) => {
  const world = rankingWorld(t);
  await add(world, { ...LINE, quantity: 5 });
  for (const expected of ['added', 'unchanged']) {
    const about = { quantity: 1, cancelledAtMs: CLOCK.nowMs() + Math.random(), isTimeDefault: true };
    assert.equal(await world.cancel(CLOCK, 'A-1', about), expected);
  }
  assert.equal((await linesOf(world)).quantity[0], 4);
});

test('the revision of the ledger grows once with an import that adds, and not with one that does not', async (t) => {
  const world = rankingWorld(t);
  const revision = async () => (await readTallyProgress(sqliteSnapshot(world.db))).ledgerRevision;
  assert.equal(await revision(), 0);
  await add(world, LINE, { ...LINE, lineNo: 2 });
  assert.equal(await revision(), 1);
  await add(world, LINE);
  assert.equal(await revision(), 1);
});

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
