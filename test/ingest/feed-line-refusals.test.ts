import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseFeedLine } from '../../src/ingest/feed-line.ts';
import {
  assertBilingual,
  author,
  cancel,
  category,
  item,
  parse,
  RECEIVED_AT_MS,
  remove,
  sale,
} from './sample-records.ts';

/** Record, change, the field that must be named. */
const refusals: readonly (readonly [string, object, object, string])[] = [
  ['no kind', item, { kind: undefined }, 'kind'],
  ['a kind that there is not', item, { kind: 'book' }, 'kind'],
  ['an unknown field', item, { colour: 'red' }, 'colour'],
  ['an unknown field of a category', category, { url: 'x' }, 'url'],
  ['an unknown field of an author', author, { link: 'x' }, 'link'],
  ['an unknown field of a removal', remove, { title: 'x' }, 'title'],
  ['an unknown field of a sale', sale, { name: 'x' }, 'name'],
  ['an unknown field of a cancellation', cancel, { quantity: 1 }, 'quantity'],
  [
    'an unknown field of a contributor',
    item,
    { authors: [{ author: 'a' }, { author: 'a', id: 1 }] },
    'authors[1].id',
  ],
  ['an unknown field of a deal', item, { deal: { price: 1 } }, 'deal.price'],
  ['a category without id', category, { categoryId: undefined }, 'categoryId'],
  ['a category with an id beyond letters, digits and ._-', category, { categoryId: '0 1' }, 'categoryId'],
  ['a category with an id of 41 characters', category, { categoryId: '1'.repeat(41) }, 'categoryId'],
  ['a category with a number for an id', category, { categoryId: 1 }, 'categoryId'],
  ['a category without name', category, { categoryName: ' ' }, 'categoryName'],
  ['a category with a parent of another form', category, { parentId: 'a/b' }, 'parentId'],
  ['a category that is its own parent', category, { parentId: '001001' }, 'parentId'],
  ['an author without number', author, { authorId: null }, 'authorId'],
  ['an author without name', author, { author: '' }, 'author'],
  ['an author with a number for a birth date', author, { birthDate: 1569 }, 'birthDate'],
  ['a removal without number', remove, { itemId: undefined }, 'itemId'],
  ['an item without number', item, { itemId: undefined }, 'itemId'],
  ['item number 0', item, { itemId: 0 }, 'itemId'],
  ['an item number beyond 2^53-1', item, { itemId: 2 ** 53 }, 'itemId'],
  ['an item number with a fraction', item, { itemId: 1.5 }, 'itemId'],
  ['an item number as text', item, { itemId: '1001' }, 'itemId'],
  ['an item without title', item, { title: undefined }, 'title'],
  ['a title of markup only', item, { title: '<b></b>' }, 'title'],
  ['a title of 1,001 characters', item, { title: '가'.repeat(1001) }, 'title'],
  ['a title that is no text', item, { title: ['a'] }, 'title'],
  ['an item without catalog', item, { catalog: undefined }, 'catalog'],
  ['an unknown catalog', item, { catalog: 'book' }, 'catalog'],
  ['an item without categories', item, { categoryIds: [] }, 'categoryIds'],
  ['categories that are no list', item, { categoryIds: '001' }, 'categoryIds'],
  ['a category id of another form', item, { categoryIds: ['001', ''] }, 'categoryIds[1]'],
  ['101 categories', item, { categoryIds: Array.from({ length: 101 }, (_, i) => `${i}`) }, 'categoryIds'],
  ['an ISBN13 of 12 digits', item, { isbn13: '978893643459' }, 'isbn13'],
  ['an ISBN13 with a letter', item, { isbn13: '978893643459X' }, 'isbn13'],
  ['an ISBN13 as a number', item, { isbn13: 9788936434595 }, 'isbn13'],
  ['an ISBN10 of 9 characters', item, { isbn10: '893643459' }, 'isbn10'],
  ['an author list that is an object', item, { authors: { author: 'a' } }, 'authors'],
  ['a contributor that is no object', item, { authors: ['허균'] }, 'authors[0]'],
  ['a contributor without name', item, { authors: [{ authorId: 7 }] }, 'authors[0].author'],
  ['a contributor with number 0', item, { authors: [{ author: 'a', authorId: 0 }] }, 'authors[0].authorId'],
  ['a publication date that does not exist', item, { publishDate: '2023-02-29' }, 'publishDate'],
  ['a publication date in another form', item, { publishDate: '20240501' }, 'publishDate'],
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
  ['a deal that is no object', item, { deal: 9900 }, 'deal'],
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
  ['a cover that is no web address', item, { cover: 'javascript:alert(1)' }, 'cover'],
  ['a cover with a quotation mark', item, { sideCover: 'https://a.example/"x' }, 'sideCover'],
  ['a cover of 2,049 characters', item, { backCover: `https://a.example/${'x'.repeat(2031)}` }, 'backCover'],
  ['a cover without host', item, { cover: 'https://' }, 'cover'],
  ['contents that are a text', item, { contentDetail: 'text' }, 'contentDetail'],
  [
    'an introduction of 1,000,001 characters',
    item,
    { contentDetail: { bookIntroduction: 'x'.repeat(1_000_001) } },
    'contentDetail.bookIntroduction',
  ],
  ['a registration without offset', item, { registeredAt: '2024-04-20T10:00:00' }, 'registeredAt'],
  ['withheld as text', item, { withheld: 'Y' }, 'withheld'],
  ['a sale without order', sale, { orderId: undefined }, 'orderId'],
  ['an order id of 201 characters', sale, { orderId: 'A'.repeat(201) }, 'orderId'],
  ['an order id with a line break', sale, { orderId: 'A\n1' }, 'orderId'],
  ['an order id as a number', sale, { orderId: 1 }, 'orderId'],
  ['a sale without line', sale, { lineNo: undefined }, 'lineNo'],
  ['line 0', sale, { lineNo: 0 }, 'lineNo'],
  ['a sale of nothing', sale, { itemId: undefined }, 'itemId'],
  ['a sale with an ISBN of another form', sale, { itemId: undefined, isbn13: '123' }, 'isbn13'],
  ['a sale without quantity', sale, { quantity: undefined }, 'quantity'],
  ['quantity 0', sale, { quantity: 0 }, 'quantity'],
  ['a quantity beyond a million', sale, { quantity: 1_000_001 }, 'quantity'],
  ['a sale without time', sale, { soldAt: undefined }, 'soldAt'],
  ['a sale on a day alone', sale, { soldAt: '2026-11-20' }, 'soldAt'],
  ['a negative unit price', sale, { unitPrice: -0.01 }, 'unitPrice'],
  ['a sex beyond M and F', sale, { sex: 'A' }, 'sex'],
  ['an age of 151', sale, { age: 151 }, 'age'],
  ['an age below 0', sale, { age: -1 }, 'age'],
  ['a buyer of 201 characters', sale, { buyer: 'b'.repeat(201) }, 'buyer'],
  ['an unknown buyer type', sale, { buyerType: 'robot' }, 'buyerType'],
  ['a cancellation without order', cancel, { orderId: '' }, 'orderId'],
  ['a cancellation without line', cancel, { lineNo: null }, 'lineNo'],
  ['a cancellation at no time', cancel, { cancelledAt: 'yesterday' }, 'cancelledAt'],
];

