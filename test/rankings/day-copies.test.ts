import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kstDayStartMs, kstMonthFirstDay, parseKstDay, parseKstMonth } from '../../src/clock.ts';
import { addSalePoints, salePointOfCopy, sumDayCopies } from '../../src/rankings/day-copies.ts';
import { BUYER_TYPE_CODE, NO_BUYER, SaleLines } from '../../src/rankings/sale-lines.ts';
import { catalogOf, rankItem } from './ranking-world.ts';

test('a copy is worth 22, 10, 4 and 1 as it leaves the last 7, 30 and 180 days, and nothing before its day', () => {
  const ages = [-1, 0, 6, 7, 29, 30, 179, 180, 5000];
  assert.deepEqual(ages.map(salePointOfCopy), [0, 22, 22, 10, 10, 4, 4, 1, 1]);
});

test('copies are summed by item, day and segment and weighed by their age', () => {
  const catalog = catalogOf([rankItem({ itemId: 10 }), rankItem({ itemId: 20 })]);
  const month = parseKstMonth('2024-02') ?? 0;
  const lines = new SaleLines();
  for (const [itemId, day, segment] of [
    [20, '2024-02-29', 3],
    [20, '2024-02-29', 3],
    [20, '2024-02-29', 20],
    [20, '2024-02-22', 0],
    [10, '2024-02-01', 0],
  ] as const) {
    const item = catalog.findItem(itemId);
    const soldAtMs = kstDayStartMs(parseKstDay(day) ?? 0);
    lines.push({
      item,
      soldAtMs,
      buyer: NO_BUYER,
      buyerType: BUYER_TYPE_CODE.person,
      segment,
      quantity: 1,
      orderNo: 0,
      lineNo: 1,
    });
  }
  const days = sumDayCopies(catalog, month, lines, Uint32Array.of(1, 3, 5, 2, 0));
  assert.deepEqual([...days.itemIds], [20]);
  assert.deepEqual([...days.start], [0, 3]);
  assert.deepEqual([...days.codes], [21 * 21, 28 * 21 + 3, 28 * 21 + 20]);
  assert.deepEqual([...days.copies], [2, 4, 5]);
  const points = new Float64Array(2);
  addSalePoints(points, catalog, { month, days }, kstMonthFirstDay(month) + 28);
  // Nine copies of the last day at 22, two of seven days before at 10.
  assert.equal(points[catalog.findItem(20)], 9 * 22 + 2 * 10);
  assert.equal(points[catalog.findItem(10)], 0);
});
