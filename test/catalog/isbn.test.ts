import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compactIsbn,
  hasValidIsbn10Check,
  hasValidIsbn13Check,
  isbn10Of,
  isbn13Of,
} from '../../src/catalog/isbn.ts';
import { fc } from '../support/properties.ts';

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
