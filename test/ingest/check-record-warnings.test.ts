import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertBilingual, author, cancel, category, check, fullItem, item, sale } from './sample-records.ts';

/** Record, change, the field that must be named. */
const leftOut: readonly (readonly [string, object, object, string])[] = [
  ['a category with a parent of another form', category, { parentId: 'a/b' }, 'parentId'],
  ['an author with a number for a birth date', author, { birthDate: 1569 }, 'birthDate'],
  ['a category id of another form', item, { categoryIds: ['001', ''] }, 'categoryIds[1]'],
  ['an ISBN13 of 12 digits', item, { isbn13: '978893643459' }, 'isbn13'],
  ['an ISBN13 with a letter', item, { isbn13: '978893643459X' }, 'isbn13'],
  ['an ISBN13 as a number', item, { isbn13: 9788936434595 }, 'isbn13'],
  ['an ISBN10 of 9 characters', item, { isbn10: '893643459' }, 'isbn10'],
  ['an author list that is an object', item, { authors: { author: 'a' } }, 'authors'],
  ["a contributor that isn't an object", item, { authors: ['허균'] }, 'authors[0]'],
  ['a contributor without name', item, { authors: [{ authorId: 7 }] }, 'authors[0].author'],
  ['a contributor with number 0', item, { authors: [{ author: 'a', authorId: 0 }] }, 'authors[0].authorId'],
  ['a publication date that does not exist', item, { publishDate: '2023-02-29' }, 'publishDate'],
  ['a publication date in another form', item, { publishDate: '1.5.2024' }, 'publishDate'],
  ['adultYn beyond Y and N', item, { adultYn: 'y' }, 'adultYn'],
  ['fixedBookPriceYn as a boolean', item, { fixedBookPriceYn: true }, 'fixedBookPriceYn'],
  ['a negative price', item, { shopPrice: -1 }, 'shopPrice'],
  ['a price with three decimals', item, { salePrice: 1.234 }, 'salePrice'],
  ['a price as text', item, { shopPrice: '15000' }, 'shopPrice'],
  ['a price beyond the limit', item, { shopPrice: 1e15 }, 'shopPrice'],
  ['a deal without price', item, { deal: { from: '2026-11-01', until: '2026-11-30' } }, 'deal.salePrice'],
  ['a deal without start', item, { deal: { salePrice: 1, until: '2026-11-30' } }, 'deal.from'],
  ['a deal without end', item, { deal: { salePrice: 1, from: '2026-11-30' } }, 'deal.until'],
  [
    'a deal that ends before it begins',
    item,
    { deal: { salePrice: 1, from: '2026-11-30', until: '2026-11-29' } },
    'deal.until',
  ],
  ["a deal that isn't an object", item, { deal: 9900 }, 'deal'],
  [
    'an attention window that ends before it begins',
    item,
    { attention: { from: '2026-11-30', until: '2026-11-29' } },
    'attention.until',
  ],
  ['pages with a fraction', item, { pages: 1.5 }, 'pages'],
  ['a negative weight', item, { weight: -1 }, 'weight'],
  ['a width as text', item, { width: '130' }, 'width'],
  ['a negative length', item, { length: -1 }, 'length'],
  ['a height beyond the limit', item, { height: 1e9 }, 'height'],
  ['negative points', item, { servicePoint: -1 }, 'servicePoint'],
  ['a rating beyond 100', item, { starScore: 101 }, 'starScore'],
  ['an e-book number 0', item, { ebookId: 0 }, 'ebookId'],
  ['a series without number', item, { series: [{ seriesName: 'a' }] }, 'series[0].seriesId'],
  ['a series without name', item, { series: [{ seriesId: 1 }] }, 'series[0].seriesName'],
  ["a cover that isn't a web address", item, { cover: 'javascript:alert(1)' }, 'cover'],
  ['a cover with a quotation mark', item, { sideCover: 'https://a.example/"x' }, 'sideCover'],
  ['a cover of 2,049 characters', item, { backCover: `https://a.example/${'x'.repeat(2031)}` }, 'backCover'],
  ['a cover without host', item, { cover: 'https://' }, 'cover'],
  ['contents that are a text', item, { contentDetail: 'text' }, 'contentDetail'],
  ['a registration without offset', item, { registeredAt: '2024-04-20T10:00:00' }, 'registeredAt'],
  ['withheld as text', item, { withheld: 'Y' }, 'withheld'],
  ['a negative unit price', sale, { unitPrice: -0.01 }, 'unitPrice'],
  ['a sex beyond M and F', sale, { sex: 'A' }, 'sex'],
  ['an age of 151', sale, { age: 151 }, 'age'],
  ['an age below 0', sale, { age: -1 }, 'age'],
  ['a buyer of 201 characters', sale, { buyer: 'b'.repeat(201) }, 'buyer'],
  ['an unknown buyer type', sale, { buyerType: 'robot' }, 'buyerType'],
  ['a cancellation at no time', cancel, { cancelledAt: 'yesterday' }, 'cancelledAt'],
];

