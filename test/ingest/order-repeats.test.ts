import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brakeReason } from '../../src/ingest/brakes.ts';
import { feedKit } from './feed-kit.ts';
import { assertBilingual } from './sample-records.ts';

/** Orders of two lines each, one a minute. */
const orders = (prefix: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => order(`${prefix}-${from + at}`, from + at, [1, 2])).flat();

const order = (orderId: string, minute: number, lines: readonly number[], time?: string) =>
  lines.map((lineNo) => ({
    kind: 'sale',
    orderId,
    lineNo,
    itemId: 100 + lineNo,
    quantity: 1,
    soldAt: time ?? `2026-11-20T10:${String(minute).padStart(2, '0')}:07+09:00`,
  }));

test('25 orders under other numbers are stopped, with three of them; force goes through', async (t) => {
  const kit = feedKit(t);
  assert.deepEqual((await kit.import(orders('A', 25))).brakes, []);
  const before = kit.dump();
  const { brakes, committed } = await kit.import(orders('B', 25).reverse());
  assert.equal(committed, false);
  assert.equal(kit.dump(), before);
  const met = brakes.map(({ kind, count, of, examples }) => [kind, count, of, examples.length]);
  assert.deepEqual(met, [['repeatedOrders', 25, 25, 3]]);
  for (const brake of brakes) {
    assertBilingual(brakeReason(brake));
    assert.match(brakeReason(brake).en, /add 25 of 25 new orders .* such as "B-0" = "A-0"; /);
  }
  const forced = await kit.import(orders('B', 25), { force: true });
  assert.equal(forced.committed, true);
  assert.equal(forced.summary.sale.added, 50);
});

test('19 orders under other numbers are one warning with their number', async (t) => {
  const kit = feedKit(t);
  await kit.import(orders('A', 19));
  const { brakes, warnings, committed } = await kit.import(orders('B', 19));
  assert.equal(committed, true);
  assert.deepEqual(brakes, []);
  assert.equal(warnings.length, 1);
  for (const { reason } of warnings) {
    assertBilingual(reason);
    assert.match(reason.en, /^19 of 19 new orders /);
    assert.match(reason.ko, /19건 가운데 19건/);
  }
});

test('people who buy the same at the same time are no repeats: in one file, or with their own references', async (t) => {
  const kit = feedKit(t);
  const crowd = (prefix: string) =>
    Array.from({ length: 30 }, (_, at) =>
      order(`${prefix}-${at}`, 0, [1]).map((line) => ({ ...line, buyer: `${prefix} ${at}` })),
    ).flat();
  const nameless = Array.from({ length: 30 }, (_, at) => order(`N-${at}`, 0, [1])).flat();
  await kit.import(crowd('A'));
  const { brakes, warnings, summary } = await kit.import([...crowd('B'), ...nameless]);
  assert.deepEqual([brakes, warnings, summary.sale.added], [[], [], 60]);
  const again = await kit.import(crowd('A').map((line) => ({ ...line, orderId: `again ${line.orderId}` })));
  const met = again.brakes.map(({ kind, count, of }) => [kind, count, of]);
  assert.deepEqual(met, [['repeatedOrders', 30, 30]]);
});

test('an order alike is one with the same lines: part of it, another time or other copies are not', async (t) => {
  const kit = feedKit(t);
  await kit.import(orders('A', 25));
  const part = Array.from({ length: 25 }, (_, at) => order(`P-${at}`, at, [1])).flat();
  const later = orders('L', 25, 30);
  const copies = orders('C', 25).map((line) => ({ ...line, quantity: 2 }));
  const { brakes, warnings } = await kit.import([...part, ...later, ...copies]);
  assert.deepEqual([brakes, warnings], [[], []]);
});

test('orders under the same numbers, and dates alone, are no repeats', async (t) => {
  const kit = feedKit(t);
  const dated = (prefix: string) =>
    Array.from({ length: 30 }, (_, at) => order(`${prefix}-${at}`, at, [1], '2026-11-20')).flat();
  await kit.import([...orders('A', 25), ...dated('D')]);
  const again = await kit.import([...orders('A', 25), ...dated('E')]);
  assert.deepEqual([again.brakes, again.warnings], [[], []]);
  assert.deepEqual([again.summary.sale.added, again.summary.sale.unchanged], [30, 50]);
});
