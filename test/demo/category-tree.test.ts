import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATEGORY_NODES, leafIdsOf } from '../../demo/category-tree.ts';
import { layOutCategories } from '../../src/catalog/category.ts';
import { CATALOGS } from '../../src/catalog/item.ts';

test('the tree has five roots, three levels and some hundreds of nodes, each below its parent', () => {
  assert.ok(CATEGORY_NODES.length >= 150 && CATEGORY_NODES.length <= 300, `${CATEGORY_NODES.length} nodes`);
  const laidOut = layOutCategories(CATEGORY_NODES);
  assert.equal(laidOut.length, CATEGORY_NODES.length, 'no id stands twice');
  for (const { categoryId, parentId, pathIds } of laidOut) {
    assert.equal(parentId, categoryId.length === 3 ? null : categoryId.slice(0, -3));
    assert.equal(pathIds.length, categoryId.length / 3);
  }
  const roots = laidOut.filter((node) => node.parentId === null).map((node) => node.categoryName);
  assert.deepEqual(roots, ['국내도서', '외국도서', 'eBook', '음반', 'DVD']);
});

test('every second-level node has third-level ones, and siblings have names of their own', () => {
  const paths = layOutCategories(CATEGORY_NODES).map((node) => node.fullPath);
  assert.equal(new Set(paths).size, paths.length);
  const parents = new Set(CATEGORY_NODES.map((node) => node.parentId));
  for (const node of CATEGORY_NODES.filter(({ categoryId }) => categoryId.length < 9)) {
    assert.ok(parents.has(node.categoryId), node.categoryName);
  }
  for (const catalog of CATALOGS) assert.ok(leafIdsOf(catalog).length >= 15, catalog);
});
