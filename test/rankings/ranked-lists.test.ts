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

test('making and comparing lists leaves timers their time, however many lists are made', async () => {
  const catalog = catalogBuilder([], 0).build();
  const columns = { codes: new Uint16Array(0), copies: new Uint32Array(0) };
  const days = { itemIds: new Float64Array(0), start: Uint32Array.of(0), ...columns };
  const month = kstMonthOfDay(20_000);
  const none = previousFromTally([]);
  const cells = await tallyMonth(catalog, { month, days }, 1);
  for (const make of [
    () => tallyMonth(catalog, { month, days }, 1),
    () => compareWithPrevious(catalog, cells, none),
    () => tallyPeriods(catalog, 'daily', month, [], none),
  ]) {
    let isFired = false;
    const timer = setTimeout(() => {
      isFired = true;
    });
    const startMs = performance.now();
    while (!isFired && performance.now() - startMs < 10_000) await make();
    clearTimeout(timer);
    assert.ok(isFired, make.toString());
  }
});
