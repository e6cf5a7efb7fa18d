import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATEGORY_NODES, categoryIdOf, ebookCategoryOf, leafIdsOf } from '../../demo/category-tree.ts';
import { CORE_WORKS } from '../../demo/core-catalog.ts';
import { foreignEditionCategory, GENRES, koreanEditionCategory, languageName } from '../../demo/genres.ts';
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

test('an eBook stands where its book stands', () => {
  assert.equal(
    ebookCategoryOf(categoryIdOf('BOOK', '소설/한국소설')),
    categoryIdOf('EBOOK', '소설/한국소설'),
  );
  assert.equal(ebookCategoryOf(categoryIdOf('BOOK', '여행/유럽')), null);
  assert.throws(() => categoryIdOf('BOOK', '소설/없는 소설'));
});

test('every genre and language of the work tables has its places, and no genre is without works', () => {
  for (const { genre, language } of CORE_WORKS) {
    for (const catalog of ['BOOK', 'EBOOK'] as const) {
      assert.ok(leafIdsOf(catalog).includes(koreanEditionCategory(catalog, genre)));
    }
    assert.ok(leafIdsOf('FOREIGN').includes(foreignEditionCategory(genre, language)));
    if (language !== 'ko') assert.match(languageName(language), /^[가-힣 ]+$/);
  }
  assert.deepEqual(new Set(CORE_WORKS.map((work) => work.genre)), new Set(Object.keys(GENRES)));
  assert.throws(() => koreanEditionCategory('BOOK', 'no-such-genre'));
  assert.throws(() => languageName('xx'));
});
