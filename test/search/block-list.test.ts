import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlockList, termKey } from '../../src/search/search-term-admin.ts';
import { fc } from '../support/properties.ts';

function blocks(term: string, text: string): boolean {
  return createBlockList([term]).blocks(text);
}

/** A term, texts that it blocks, and texts that it doesn't. */
const TERMS: readonly (readonly [term: string, blocked: readonly string[], others?: readonly string[]])[] = [
  // The words of a term in their order, whatever stands between.
  [
    '나쁜 책',
    ['나쁜 책', '아주 나쁜 책 이야기', '나쁜 사람의 책', '나쁜책'],
    ['책 나쁜', '나쁜', '나 쁘다 책', ''],
  ],
  // Hangul inside words and across blanks, Latin words whole.
  ['금서', ['금서', '금 서', '금서목록', '조선금서', '『금·서』', '금서'.normalize('NFD')], ['금지된 서적']],
  ['금 서', ['금서']],
  ['금서'.normalize('NFD'), ['금서']],
  ['bad', ['bad', 'a bad book', 'BAD!'], ['badminton', 'notbad', 'b a d']],
  ['bad books', [], ['badbooks']],
  ['bad BOOK', ['Bad Book', 'ＢＡＤ ｂｏｏｋ', 'bad-book', '"bad", book']],
  ['C++', ['c++ 입문']],
  // Signs inside words lead around no term, as they hide nothing from search.
  ['bad', ['b-a-d', 'b.a.d', "b'ad", 'b\u200bad', 'a B-ad book']],
  ['spider-man', ['spider-man', 'spiderman', 'spider man']],
  ['spiderman', ['spider-man'], ['spider man']],
  ['man', ['spider-man']],
];

for (const [term, blocked, others = []] of TERMS)
  test(`what ${term} blocks`, () => {
    for (const text of blocked) assert.equal(blocks(term, text), true, text);
    for (const text of others) assert.equal(blocks(term, text), false, text);
  });

test('one of many terms is enough, and a list without terms or with empty ones blocks nothing', () => {
  assert.equal(createBlockList(['하나', '둘', 'three']).blocks('책 three'), true);
  for (const terms of [[], [''], ['!!', ' ']]) {
    for (const text of ['', '!!', '금서', 'bad']) assert.equal(createBlockList(terms).blocks(text), false);
  }
});

test('every text blocks itself and what holds it, and no text breaks the search', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (term, before, after) => {
      const expected = termKey(term) !== '';
      assert.equal(blocks(term, term), expected);
      assert.equal(blocks(term, `${before} ${term} ${after}`), expected);
    }),
  );
});

test('terms that search cannot tell apart have one key, others have not', () => {
  assert.equal(termKey('Sherlock  HOLMES'), termKey('ｓｈｅｒｌｏｃｋ holmes!'));
  assert.notEqual(termKey('sherlock holmes'), termKey('sherlockholmes'));
  assert.equal(termKey('?!'), '');
});
