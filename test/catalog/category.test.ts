import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATEGORY_LEVELS_MAX, layOutCategories } from '../../src/catalog/category.ts';
import { fc } from '../support/properties.ts';

const node = (categoryId: string, parentId: string | null) => ({
  categoryId,
  categoryName: `name ${categoryId}`,
  parentId,
});

test('a node whose parent is missing is a root', () => {
  assert.deepEqual(layOutCategories([node('b', 'a')]), [
    { categoryId: 'b', categoryName: 'name b', parentId: null, fullPath: 'name b', pathIds: ['b'] },
  ]);
});

test('any graph of parents is laid out with every node once and paths that end', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const parent = fc.option(fc.constantFrom(...ids));
  fc.assert(
    fc.property(fc.tuple(...ids.map(() => parent)), (parents) => {
      const nodes = ids.map((id, at) => node(id, parents[at] ?? null));
      const laidOut = layOutCategories(nodes);
      assert.deepEqual(laidOut.map((category) => category.categoryId).sort(), ids);
      assert.deepEqual(layOutCategories(nodes.toReversed()), laidOut);
      for (const { pathIds, parentId, categoryId } of laidOut) {
        assert.equal(new Set(pathIds).size, pathIds.length);
        assert.equal(pathIds.at(-1), categoryId);
        assert.equal(pathIds.at(-2) ?? null, parentId);
      }
    }),
  );
});

test('a chain of a hundred thousand parents is laid out, in pieces of the greatest depth', () => {
  const name = (at: number) => `n${String(at).padStart(6, '0')}`;
  const chain = Array.from({ length: 100_000 }, (_, at) => node(name(at), at === 0 ? null : name(at - 1)));
  const laidOut = layOutCategories(chain.reverse());
  assert.equal(laidOut.length, 100_000);
  assert.equal(Math.max(...laidOut.map((category) => category.pathIds.length)), CATEGORY_LEVELS_MAX);
});
