import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseInstant } from '../../src/ingest/text/instant.ts';
import {
  assertBilingual,
  author,
  cancel,
  category,
  fullItem,
  item,
  parse,
  RECEIVED_AT_MS,
  remove,
  sale,
} from './sample-records.ts';

describe('records', () => {
  test('an item with every field: cleaned texts, days, numbers of ISBNs, each category once', () => {
    const { kind: _, authors: _authors, registeredAt: _at, ...given } = fullItem;
    assert.deepEqual(parse(fullItem), {
      kind: 'item',
      item: {
        ...given,
        isbn13: '9788936434595',
        contributors: [
          { authorId: 7, author: '허균', authorType: '지음' },
          { authorId: null, author: '편집부', authorType: '' },
        ],
        categoryIds: ['001001001', '002'],
        deal: { salePrice: 9900, from: day('2026-11-01'), until: day('2026-11-30') },
        contentDetail: { bookIntroduction: '의적', bookSummary: null, tableOfContents: '1장\n2장' },
        registeredAtMs: parseInstant('2024-04-20T10:00:00+09:00'),
        attention: { from: day('2026-11-01'), until: day('2026-11-01') },
      },
    });
  });

  // The fields of answers: test/acceptance/rows/item-fields.ts.
  test('an item with only what is required was registered now, and is in no window and not withheld', () => {
    const record = parse(item);
    assert.ok('kind' in record && record.kind === 'item');
    const { registeredAtMs, deal, attention, withheld } = record.item;
    assert.deepEqual([registeredAtMs, deal, attention, withheld], [RECEIVED_AT_MS, null, null, false]);
    assert.equal(record.registeredAtIsDefault, true);
  });

  test('null and an empty text count as not given', () => {
    const given = new Set(Object.keys(item));
    const names = Object.keys(fullItem).filter((name) => !given.has(name));
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    assert.deepEqual(parse({ ...item, ...nulls }), parse(item));
    const texts =
      `isbn13 isbn10 subTitle originalTitle originalTranslation publisher publishDate goodsType goodsSortNm
      itemStatus itemFormat cover sideCover backCover registeredAt`.split(/\s+/);
    assert.deepEqual(parse({ ...item, ...Object.fromEntries(texts.map((name) => [name, ''])) }), parse(item));
    assert.deepEqual(
      parse({ ...item, contentDetail: { bookIntroduction: '', tableOfContents: '<p></p>' } }),
      parse(item),
    );
  });

  test('the default of goodsType and of the fixed price goes by the catalogue', () => {
    const defaults = ['BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'].map((catalog) => {
      const record = parse({ ...item, catalog });
      return 'kind' in record && record.kind === 'item'
        ? [record.item.goodsType, record.item.fixedBookPriceYn]
        : record;
    });
    assert.deepEqual(defaults, [
      ['국내도서', 'Y'],
      ['외국도서', 'N'],
      ['eBook', 'Y'],
      ['음반', 'N'],
      ['DVD', 'N'],
    ]);
  });

  test('the missing one of ISBN13 and ISBN10 is made from the other where there is one', () => {
    const isbns = (given: object) => {
      const record = parse({ ...item, ...given });
      return 'kind' in record && record.kind === 'item' ? [record.item.isbn13, record.item.isbn10] : record;
    };
    assert.deepEqual(isbns({ isbn13: '9788936434595' }), ['9788936434595', '8936434594']);
    assert.deepEqual(isbns({ isbn10: '0-8044-2957-x' }), ['9780804429573', '080442957X']);
    assert.deepEqual(isbns({ isbn13: '9791190090018' }), ['9791190090018', '']);
    assert.deepEqual(isbns({ isbn13: '9788936434590' }), ['9788936434590', '']);
    assert.deepEqual(isbns({ isbn10: '8936434590' }), ['', '8936434590']);
  });

  test('the sale price is the list price when not given', () => {
    const record = parse({ ...item, shopPrice: 12000.75 });
    assert.ok('kind' in record && record.kind === 'item' && record.item.salePrice === 12000.75);
  });

  test('categories, authors, removals', () => {
    assert.deepEqual(parse(category), {
      kind: 'category',
      category: { categoryId: '001001', categoryName: '소설', parentId: '001' },
    });
    assert.deepEqual(parse({ ...category, parentId: undefined }), {
      kind: 'category',
      category: { categoryId: '001001', categoryName: '소설', parentId: null },
    });
    assert.deepEqual(parse({ ...author, details: '첫 줄<br>둘째 줄', birthDate: '1569' }), {
      kind: 'author',
      author: {
        authorId: 7,
        author: '허균',
        birthDate: '1569',
        deathDate: '',
        debutTitle: '',
        details: '첫 줄\n둘째 줄',
      },
    });
    assert.deepEqual(parse(remove), { kind: 'remove', itemId: 1001 });
  });

  test('sales and cancellations', () => {
    const bare = {
      orderId: 'A-1',
      lineNo: 1,
      itemId: 1001,
      isbn13: null,
      quantity: 2,
      unitPrice: null,
      sex: null,
      age: null,
      buyer: null,
      buyerType: 'person',
    };
    const soldAtMs = Date.UTC(2026, 10, 20, 5, 3, 11);
    assert.deepEqual(parse(sale), { kind: 'sale', sale: { ...bare, soldAtMs } });
    const told = { unitPrice: 13500.5, sex: 'F', age: 0, buyer: ' opaque', buyerType: 'reseller' };
    assert.deepEqual(parse({ ...sale, ...told }), { kind: 'sale', sale: { ...bare, soldAtMs, ...told } });
    const byIsbn = { ...sale, itemId: undefined, isbn13: '978-8936434595' };
    assert.deepEqual(parse(byIsbn), {
      kind: 'sale',
      sale: { ...bare, soldAtMs, itemId: null, isbn13: '9788936434595' },
    });
    assert.deepEqual(parse({ ...sale, isbn13: '9788936434595' }), parse(sale));
    const cancellation = { orderId: 'A-1', lineNo: 1, cancelledAtMs: Date.UTC(2026, 10, 21) };
    assert.deepEqual(parse(cancel), { kind: 'cancel', cancellation });
    assert.deepEqual(parse({ ...cancel, cancelledAt: undefined }), {
      kind: 'cancel',
      cancellation: { ...cancellation, cancelledAtMs: RECEIVED_AT_MS },
    });
  });
});

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** Values that look like records more or less. */
const names = Object.keys(fullItem).concat(
  Object.keys(sale),
  Object.keys(cancel),
  Object.keys(category),
  Object.keys(author),
);
const recordLike = fc.dictionary(
  fc.oneof(fc.constantFrom(...names), fc.string()),
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('item', 'sale', 'BOOK', '2026-11-20', 1, 1001, ['001'], { from: '2026-11-20' }),
  ),
);
const withKind = fc
  .tuple(fc.constantFrom(category, author, fullItem, remove, sale, cancel), recordLike)
  .map(([record, change]) => ({ ...record, ...change }));

test('any JSON value gives a record or a fault with a field and a reason in both languages, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), recordLike, withKind), (value) => {
      const parsed = parse(value);
      if ('kind' in parsed) return;
      assert.equal(typeof parsed.field, 'string');
      assertBilingual(parsed.reason);
    }),
    { numRuns: 2000 },
  );
});
