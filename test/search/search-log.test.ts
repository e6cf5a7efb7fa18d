import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptQuery } from '../../src/search/search-log.ts';

test('a query is kept without case, width, spare blanks and control characters', () => {
  assert.equal(keptQuery('  Harry\t ＰＯＴＴＥＲ\n'), 'harry potter');
  assert.equal(keptQuery('해리\u0000포터'), '해리 포터');
  assert.equal(keptQuery('해리'.normalize('NFD')), '해리');
});

test("a query with nothing searchable isn't kept", () => {
  for (const query of ['', ' ', '?!', '\u0000', '\ud800'])
    assert.equal(keptQuery(query), null, JSON.stringify(query));
});

test('what is kept can be written anywhere, whatever was sent', () => {
  for (const query of ['a\ud800b', '\udc00책', 'x'.repeat(30)])
    assert.ok((keptQuery(query) ?? '\ud800').isWellFormed());
});

test('texts of fifty characters are kept, longer ones are not', () => {
  assert.equal(keptQuery('가'.repeat(50)), '가'.repeat(50));
  assert.equal(keptQuery('𠀀'.repeat(50)), '𠀀'.repeat(50));
  assert.equal(keptQuery('가'.repeat(51)), '');
});

test('texts that may tell of a person are not kept', () => {
  for (const query of [
    'someone@books.example',
    '홍길동 someone＠books.example',
    '010-1234-5678',
    '01012345678',
    '０１０ １２３４ ５６７８',
    '+82 10 1234 5678',
    '(02) 123-4567',
    '홍길동 010.1234.5678 전화',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111111111111111',
    '900101-1234567',
    '٠١٢٣٤٥٦٧٨٩',
    'seoga_live_4f9aK2mPq8RtXw3nBv7cYz1LdHs6JgE0',
    'hunter2hunter2hunter2',
  ]) {
    assert.equal(keptQuery(query), '', query);
  }
});

test('texts with the numbers of books, volumes and years are kept', () => {
  for (const query of [
    '9788936434595',
    '978-89-364-3459-5',
    '1984',
    '해리 포터 7',
    '1001 책',
    '2001 스페이스',
  ]) {
    assert.equal(keptQuery(query), query);
  }
  // A wrong check digit: it may be any number.
  assert.equal(keptQuery('9788936434596'), '');
});
