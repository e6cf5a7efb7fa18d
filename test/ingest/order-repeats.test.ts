import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedKit } from './feed-kit.ts';

/** Orders of one line or more each, one a minute. */
const orders = (prefix: string, count: number, lines: readonly number[] = [1, 2], from = 0) =>
  Array.from({ length: count }, (_, at) => order(`${prefix}-${from + at}`, from + at, lines)).flat();

const order = (orderId: string, minute: number, lines: readonly number[], time?: string) =>
  lines.map((lineNo) => ({
    ...{ kind: 'sale', orderId, lineNo, itemId: 100 + lineNo, quantity: 1 },
    soldAt: time ?? `2026-11-20T10:${String(minute).padStart(2, '0')}:07+09:00`,
  }));

test('25 orders under other numbers are stopped, with three of them; force goes through', async (t) => {
  const kit = feedKit(t);
  assert.deepEqual((await kit.import(orders('A', 25))).brakes, []);
  const before = kit.dump();
  const { brakes, committed } = await kit.import(orders('B', 25).reverse());
  const met = brakes.map(({ kind, count, of, examples }) => [kind, count, of, examples.length]);
  assert.deepEqual([committed, met, kit.dump()], [false, [['repeatedOrders', 25, 25, 3]], before]);
  const forced = await kit.import(orders('B', 25), { force: true });
  assert.deepEqual([forced.committed, forced.summary.sale.added], [true, 50]);
});

test('19 orders under other numbers are one warning', async (t) => {
  const kit = feedKit(t);
  await kit.import(orders('A', 19));
  const { brakes, warnings, committed } = await kit.import(orders('B', 19));
  assert.deepEqual([committed, brakes, warnings.length], [true, [], 1]);
  assert.match(warnings[0]?.reason.en ?? '', /^19 .* 19 /);
});

test('people who buy the same at the same time are no repeats: in one file, or with their own references', async (t) => {
  const kit = feedKit(t);
  const all = Array.from({ length: 30 }, (_, at) => at);
  const crowd = (prefix: string) =>
    all.flatMap((at) =>
      order(`${prefix}-${at}`, 0, [1]).map((line) => ({ ...line, buyer: `${prefix} ${at}` })),
    );
  const nameless = all.flatMap((at) => order(`N-${at}`, 0, [1]));
  await kit.import(crowd('A'));
  const { brakes, warnings, summary } = await kit.import([...crowd('B'), ...nameless]);
  assert.deepEqual([brakes, warnings, summary.sale.added], [[], [], 60]);
  const again = await kit.import(crowd('A').map((line) => ({ ...line, orderId: `again ${line.orderId}` })));
  const met = again.brakes.map(({ kind, count, of }) => [kind, count, of]);
  assert.deepEqual(met, [['repeatedOrders', 30, 30]]);
});

test('no repeats: part of an order, another time, other copies, the same numbers, or dates alone', async (t) => {
  const kit = feedKit(t);
  const dated = (prefix: string) =>
    Array.from({ length: 30 }, (_, at) => order(`${prefix}-${at}`, at, [1], '2026-11-20')).flat();
  await kit.import([...orders('A', 25), ...dated('D')]);
  const copies = orders('C', 25).map((line) => ({ ...line, quantity: 2 }));
  const other = await kit.import([...orders('P', 25, [1]), ...orders('L', 25, [1, 2], 30), ...copies]);
  const again = await kit.import([...orders('A', 25), ...dated('E')]);
  assert.deepEqual(
    [other, again].map(({ brakes, warnings }) => [brakes, warnings]),
    [
      [[], []],
      [[], []],
    ],
  );
  assert.deepEqual([again.summary.sale.added, again.summary.sale.unchanged], [30, 50]);
});
