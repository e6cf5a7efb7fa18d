import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../../src/messages/messages.ts';
import { book } from '../support/small-shop.ts';
import { feedKit } from './feed-kit.ts';

const sale = (orderId: string, quantity: number, soldAt: string, more: object = {}) => ({
  kind: 'sale',
  orderId,
  lineNo: 1,
  itemId: 1,
  quantity,
  soldAt: `2026-11-${soldAt}T10:00:00+09:00`,
  buyer: 'm1',
  ...more,
});
const comeBack = (orderId: string, quantity: number, more: object = {}) => ({
  kind: 'cancel',
  orderId,
  lineNo: 9,
  itemId: 1,
  quantity,
  cancelledAt: '2026-11-20T10:00:00+09:00',
  buyer: 'm1',
  ...more,
});

test("a return takes back copies of its order's line with the item, then of the buyer's latest lines, once", async (t) => {
  const kit = feedKit(t);
  const orders = [
    sale('A', 2, '10'),
    sale('B', 3, '12'),
    sale('C', 5, '14', { buyer: 'm2' }),
    sale('D', 5, '21'),
    sale('E', 5, '13', { itemId: 2 }),
  ];
  await kit.import([book(1, '하나'), book(2, '둘'), ...orders]);
  const returned = () =>
    kit
      .rows(`
        SELECT order_id, ifnull(sum(r.quantity), 0) AS returned
        FROM sale JOIN sale_order USING (order_no) LEFT JOIN sale_return AS r USING (order_no, line_no)
        GROUP BY order_id
        ORDER BY order_id`)
      .map(({ order_id, returned: copies }) => `${order_id}${copies}`)
      .join(' ');
  const returns = [
    comeBack('A', 1),
    comeBack('R-1', 2),
    comeBack('R-2', 2),
    comeBack('R-3', 9, { buyer: 'm3' }),
  ];
  const { problems, warnings } = await kit.import(returns);
  assert.deepEqual(problems, []);
  const none = message('feeds.noLineToReturn', { left: 9, copies: 9 });
  assert.deepEqual(warnings, [{ line: 4, field: 'orderId', reason: none }]);
  assert.equal(
    returned(),
    'A2 B3 C0 D0 E0',
    'A gave one to its own return and one to the second of the others',
  );
  const again = await kit.import(returns);
  assert.deepEqual([again.summary.cancel.added, again.summary.cancel.unchanged], [0, 4]);
  assert.deepEqual(again.warnings, []);
  assert.equal(returned(), 'A2 B3 C0 D0 E0');
  const ahead = await kit.import([comeBack('F', 1), sale('F', 1, '15', { lineNo: 9, buyer: 'm4' })]);
  assert.deepEqual(ahead.warnings, [], 'its order line comes later in the file');
  const tooMany = await kit.import([
    comeBack('R-4', 4, { buyer: 'm2', cancelledAt: '2026-11-20T11:00:00+09:00' }),
  ]);
  assert.deepEqual(tooMany.warnings, []);
  const rest = await kit.import([comeBack('R-5', 4, { buyer: 'm2' })]);
  assert.deepEqual(rest.warnings[0]?.reason, message('feeds.noLineToReturn', { left: 3, copies: 4 }));
});
