import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { renderCategoryPage } from '../../src/pages/category-page.ts';
import type { CategoryView } from '../../src/pages/views.ts';
import { hostileText } from './hostile-text.ts';
import { readMarkup, skeletonOf } from './markup.ts';
import { site } from './site.ts';

const novels: CategoryView = {
  name: '소설',
  parents: [{ name: '국내도서', url: 'https://books.example/categories/001' }],
  children: [{ name: '고전소설', url: 'https://books.example/categories/001001001' }],
  bestsellers: {
    month: '2026-11',
    items: [
      {
        name: '홍길동전',
        author: '허균',
        coverUrl: 'https://books.example/images/substitute/cover/1001.svg',
        url: 'https://books.example/goods/1001',
      },
      {
        name: '구운몽',
        author: '',
        coverUrl: 'https://books.example/images/substitute/cover/1002.svg',
        url: 'https://books.example/goods/1002',
      },
    ],
  },
  url: 'https://books.example/categories/001001',
};

test('search engines read the list and where the category stands', () => {
  const { data } = readMarkup(renderCategoryPage(novels, site, 'ko'));
  const entry = (position: number, name: string, to: object) => ({
    '@type': 'ListItem',
    position,
    name,
    ...to,
  });
  const at = (path: string) => `https://books.example/${path}`;
  assert.deepEqual(data, [
    {
      '@type': 'ItemList',
      name: '소설',
      url: at('categories/001001'),
      itemListElement: [
        entry(1, '홍길동전', { url: at('goods/1001') }),
        entry(2, '구운몽', { url: at('goods/1002') }),
      ],
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        entry(1, '국내도서', { item: at('categories/001') }),
        entry(2, '소설', { item: at('categories/001001') }),
      ],
    },
  ]);
});

test('a category without a list says so', () => {
  const empty = { ...novels, children: [], parents: [], bestsellers: null };
  const { elements, text } = readMarkup(renderCategoryPage(empty, site, 'en'));
  assert.match(text, /No list has been published yet/);
  assert.ok(!elements.some(({ name }) => name === 'ol'));
});

test('no text changes the structure of a category page', () => {
  const fill = (text: string): CategoryView => ({
    ...novels,
    name: text,
    parents: [{ name: text, url: text }],
    children: [{ name: text, url: text }],
    bestsellers: {
      month: '2026-11',
      items: [{ name: text, author: `.${text}`, coverUrl: `.${text}`, url: text }],
    },
  });
  const expected = skeletonOf(renderCategoryPage(fill('harmless'), site, 'ko'));
  fc.assert(
    fc.property(hostileText, (text) =>
      assert.deepEqual(skeletonOf(renderCategoryPage(fill(text), site, 'ko')), expected),
    ),
  );
});
