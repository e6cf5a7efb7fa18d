import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kstDayOf, kstDayStartMs, kstMonthOfDay } from '../../src/clock.ts';
import { AGE_BANDS, ageBandOf, type SaleLine } from '../../src/rankings/sale.ts';
import { dayOf, demoWorld, TODAY } from './demo-world.ts';

const world = demoWorld();
const { sales } = world;
const itemsById = new Map(world.items.map((item) => [item.itemId, item]));
const thisMonth = kstMonthOfDay(TODAY);

function countBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

const monthOf = (sale: SaleLine) => kstMonthOfDay(kstDayOf(sale.soldAtMs));

test('only items of the catalogue are sold, from their registration to the end of today, at the price of the day', () => {
  for (const { itemId, soldAtMs, quantity, unitPrice } of sales) {
    const item = itemsById.get(itemId ?? 0);
    assert.ok(item !== undefined);
    assert.ok(kstDayOf(soldAtMs) >= kstDayOf(item.registeredAtMs));
    assert.ok(soldAtMs < kstDayStartMs(TODAY + 1));
    assert.ok(quantity >= 1);
    assert.ok(unitPrice === item.salePrice || unitPrice === item.deal?.salePrice);
  }
});

test('every second-level category sells to every sex and age in every whole month', () => {
  const known = sales.filter((sale) => sale.sex !== null && sale.age !== null && monthOf(sale) < thisMonth);
  const cells = countBy(known, (sale) => {
    const section = itemsById.get(sale.itemId ?? 0)?.categoryIds[0]?.slice(0, 6);
    return `${monthOf(sale)} ${section} ${sale.sex} ${ageBandOf(sale.age ?? 0)}`;
  });
  const sections = world.categories.filter(({ categoryId }) => categoryId.length === 6).length;
  assert.equal(cells.size, 23 * sections * 2 * AGE_BANDS.length);
});

test('an earlier end leaves out what comes after it and changes nothing before', () => {
  const today = dayOf('2026-11-01');
  const untilMs = kstDayStartMs(today) + 9 * 3_600_000;
  const whole = demoWorld({ items: 3000, months: 2, today });
  const cut = demoWorld({ items: 3000, months: 2, today, untilMs });
  assert.deepEqual(
    cut.sales,
    whole.sales.filter((sale) => sale.soldAtMs < untilMs),
  );
  assert.ok(cut.sales.length < whole.sales.length);
  assert.ok(cut.cancellations.every((one) => one.cancelledAtMs < untilMs));
});

test('no months, no orders; a single item is enough for some', () => {
  assert.deepEqual(demoWorld({ items: 10, months: 0 }).sales, []);
  assert.equal(new Set(demoWorld({ items: 1, months: 24 }).sales.map((sale) => sale.itemId)).size, 1);
});