describe('refused, with the field named', () => {
  for (const [title, record, change, field] of refusals) {
    test(title, () => {
      const fault = parse({ ...record, ...change });
      assert.ok(!('kind' in fault), 'it was taken');
      assert.equal(fault.field, field);
      assertBilingual(fault.reason);
    });
  }

  test('what is no JSON object, with no field', () => {
    for (const line of ['{', 'null', '[]', '1', '"text"', '{"kind":"item"', "{'kind':'item'}", 'NaN']) {
      const fault = parseFeedLine(line, RECEIVED_AT_MS);
      assert.ok(!('kind' in fault), line);
      assert.equal(fault.field, '');
      assertBilingual(fault.reason);
    }
  });

  test('the first fault of several', () => {
    const fault = parse({ ...item, title: '', pages: 'x', cover: 1 });
    assert.ok('field' in fault && fault.field === 'title');
  });
});

test('limits themselves are taken', () => {
  for (const [record, change] of [
    [item, { itemId: Number.MAX_SAFE_INTEGER, title: '가'.repeat(1000), shopPrice: 0.01, salePrice: 1e12 }],
    [item, { categoryIds: ['a'.repeat(40)], contentDetail: { bookSummary: 'x'.repeat(1_000_000) } }],
    [sale, { lineNo: 1, quantity: 1_000_000, age: 150, orderId: 'A'.repeat(200) }],
  ] as const) {
    assert.ok('kind' in parse({ ...record, ...change }));
  }
});

test('a field named like a property of every object is unknown like any other', () => {
  const fault = parseFeedLine('{"kind":"remove","itemId":1,"__proto__":{"itemId":2}}', RECEIVED_AT_MS);
  assert.ok('field' in fault && fault.field === '__proto__');
  const bare = parseFeedLine('{"__proto__":{"kind":"remove"},"itemId":1}', RECEIVED_AT_MS);
  assert.ok('field' in bare && bare.field === 'kind');
});

test('a report cannot steer the terminal', () => {
  const fault = parse({ ...item, catalog: '\u001b[2J\u009b1m', '\u001b]0;x\u0007': 1 });
  assert.ok('reason' in fault);
  assert.doesNotMatch(fault.field + fault.reason.en + fault.reason.ko, /\p{Cc}/u);
});
