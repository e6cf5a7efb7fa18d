import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../../src/messages/messages.ts';
import { book } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { feedKit, metOf } from './feed-kit.ts';
import { cancel, sale } from './sample-records.ts';

/** Orders of one line or more each, one a minute. */
const orders = (prefix: string, count: number, lines: readonly number[] = [1, 2], from = 0) =>
  Array.from({ length: count }, (_, at) => order(`${prefix}-${from + at}`, from + at, lines)).flat();

const order = (orderId: string, minute: number, lines: readonly number[], time?: string) =>
  lines.map((lineNo) => ({
    ...{ kind: 'sale', orderId, lineNo, itemId: 100 + lineNo, quantity: 1 },
    soldAt: time ?? `2026-11-20T10:${String(minute).padStart(2, '0')}:07+09:00`,
  }));

/** A kit with the books of the orders. */
async function stockedKit(t: Cleanup) {
  const kit = feedKit(t);
  await kit.import([101, 102].map((itemId) => book(itemId, `책 ${itemId}`)));
  return kit;
}

test('25 orders under other numbers are stopped, with three of them; force goes through', async (t) => {
  const kit = await stockedKit(t);
  assert.deepEqual((await kit.import(orders('A', 25))).brakes, []);
  const stopped = await kit.import(orders('B', 25).reverse());
  assert.deepEqual([metOf(stopped), stopped.brakes[0]?.examples.length], [['repeatedOrders 25 of 25'], 3]);
  const forced = await kit.import(orders('B', 25), { force: true });
  assert.deepEqual([forced.committed, forced.summary.sale.added], [true, 50]);
});

test('19 orders under other numbers are one warning', async (t) => {
  const kit = await stockedKit(t);
  await kit.import(orders('A', 19));
  const { brakes, warnings, committed } = await kit.import(orders('B', 19));
  assert.deepEqual([committed, brakes, warnings.length], [true, [], 1]);
  assert.match(warnings[0]?.reason.en ?? '', /^19 .* 19 /);
});

test('people who buy the same at the same time are no repeats: in one file, or with their own references', async (t) => {
  const kit = await stockedKit(t);
  const sameMinute = (prefix: string) =>
    Array.from({ length: 30 }, (_, at) => order(`${prefix}-${at}`, 0, [1])).flat();
  const crowd = (prefix: string) => sameMinute(prefix).map((line) => ({ ...line, buyer: line.orderId }));
  await kit.import(crowd('A'));
  const { brakes, warnings, summary } = await kit.import([...crowd('B'), ...sameMinute('N')]);
  assert.deepEqual([brakes, warnings, summary.sale.added], [[], [], 60]);
  const again = await kit.import(crowd('A').map((line) => ({ ...line, orderId: `again ${line.orderId}` })));
  assert.deepEqual(metOf(again), ['repeatedOrders 30 of 30']);
});

test('no repeats: part of an order, another time, other copies, the same numbers, or dates alone', async (t) => {
  const kit = await stockedKit(t);
  const dated = (prefix: string) =>
    Array.from({ length: 30 }, (_, at) => order(`${prefix}-${at}`, at, [1], '2026-11-20')).flat();
  await kit.import([...orders('A', 25), ...dated('D')]);
  const copies = orders('C', 25).map((line) => ({ ...line, quantity: 2 }));
  const other = await kit.import([...orders('P', 25, [1]), ...orders('L', 25, [1, 2], 30), ...copies]);
  const again = await kit.import([...orders('A', 25), ...dated('E')]);
  for (const { brakes, warnings } of [other, again]) assert.deepEqual([brakes, warnings], [[], []]);
  assert.deepEqual([again.summary.sale.added, again.summary.sale.unchanged], [30, 50]);
});

const sold = (orderId: string, quantity: number, day: string, more: object = {}) => ({
  ...{ ...sale, orderId, itemId: 1, quantity, buyer: 'm1' },
  ...{ soldAt: `2026-11-${day}T10:00:00+09:00`, ...more },
});
const comeBack = (orderId: string, quantity: number, more: object = {}) => ({
  ...{ ...cancel, orderId, lineNo: 9, itemId: 1, quantity, buyer: 'm1' },
  ...{ cancelledAt: '2026-11-20T10:00:00+09:00', ...more },
});

test("a return takes back copies of its order's line with the item, then of the buyer's latest lines, once", async (t) => {
  const kit = await stockedKit(t);
  await kit.import([
    ...[book(1, '하나'), book(2, '둘'), sold('A', 2, '10'), sold('B', 3, '12')],
    ...[sold('C', 5, '14', { buyer: 'm2' }), sold('D', 5, '21'), sold('E', 5, '13', { itemId: 2 })],
  ]);
  const returned = () =>
    kit
      .rows(`
        SELECT order_id || ifnull(sum(r.quantity), 0) AS returned
        FROM sale JOIN sale_order USING (order_no) LEFT JOIN sale_return AS r USING (order_no, line_no)
        GROUP BY order_id
        ORDER BY order_id`)
      .map((row) => row.returned)
      .join(' ');
  const others = [comeBack('R-1', 2), comeBack('R-2', 2), comeBack('R-3', 9, { buyer: 'm3' })];
  const returns = [comeBack('A', 1), ...others];
  const { problems, warnings } = await kit.import(returns);
  const reason = message('feeds.noLineToReturn', { left: 9, copies: 9 });
  assert.deepEqual([problems, warnings], [[], [{ line: 4, field: 'orderId', reason }]]);
  // A gave one to its own return and one to the second of the others.
  assert.equal(returned(), 'A2 B3 C0 D0 E0');
  const again = await kit.import(returns);
  assert.deepEqual([again.summary.cancel.added, again.summary.cancel.unchanged], [0, 4]);
  assert.deepEqual(again.warnings, []);
  assert.equal(returned(), 'A2 B3 C0 D0 E0');
  const ahead = await kit.import([comeBack('F', 1), sold('F', 1, '15', { lineNo: 9, buyer: 'm4' })]);
  assert.deepEqual(ahead.warnings, [], 'its order line comes later in the file');
  const later = { buyer: 'm2', cancelledAt: '2026-11-20T11:00:00+09:00' };
  assert.deepEqual((await kit.import([comeBack('R-4', 4, later)])).warnings, []);
  const rest = await kit.import([comeBack('R-5', 4, { buyer: 'm2' })]);
  assert.deepEqual(rest.warnings[0]?.reason, message('feeds.noLineToReturn', { left: 3, copies: 4 }));
});
