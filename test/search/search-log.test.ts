import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggedText } from '../../src/search/search-log.ts';

const rows: readonly (readonly [
  what: string,
  kept: (query: string) => string | null,
  ...queries: string[],
])[] = [
  ['nothing searchable is not counted', () => null, ...['', ' ', '?!', '\u0000', '\ud800']],
  [
    'texts that may tell of a person are counted without their text',
    () => '',
    ...['someone@books.example', '홍길동 someone＠books.example', '010-1234-5678', '01012345678'],
    ...['０１０ １２３４ ５６７８', '+82 10 1234 5678', '(02) 123-4567', '홍길동 010.1234.5678 전화'],
    ...['4111 1111 1111 1111', '4111-1111-1111-1111', '4111111111111111', '900101-1234567', '٠١٢٣٤٥٦٧٨٩'],
    ...['seoga_live_4f9aK2mPq8RtXw3nBv7cYz1LdHs6JgE0', 'hunter2hunter2hunter2'],
    // A wrong check digit: it may be any number.
    '9788936434596',
  ],
  ['so are texts of more than fifty characters', () => '', '가'.repeat(51)],
  [
    'others are kept, with the numbers of books, volumes and years',
    (query) => query,
    ...['가'.repeat(50), '𠀀'.repeat(50)],
    ...['9788936434595', '978-89-364-3459-5', '1984', '해리 포터 7', '1001 책', '2001 스페이스'],
  ],
  [
    'case, width and spare blanks do not count',
    () => 'harry potter',
    '  Harry\t ＰＯＴＴＥＲ\n',
    'harry\u0000potter',
  ],
  ['nor does the Unicode form', () => '해리', '해리'.normalize('NFD')],
];

for (const [what, kept, ...queries] of rows)
  test(what, () => {
    for (const query of queries) assert.equal(loggedText(query), kept(query), JSON.stringify(query));
  });

test('what is kept can be written anywhere, whatever was sent', () => {
  for (const query of ['a\ud800b', '\udc00책']) assert.ok(loggedText(query)?.isWellFormed());
});
