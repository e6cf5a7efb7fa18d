import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRecord } from '../../src/ingest/check-record.ts';
import { book } from '../support/small-shop.ts';
import { feedKit, placesOf } from './feed-kit.ts';
import { author, category, fullItem, item, LEFT_OUT, sale } from './sample-records.ts';

test('a known item keeps what it has of a field that cannot be read, in a full record as in a patch', async (t) => {
  const kit = feedKit(t);
  await kit.import([fullItem]);
  const before = kit.dump();
  for (const [, place, ...values] of LEFT_OUT.filter(([record]) => record === item)) {
    const field = place.replace(/[.[].*/, '');
    for (const value of values) {
      for (const kind of ['item', 'patch']) {
        const { summary, warnings, problemCount } = await kit.import([{ ...fullItem, [field]: value, kind }]);
        assert.equal(problemCount, 0);
        assert.ok(placesOf(warnings).includes(`1 ${place}`), place);
        assert.equal(summary.item.changed + summary.patch.changed, 0);
        assert.equal(kit.dump(), before, place);
      }
    }
  }
});

test('fields that would follow from it are kept as well; so are those of authors and categories', async (t) => {
  const kit = feedKit(t);
  const known = book(7, '책', { shopPrice: 15_000, salePrice: 13_500, isbn13: '9788936434595' });
  await kit.import([known, { ...category, parentId: '001' }, author]);
  const before = kit.dump();
  const daily = { ...known, shopPrice: '문의', salePrice: null };
  await kit.import([daily, { ...category, parentId: 'a/b' }, { ...author, birthDate: 1569 }]);
  await kit.import([{ ...known, isbn13: '978-89' }]);
  assert.equal(kit.dump(), before);
  await kit.import([{ ...daily, title: '새 제목', publisher: '새 출판사' }]);
  assert.match(kit.dump(), /새 출판사/, 'the rest of the line counts');
});

test('a new item whose price cannot be read is refused; a known one by any name is not', async (t) => {
  const kit = feedKit(t);
  const unnamed = { ...book(1, '책'), itemId: null };
  const { problems, warnings, summary } = await kit.import([
    { ...unnamed, externalId: 'a', shopPrice: '문의', pages: '가' },
    { ...unnamed, externalId: 'b', salePrice: '문의' },
    { ...unnamed, externalId: 'c', shopPrice: null },
    { ...unnamed, externalId: 'c', shopPrice: '문의' },
  ]);
  assert.deepEqual(placesOf(problems), ['1 shopPrice', '2 salePrice']);
  assert.deepEqual(placesOf(warnings), ['4 shopPrice', '3 categoryIds'], 'none of a refused line');
  assert.deepEqual([summary.item.added, summary.item.unchanged], [1, 1]);
});

test('an ISBN in another dress is read, and each repair is reported; a dress without a number says nothing', () => {
  for (const [change, isbn13, ...places] of [
    [{ isbn13: '="9788936434595"' }, '9788936434595', 'isbn13'],
    [{ isbn13: '439023483' }, '9780439023481', 'isbn13'],
    [{ isbn13: '978-89-364-3459-5' }, '9788936434595'],
    [{ isbn10: 'ISBN 8936434594 (양장)' }, '9788936434595', 'isbn10'],
    [{ isbn13: '=""', isbn10: '[]' }, ''],
    [{ isbn13: '=""', isbn10: '8936434594' }, '9788936434595'],
    [{ isbn13: '9.78894E+12', isbn10: '8936434594' }, '9788936434595', 'isbn13'],
  ] as const) {
    const { outcome, warnings } = checkRecord({ ...item, ...change }, 0);
    assert.ok('item' in outcome);
    assert.deepEqual([outcome.item.isbn13, warnings.map(({ field }) => field)], [isbn13, places]);
  }
});

test('a key in the exponent form of spreadsheets is refused by name; a buyer is left out', () => {
  for (const rounded of ['2.02611E+15', '8E+12', ' 8,80E+12 ']) {
    for (const [record, field] of [
      [{ ...item, externalId: rounded }, 'externalId'],
      [{ ...item, itemId: rounded }, 'itemId'],
      [{ ...sale, orderId: rounded }, 'orderId'],
      [{ ...sale, lineNo: rounded }, 'lineNo'],
      [{ ...sale, itemId: undefined, isbn13: rounded }, 'isbn13'],
    ] as const) {
      const { outcome } = checkRecord(record, 0);
      assert.ok('field' in outcome && outcome.reason.en.includes('rounded'), field);
      assert.equal(outcome.field, field);
    }
    const { warnings } = checkRecord({ ...sale, buyer: rounded }, 0);
    assert.deepEqual(
      warnings.map(({ field }) => field),
      ['buyer'],
    );
  }
  for (const externalId of ['1E5', '5e10', '2.02611E-15'])
    assert.ok('kind' in checkRecord({ ...item, externalId }, 0).outcome, externalId);
});
