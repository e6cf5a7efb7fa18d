import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { nameOfNumber } from '../../src/catalog/item-names.ts';
import type { Reader } from '../../src/sql-database.ts';
import { createTickReader } from '../../src/store/sqlite/tick-reader.ts';
import { anItem, person, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/take-feed.ts';
import { catalogFile } from './catalog-file.ts';

test('of items with the same ISBN the lowest that is not withheld is found', async (t) => {
  const { catalog, feeds } = catalogFile(t);
  const isbn13 = '9788936434595';
  const items = [anItem(30, { isbn13 }), anItem(20, { isbn13 }), anItem(10, { isbn13, withheld: true })];
  await take(feeds, [...items, anItem(1, { isbn13: '9788936434588' }), anItem(2)].map(record));
  assert.equal(await catalog.findItemIdByIsbn13(isbn13), 20);
  await take(feeds, [
    record(anItem(20, { isbn13, withheld: true })),
    { kind: 'remove', name: nameOfNumber(30) },
  ]);
  assert.equal(await catalog.findItemIdByIsbn13(isbn13), 10);
  assert.equal(await catalog.findItemIdByIsbn13(''), null);
  assert.equal(await catalog.findItemIdByIsbn13('978893643459'), null);
});

test('the author of an item is the first contributor with a record, in the role that it has there', async (t) => {
  const { catalog, feeds } = catalogFile(t);
  const contributors = [
    { authorId: null, author: '무명씨', authorType: '그림' },
    { authorId: 5, author: '기록 없음', authorType: '옮김' },
    { authorId: 8, author: '여덟', authorType: '엮음 "갑"' },
    { authorId: 7, author: '일곱', authorType: '지음' },
  ];
  await take(feeds, [anItem(1, { contributors }), anItem(2, { contributors: [] }), person(7)].map(record));
  assert.deepEqual(await catalog.findItemAuthor(1), { ...person(7), authorType: '지음' });
  await take(feeds, [record(person(8))]);
  assert.deepEqual(await catalog.findItemAuthor(1), { ...person(8), authorType: '엮음 "갑"' });
  assert.deepEqual(await catalog.listContributors(1), [
    { role: '그림', authorId: null },
    { role: '옮김', authorId: null },
    { role: '엮음 "갑"', authorId: 8 },
    { role: '지음', authorId: 7 },
  ]);
  assert.deepEqual(await catalog.listContributors(2), []);
  assert.equal(await catalog.findItemAuthor(2), null);
  assert.deepEqual(await catalog.findAuthor(8), person(8));
});

test('what calls of one tick ask for is read by one statement of each kind', async (t) => {
  const { connect, feeds } = catalogFile(t);
  const [first, second] = ['9788936434595', '9791199900011'] as const;
  await take(feeds, [anItem(1, { isbn13: first }), anItem(2, { isbn13: second }), anItem(3)].map(record));
  const reader = createTickReader(connect());
  const statements: string[] = [];
  const query: Reader['query'] = (text, values) => {
    statements.push(text);
    return reader.query(text, values);
  };
  const catalog = createCatalogStore({ query }, { current: () => 1, latest: async () => 1 });
  const found = await Promise.all([
    catalog.findItems([1, 2]),
    catalog.findItems([2, 9]),
    catalog.findItemIdByIsbn13(first),
    catalog.findItems([3]),
    catalog.findItemIdByIsbn13(second),
  ]);
  const numbers = found.flat().map((one) => (typeof one === 'object' ? one?.itemId : one));
  assert.deepEqual(numbers, [1, 2, 2, undefined, 1, 3, 2]);
  assert.equal(statements.length, 2);
});
