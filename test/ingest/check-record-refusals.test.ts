import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertBilingual,
  author,
  cancel,
  category,
  item,
  parse,
  parseText,
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
  ['an unknown field of a cancellation', cancel, { copies: 1 }, 'copies'],
  ['a cancellation of no copy', cancel, { quantity: 0 }, 'quantity'],
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
  ['a category that is its own parent', category, { parentId: '001001' }, 'parentId'],
  ['an author without number', author, { authorId: null }, 'authorId'],
  ['an author without name', author, { author: '' }, 'author'],
  ['a removal without number', remove, { itemId: undefined }, 'itemId'],
  ['an item without number', item, { itemId: undefined }, 'itemId'],
  ['item number 0', item, { itemId: 0 }, 'itemId'],
  ['an item number beyond 2^53-1', item, { itemId: 2 ** 53 }, 'itemId'],
  ['an item number with a fraction', item, { itemId: 1.5 }, 'itemId'],
  ['an item number as text', item, { itemId: '1001' }, 'itemId'],
  ['an item without title', item, { title: undefined }, 'title'],
  ['a title of markup only', item, { title: '<b></b>' }, 'title'],
  ['a title of 1,001 characters', item, { title: '가'.repeat(1001) }, 'title'],
  ["a title that isn't a text", item, { title: ['a'] }, 'title'],
  ['an item without catalog', item, { catalog: undefined }, 'catalog'],
  ['an unknown catalog', item, { catalog: 'book' }, 'catalog'],
  ['an item without categories', item, { categoryIds: [] }, 'categoryIds'],
  ["categories that aren't a list", item, { categoryIds: '001' }, 'categoryIds'],
  ['101 categories', item, { categoryIds: Array.from({ length: 101 }, (_, i) => `${i}`) }, 'categoryIds'],
  ['a sale without order', sale, { orderId: undefined }, 'orderId'],
  ['an order id of 201 characters', sale, { orderId: 'A'.repeat(201) }, 'orderId'],
  ['an order id with a line break', sale, { orderId: 'A\n1' }, 'orderId'],
  ['an order id as a number', sale, { orderId: 1 }, 'orderId'],
  ['a sale without line', sale, { lineNo: undefined }, 'lineNo'],
  ['line 0', sale, { lineNo: 0 }, 'lineNo'],
  ['a sale more than a day ahead', sale, { soldAt: '2026-11-22T09:00:00.001+09:00' }, 'soldAt'],
  ['a sale of nothing', sale, { itemId: undefined }, 'itemId'],
  ['a sale with an ISBN of another form', sale, { itemId: undefined, isbn13: '123' }, 'isbn13'],
  ['a sale without quantity', sale, { quantity: undefined }, 'quantity'],
  ['quantity 0', sale, { quantity: 0 }, 'quantity'],
  ['a quantity beyond ten million', sale, { quantity: 10_000_001 }, 'quantity'],
  ['a sale without time', sale, { soldAt: undefined }, 'soldAt'],
  ['a sale without offset', sale, { soldAt: '2026-11-20T14:03:11' }, 'soldAt'],
  ['a cancellation without order', cancel, { orderId: '' }, 'orderId'],
  ['a cancellation without line', cancel, { lineNo: null }, 'lineNo'],
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

  test('anything but a JSON object, without a field', () => {
    for (const value of [null, [], 1, 'text', true]) {
      const fault = parse(value);
      assert.ok(!('kind' in fault), JSON.stringify(value));
      assert.equal(fault.field, '');
      assertBilingual(fault.reason);
    }
  });

  test('the first fault of several', () => {
    const fault = parse({ ...item, catalog: 1, title: '' });
    assert.ok('field' in fault && fault.field === 'catalog');
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
  const fault = parseText('{"kind":"remove","itemId":1,"__proto__":{"itemId":2}}');
  assert.ok('field' in fault && fault.field === '__proto__');
  const bare = parseText('{"__proto__":{"kind":"remove"},"itemId":1}');
  assert.ok('field' in bare && bare.field === 'kind');
});

test('a report cannot steer the terminal', () => {
  const fault = parse({ ...item, catalog: '\u001b[2J\u009b1m', '\u001b]0;x\u0007': 1 });
  assert.ok('reason' in fault);
  assert.doesNotMatch(fault.field + fault.reason.en + fault.reason.ko, /\p{Cc}/u);
});
