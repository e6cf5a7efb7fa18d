import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBlockList, termKey } from '../../src/search/block-list.ts';

function blocks(term: string, text: string): boolean {
  return createBlockList([term]).blocks(text);
}

test('a text with the words of a term in their order is blocked, whatever stands between', () => {
  for (const text of ['나쁜 책', '아주 나쁜 책 이야기', '나쁜 사람의 책', '나쁜책']) {
    assert.equal(blocks('나쁜 책', text), true, text);
  }
  for (const text of ['책 나쁜', '나쁜', '책', '나 쁘다 책', ''])
    assert.equal(blocks('나쁜 책', text), false, text);
});

test('Hangul is blocked inside words and across blanks', () => {
  for (const text of ['금서', '금 서', '금서목록', '조선금서', '『금·서』'])
    assert.equal(blocks('금서', text), true, text);
  assert.equal(blocks('금 서', '금서'), true);
  assert.equal(blocks('금서', '금지된 서적'), false);
});

test('Latin words are blocked whole', () => {
  for (const text of ['bad', 'a bad book', 'BAD!']) assert.equal(blocks('bad', text), true, text);
  for (const text of ['badminton', 'notbad', 'b a d']) assert.equal(blocks('bad', text), false, text);
  assert.equal(blocks('bad books', 'badbooks'), false);
});

test('case, width, Unicode form and punctuation do not matter', () => {
  for (const text of ['Bad Book', 'ＢＡＤ ｂｏｏｋ', 'bad-book', '"bad", book']) {
    assert.equal(blocks('bad BOOK', text), true, text);
  }
  assert.equal(blocks('금서'.normalize('NFD'), '금서'), true);
  assert.equal(blocks('금서', '금서'.normalize('NFD')), true);
  assert.equal(blocks('C++', 'c++ 입문'), true);
});

test('signs inside words lead around no term, as they hide nothing from search', () => {
  for (const text of ['b-a-d', 'b.a.d', "b'ad", 'b\u200bad', 'a B-ad book'])
    assert.equal(blocks('bad', text), true, text);
  for (const text of ['spider-man', 'spiderman', 'spider man']) {
    assert.equal(blocks('spider-man', text), true, text);
  }
  assert.equal(blocks('spiderman', 'spider-man'), true);
  assert.equal(blocks('spiderman', 'spider man'), false);
  assert.equal(blocks('man', 'spider-man'), true);
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