describe('a warning that names the field, and the record without it', () => {
  for (const [title, record, change, field] of leftOut) {
    test(title, () => {
      const { outcome, warnings } = check({ ...record, ...change });
      assert.ok('kind' in outcome, 'it was refused');
      const [warning, ...others] = warnings;
      assert.deepEqual(others, []);
      assert.equal(warning?.field, field);
      assertBilingual(warning.reason);
      const { unread, unreadPrice, ...rest } = { unread: undefined, unreadPrice: undefined, ...outcome };
      if ('item' in outcome || 'author' in outcome || 'category' in outcome)
        assert.ok(outcome.unread?.has(field.replace(/[.[].*/, '')), 'a known record keeps what it has');
      assert.equal(unreadPrice !== undefined, field === 'shopPrice' || field === 'salePrice');
      assert.deepEqual(rest, check({ ...record, ...withoutField(record, change) }).outcome);
    });
  }
});

/** The change with its field as if it had not been given: of a list, without the element at fault. */
function withoutField(record: object, change: object): object {
  const [name = '', value] = Object.entries(change)[0] ?? [];
  if (!Array.isArray(value)) return { [name]: undefined };
  const { warnings } = check({ ...record, ...change });
  const at = Number(/^\w+\[(\d+)\]/.exec(warnings[0]?.field ?? '')?.[1]);
  const isElementKept = warnings[0]?.field === `${name}[${at}].authorId`;
  if (isElementKept) return { [name]: value.map((one) => ({ ...one, authorId: undefined })) };
  return { [name]: value.filter((_, index) => index !== at) };
}

/** Change of an item, the field that must be named. */
const odd: readonly (readonly [string, object, string])[] = [
  ['an ISBN13 with a wrong check digit', { isbn13: '9788936434590' }, 'isbn13'],
  ['an ISBN10 with a wrong check character', { isbn10: '8936434590' }, 'isbn10'],
  ['a selling price above the list price', { shopPrice: 10000, salePrice: 10000.5 }, 'salePrice'],
  ['a status label that nobody knows', { itemStatus: 'on sale' }, 'itemStatus'],
];

describe('a warning, and the value is kept', () => {
  for (const [title, change, field] of odd) {
    test(title, () => {
      const { outcome, warnings } = check({ ...item, ...change });
      assert.ok('kind' in outcome && outcome.kind === 'item');
      const fields = warnings.map((warning) => warning.field);
      assert.deepEqual(fields, [field]);
      assertBilingual(warnings[0]?.reason ?? { en: '', ko: '' });
      assert.equal(new Map(Object.entries(outcome.item)).get(field), Object.values(change).at(-1));
    });
  }

  test('a good item leaves none', () => {
    assert.deepEqual(check(fullItem).warnings, []);
    assert.deepEqual(check({ ...item, salePrice: 10 }).warnings, []);
  });
});

test('texts beyond 100,000 characters are cut, between characters, and the cut is reported', () => {
  const long = `${'가'.repeat(99_999)}😀${'나'.repeat(10)}`;
  const { outcome, warnings } = check({ ...item, contentDetail: { tableOfContents: long } });
  assert.ok('item' in outcome);
  assert.equal(outcome.item.contentDetail?.tableOfContents, '가'.repeat(99_999));
  assert.deepEqual(
    warnings.map(({ field, isLeftOut }) => [field, isLeftOut]),
    [['contentDetail.tableOfContents', undefined]],
  );
});
