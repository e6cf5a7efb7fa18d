import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compactIsbn,
  hasValidIsbn10Check,
  hasValidIsbn13Check,
  isbn10Of,
  isbn13Of,
} from '../../src/catalog/isbn.ts';

/** Pairs as printed on books: Hong Gildong (Changbi), The C Programming Language, a number that ends in X. */
const printed = [
  ['9788936434595', '8936434594'],
  ['9780131103627', '0131103628'],
  ['9780306406157', '0306406152'],
  ['9780804429573', '080442957X'],
] as const;

test('printed pairs are turned into each other', () => {
  for (const [isbn13, isbn10] of printed) {
    assert.equal(isbn10Of(isbn13), isbn10);
    assert.equal(isbn13Of(isbn10), isbn13);
  }
});

test('a number of the 979 range has no ISBN10', () => {
  assert.ok(hasValidIsbn13Check('9791190090018'));
  assert.equal(isbn10Of('9791190090018'), null);
});

test('a number with a wrong check digit is the same edition as none', () => {
  assert.equal(isbn10Of('9788936434596'), null);
  assert.equal(isbn13Of('8936434595'), null);
  assert.equal(isbn13Of('080442957x'), null);
});

test('hyphens, dashes and blanks are taken out, and x is written large', () => {
  assert.equal(compactIsbn(' 978-89\u20113643–4595\u00a0'), '9788936434595');
  assert.equal(compactIsbn('0-8044-2957-x'), '080442957X');
});

test('every nine digits make one valid pair, and no other last digit is valid', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), (body) => {
      const valid10 = [...'0123456789X'].map((last) => body + last).filter(hasValidIsbn10Check);
      const valid13 = [...'0123456789'].map((last) => `978${body}${last}`).filter(hasValidIsbn13Check);
      assert.equal(valid10.length, 1);
      assert.equal(valid13.length, 1);
      assert.equal(isbn13Of(valid10[0] ?? ''), valid13[0]);
      assert.equal(isbn10Of(valid13[0] ?? ''), valid10[0]);
    }),
  );
});

test('two neighbouring digits exchanged are noticed in an ISBN10', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), fc.nat({ max: 8 }), (body, at) => {
      const isbn10 = [...'0123456789X'].map((last) => body + last).find(hasValidIsbn10Check) ?? '';
      const [a = '', b = ''] = [isbn10[at], isbn10[at + 1]];
      fc.pre(a !== b && b !== 'X');
      assert.ok(!hasValidIsbn10Check(isbn10.slice(0, at) + b + a + isbn10.slice(at + 2)));
    }),
  );
});

test('a text of another form has no valid check digit', () => {
  for (const text of [
    '',
    '978893643459',
    '97889364345955',
    '978893643459a',
    '９788936434595',
    ' 9788936434595',
  ]) {
    assert.ok(!hasValidIsbn13Check(text));
  }
  for (const text of ['', 'X936434594', '893643459', '89364345944']) assert.ok(!hasValidIsbn10Check(text));
});
