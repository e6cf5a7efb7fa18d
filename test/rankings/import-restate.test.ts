import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, sales } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';
import type { TestApp } from '../support/test-app.ts';

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
