import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasValidIsbn10Check, hasValidIsbn13Check, isbn13Of } from '../../../src/catalog/isbn.ts';
import { repairIsbn } from '../../../src/ingest/table/cell-value.ts';
import { fc } from '../../support/properties.ts';

/** A valid ISBN-10 of any nine digits, and the ISBN-13 of the same edition. */
const isbns = fc
  .stringMatching(/^\d{9}$/)
  .map((body) => [...'0123456789X'].map((check) => body + check).find(hasValidIsbn10Check) ?? '')
  .map((isbn10) => ({ isbn10, isbn13: isbn13Of(isbn10) ?? '' }));

test('a zero that a spreadsheet dropped comes back where the check digit proves it', () => {
  assert.deepEqual(repairIsbn('439023483', 10), { isbn: '0439023483', isRepaired: true });
  assert.deepEqual(repairIsbn('61120081', 10), { isbn: '0061120081', isRepaired: true });
  assert.deepEqual(repairIsbn('439023484', 10), { isbn: '439023484', isRepaired: false });
});

test('a number form of a cell is undone where no digit was lost', () => {
  assert.deepEqual(repairIsbn('9788936434595.0', 13), { isbn: '9788936434595', isRepaired: true });
  assert.deepEqual(repairIsbn('9.788936434595E+12', 13), { isbn: '9788936434595', isRepaired: true });
  assert.deepEqual(
    repairIsbn('9.78043902348e+12', 13).isRepaired,
    false,
    'rounded: the check digit disagrees',
  );
  assert.deepEqual(repairIsbn('9.79E+12', 13).isRepaired, false, 'too few digits to prove anything');
});

test("a small x is written large, hyphens don't count as a repair", () => {
  assert.deepEqual(repairIsbn('080442957x', 10), { isbn: '080442957X', isRepaired: true });
  assert.deepEqual(repairIsbn('978-89-364-3459-5', 13), { isbn: '9788936434595', isRepaired: false });
});

test('whatever a spreadsheet does to a valid ISBN, the repair gives it back or leaves it alone', () => {
  const damage = fc.constantFrom(
    (isbn: string) => isbn,
    (isbn: string) => isbn.toLowerCase(),
    (isbn: string) => isbn.replace(/^0+(?=.{7})/, ''),
    (isbn: string) => (isbn.endsWith('X') ? isbn : `${isbn}.0`),
  );
  fc.assert(
    fc.property(isbns, damage, ({ isbn10, isbn13 }, damaged) => {
      assert.equal(repairIsbn(damaged(isbn10), 13).isbn, isbn13);
      assert.equal(repairIsbn(damaged(isbn10), 10).isbn, isbn10);
      assert.equal(repairIsbn(damaged(isbn13), 13).isbn, isbn13);
    }),
  );
});

test('nothing is called repaired without a valid check digit, unless only ".0" went', () => {
  const anyCell = fc.oneof(fc.stringMatching(/^[\dXx.E+-]{0,20}$/), fc.double().map(String), fc.string());
  fc.assert(
    fc.property(anyCell, fc.constantFrom(10 as const, 13 as const), (cell, length) => {
      const { isbn, isRepaired } = repairIsbn(cell, length);
      if (!isRepaired) return;
      assert.equal(isbn.length, length);
      const lostNothing = cell.replace(/\.0+$/, '') === isbn;
      assert.ok(
        lostNothing || hasValidIsbn13Check(isbn) || hasValidIsbn10Check(isbn),
        `${cell} became ${isbn}`,
      );
    }),
  );
});
