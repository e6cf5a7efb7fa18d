import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatKstDay,
  formatKstMonth,
  kstDayOf,
  kstDayStartMs,
  kstMonthFirstDay,
  kstMonthOfDay,
} from '../../src/clock.ts';
import { AGE_BANDS, ageBandOf, type SaleLine } from '../../src/rankings/sale.ts';
import { dayOf, demoWorld, TODAY } from './demo-world.ts';

const world = demoWorld();
const { sales, cancellations } = world;
const itemsById = new Map(world.items.map((item) => [item.itemId, item]));
const thisMonth = kstMonthOfDay(TODAY);

function countBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

const monthOf = (sale: SaleLine) => kstMonthOfDay(kstDayOf(sale.soldAtMs));

test('a quarter of a million order lines and more in 24 months that grow, up to today', () => {
  assert.ok(sales.length >= 250_000 && sales.length <= 300_000, `${sales.length} lines`);
  const months = countBy(sales, (sale) => formatKstMonth(monthOf(sale)));
  assert.equal(months.size, 24);
  const lines = [...months.values()];
  const sum = (from: number, to: number) => lines.slice(from, to).reduce((total, one) => total + one, 0);
  assert.ok(sum(12, 23) > sum(0, 11) * 1.05, 'the second year is stronger than the first');
  assert.ok(sales.some((sale) => kstDayOf(sale.soldAtMs) === TODAY));
});

test('order lines are unique and numbered by day, and those of one order belong together', () => {
  assert.equal(new Set(sales.map((sale) => `${sale.orderId} ${sale.lineNo}`)).size, sales.length);
  const orders = Map.groupBy(sales, (sale) => sale.orderId);
  for (const [orderId, lines] of orders) {
    const [first] = lines;
    assert.ok(first !== undefined);
    assert.match(orderId, /^D\d{8}-\d{6}$/);
    assert.equal(orderId.slice(1, 9), formatKstDay(kstDayOf(first.soldAtMs)).replaceAll('-', ''));
    for (const [place, line] of lines.entries()) {
      assert.equal(line.lineNo, place + 1);
      assert.deepEqual(
        [line.soldAtMs, line.buyer, line.sex, line.age, line.buyerType],
        [first.soldAtMs, first.buyer, first.sex, first.age, first.buyerType],
      );
    }
  }
  assert.ok(orders.size < sales.length * 0.9, 'many orders have several lines');
});

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

test('there are guests, customers of unknown sex or age, organisations, resellers and buyers who come again', () => {
  const count = (found: (sale: SaleLine) => boolean) => sales.filter(found).length;
  const few = (lines: number) => lines > sales.length * 0.001 && lines < sales.length * 0.1;
  assert.ok(few(count((sale) => sale.buyer === null)));
  assert.ok(few(count((sale) => sale.sex === null && sale.age !== null)));
  assert.ok(few(count((sale) => sale.sex !== null && sale.age === null)));
  assert.ok(few(count((sale) => sale.buyerType === 'organisation' && sale.quantity > 1)));
  assert.ok(few(count((sale) => sale.buyerType === 'reseller')));
  const named = sales.filter((sale) => sale.buyer !== null);
  const again = countBy(named, (sale) => `${sale.buyer} ${sale.itemId} ${monthOf(sale)}`);
  assert.ok([...again.values()].filter((lines) => lines > 1).length > 100, 'the same title twice in a month');
});

test('cancellations name a line that was sold before, once, in time for its month', () => {
  const soldAt = new Map(sales.map((sale) => [`${sale.orderId} ${sale.lineNo}`, sale.soldAtMs]));
  const keys = cancellations.map((one) => `${one.orderId} ${one.lineNo}`);
  assert.ok(keys.length > sales.length * 0.005 && keys.length < sales.length * 0.03);
  assert.equal(new Set(keys).size, keys.length);
  for (const { orderId, lineNo, cancelledAtMs } of cancellations) {
    const soldAtMs = soldAt.get(`${orderId} ${lineNo}`);
    assert.ok(soldAtMs !== undefined && cancelledAtMs > soldAtMs);
    const monthEndDay = kstMonthFirstDay(kstMonthOfDay(kstDayOf(soldAtMs)) + 1);
    assert.ok(cancelledAtMs < kstDayStartMs(monthEndDay + 4), 'before the month is closed');
    assert.ok(cancelledAtMs < kstDayStartMs(TODAY + 1));
  }
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
