import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFor } from '../../src/ingest/feed-mappings.ts';

test('a file belongs to the longest name that it begins with, up to a sign other than a letter or digit', () => {
  const names = ['books', 'books-new', '주문'];
  const cases: readonly (readonly [file: string, name: string | null])[] = [
    ['books.csv', 'books'],
    ['books-2026-11-21.csv.gz', 'books'],
    ['books-new_1.xlsx', 'books-new'],
    ['books-newest.csv', 'books'],
    ['bookshops.csv', null],
    ['주문 11월.csv', '주문'],
    ['주문서.csv', null],
    ['orders.csv', null],
  ];
  for (const [file, name] of cases) assert.equal(nameFor(file, names), name, file);
});
