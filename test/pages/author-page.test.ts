import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { renderAuthorPage } from '../../src/pages/author-page.ts';
import type { AuthorView } from '../../src/pages/views.ts';
import { hostileText } from './hostile-text.ts';
import { readMarkup, skeletonOf } from './markup.ts';
import { site } from './site.ts';

const heo: AuthorView = {
  name: '허균',
  birthDate: '1569',
  deathDate: '1618',
  debutTitle: '홍길동전',
  details: '조선 중기의 문신.\n홍길동전의 지은이.',
  items: [
    {
      name: '홍길동전',
      author: '허균',
      coverUrl: 'https://img.example/1001.jpg',
      url: 'https://books.example/goods/1001',
    },
  ],
  page: 1,
  hasNext: false,
  url: 'https://books.example/authors/7',
};

test('search engines read the person; a page of the list has neighbours and an address of its own', () => {
  const { data, elements } = readMarkup(renderAuthorPage({ ...heo, page: 2, hasNext: true }, site, 'ko'));
  const url = 'https://books.example/authors/7';
  const dates = { birthDate: '1569', deathDate: '1618' };
  const description = '조선 중기의 문신.\n홍길동전의 지은이.';
  assert.deepEqual(data, [{ '@type': 'Person', name: '허균', url, description, ...dates }]);
  const byRel = (rel: string) => elements.find(({ attributes }) => attributes.rel === rel)?.attributes.href;
  assert.deepEqual(
    [byRel('canonical'), byRel('prev'), byRel('next')],
    [`${url}?page=2&lang=ko`, url, `${url}?page=3`],
  );
  const inWords = readMarkup(renderAuthorPage({ ...heo, birthDate: '16세기', deathDate: '' }, site, 'ko'));
  assert.equal(inWords.data[0]?.birthDate, undefined);
});

test('a record with a name alone shows no empty part', () => {
  const bare = { ...heo, birthDate: '', deathDate: '', debutTitle: '', details: '', items: [] };
  const names = readMarkup(renderAuthorPage(bare, site, 'en')).elements.map(({ name }) => name);
  for (const absent of ['dl', 'h2', 'ol', 'section']) assert.ok(!names.includes(absent), absent);
});

test('no text changes the structure of an author page', () => {
  const fill = (text: string): AuthorView => ({
    ...heo,
    name: text,
    birthDate: `.${text}`,
    details: `.${text}`,
    items: [{ name: text, author: `.${text}`, coverUrl: `.${text}`, url: text }],
  });
  const expected = skeletonOf(renderAuthorPage(fill('harmless'), site, 'en'));
  fc.assert(
    fc.property(hostileText, (text) =>
      assert.deepEqual(skeletonOf(renderAuthorPage(fill(text), site, 'en')), expected),
    ),
  );
});
