import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogBuilder } from '../../src/rankings/rank-catalog.ts';
import { listInOrder } from '../../src/rankings/ranked-lists.ts';

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
