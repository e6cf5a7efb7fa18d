import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kstMonthOfDay } from '../../src/clock.ts';
import { tallyMonth, tallyPeriods } from '../../src/rankings/counted-lists.ts';
import { catalogBuilder } from '../../src/rankings/rank-catalog.ts';
import { compareWithPrevious, listInOrder, previousFromTally } from '../../src/rankings/ranked-lists.ts';

test('a list ends at its depth in every category, and is as long as it is where fewer stand in it', () => {
  const { addItem, addCategories, build } = catalogBuilder([], 3);
  for (const [itemId, ids] of Object.entries({ 1: '["a"]', 2: '["a","b"]', 3: '["a"]' })) {
    addItem(Number(itemId), Number.NaN, 0, 0);
    addCategories(ids);
  }
  const catalog = build();
  const { start, items } = listInOrder(catalog, Int32Array.of(2, 1, 0), 2);
  const listOf = (categoryId: string) => {
    const at = catalog.categoryIds.indexOf(categoryId);
    return [...items.subarray(start[at], start[at + 1])];
  };
  assert.deepEqual([listOf('a'), listOf('b')], [[2, 1], [1]]);
});

test('making and comparing lists leaves other work a tick for each list', async () => {
  const catalog = catalogBuilder([], 0).build();
  const none = {
    itemIds: new Float64Array(0),
    start: Uint32Array.of(0),
    codes: new Uint16Array(0),
    copies: new Uint32Array(0),
  };
  let ticks = 0;
  let timer = setImmediate(function count() {
    ticks += 1;
    timer = setImmediate(count);
  });
  const month = kstMonthOfDay(20_000);
  const cells = await tallyMonth(catalog, { month, days: none }, 1);
  assert.ok(ticks >= cells.length, `${ticks} ticks`);
  ticks = 0;
  await compareWithPrevious(catalog, cells, previousFromTally(cells));
  assert.ok(ticks >= cells.length, `${ticks} ticks`);
  ticks = 0;
  const days = await tallyPeriods(catalog, 'daily', month, [], previousFromTally([]));
  assert.ok(ticks >= 2 * days.length, `${ticks} ticks`);
  clearImmediate(timer);
});
