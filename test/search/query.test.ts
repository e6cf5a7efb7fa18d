import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNamedItem, parseQuery } from '../../src/search/query.ts';
import { wholeNames } from '../../src/search/search-document.ts';

const isbn = (isbn13: string, isbn10: string, itemId: number | null = null) => ({ itemId, isbn13, isbn10 });
const item = (itemId: number) => isbn('', '', itemId);

/** Queries and the numbers that they name an item by. */
const NAMED: readonly (readonly [
  what: string,
  named: ReturnType<typeof isbn> | null,
  ...queries: string[],
])[] = [
  [
    'an ISBN behind the word ISBN',
    isbn('9788936434595', '8936434594'),
    ...'ISBN 9788936434595 | isbn:978-89-364-3459-5 | ISBN-13: 978-89-364-3459-5'.split(' | '),
    ...'ISBN13 9788936434595 | isbn9788936434595 | ISBN-10 89-364-3459-4 | ＩＳＢＮ 8936434594'.split(' | '),
    ...`="9788936434595" | '9788936434595 | 9788936434595 03810 | urn:isbn:9788936434595`.split(' | '),
    ...'EAN 9788936434595 | 9788936434595 (pbk.) | 978.89.364.3459.5'.split(' | '),
  ],
  ['a label without digits', null, 'isbn 13', 'isbn'],
  [
    "an ISBN10, of any check digit, whose first digits aren't a label",
    isbn('', '1034567898'),
    'ISBN 1034567898',
  ],
  ['an ISBN10 that lost a zero', isbn('9780804429573', '080442957X'), '80442957X'],
  ['one that may be an item number, too', isbn('9780439023481', '0439023483', 439_023_483), '439023483'],
  ['one that lost two', isbn('9780061120084', '0061120081', 61_120_081), '61120081'],
  ['one with a wrong check digit', item(439_023_484), '439023484'],
  ['one that lost three: too many', item(1_120_081), '1120081'],
  ['an item number', item(1984), '1984'],
  ['the largest', item(9_007_199_254_740_991), '9007199254740991'],
  [
    'what is not written as an item number',
    null,
    ...['007', '0', '1 984', '19-84', '1984년', '+5', '1e2', '9007199254740993', '', '５ａ'],
  ],
];

for (const [what, named, ...queries] of NAMED)
  test(`an item is named by ${what}`, () => {
    for (const query of queries) assert.deepEqual(parseNamedItem(query), named, query);
  });

test('digits alone are a word, too', () => {
  const words = [[[{ token: '1984', isPrefix: false }]]];
  assert.deepEqual(parseQuery('1984'), { words, key: '1984', names: wholeNames('1984'), asked: [] });
});

test('a numeral or 상, 중, 하 may be a volume behind a title, not in front of it', () => {
  const alternatives = (query: string) => parseQuery(query).words.map(({ length }) => length);
  for (const volume of ['II', '하']) {
    assert.deepEqual(alternatives(`지옥 ${volume}`), [1, 2]);
    assert.deepEqual(alternatives(`${volume} 지옥`), [1, 1]);
  }
});

test('a volume is found behind initials, which are joined', () => {
  assert.deepEqual(parseQuery('J. K. 표해록 3권').words, parseQuery('jk 표해록 3권').words);
});
