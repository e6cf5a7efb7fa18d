import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutCatalog } from '../../src/rankings/rank-catalog.ts';
import { listInOrder } from '../../src/rankings/ranked-lists.ts';

test('a list ends at its depth in every category, and is as long as it is where fewer stand in it', () => {
  const catalog = layOutCatalog([], 3, (add) => {
    for (const [itemId, ids] of Object.entries({ 1: '["a"]', 2: '["a","b"]', 3: '["a"]' }))
      add(Number(itemId), 0, 0, false, ids);
  });
  const { start, items } = listInOrder(catalog, Int32Array.of(2, 1, 0), 2);
  const listOf = (categoryId: string) => {
    const at = catalog.categoryIds.indexOf(categoryId);
    return [...items.subarray(start[at], start[at + 1])];
  };
  assert.deepEqual([listOf('a'), listOf('b')], [[2, 1], [1]]);
});
