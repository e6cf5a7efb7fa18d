import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInstant } from '../../src/base/dates.ts';
import { nameOfNumber } from '../../src/catalog/item-names.ts';
import type { Fault } from '../../src/ingest/feed-record.ts';
import { type MessageId, message } from '../../src/messages/messages.ts';
import { fc } from '../support/properties.ts';
import {
  assertBilingual,
  author,
  cancel,
  category,
  check,
  fullItem,
  item,
  LEFT_OUT,
  parse,
  RECEIVED_AT_MS,
  type Row,
  remove,
  sale,
} from './sample-records.ts';

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
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
    name: { itemId: 1001, externalId: null, isbn13: '9788936434595' },
  });
  assert.deepEqual(check(fullItem).warnings, []);
});

// The fields of answers: test/acceptance/rows/item-fields.ts.
test('an item with only what is required was registered now; null and an empty text count as not given', () => {
  const record = parse(item);
  const defaults = { registeredAtMs: RECEIVED_AT_MS, deal: null, attention: null, withheld: false };
  assert.partialDeepStrictEqual(record, { item: defaults, registeredAtIsDefault: true });
  const optional = Object.keys(fullItem).filter((name) => !(name in item));
  for (const name of optional) assert.deepEqual(parse({ ...item, [name]: null }), record, name);
  const texts =
    `isbn13 isbn10 subTitle originalTitle originalTranslation publisher publishDate goodsType goodsSortNm
    itemStatus itemFormat cover sideCover backCover registeredAt`.split(/\s+/);
  for (const name of texts) assert.deepEqual(parse({ ...item, [name]: '' }), record, name);
  const contentDetail = { bookIntroduction: '', tableOfContents: '<p></p>' };
  assert.deepEqual(parse({ ...item, contentDetail }), record);
});

test('defaults that follow from other fields', () => {
  for (const [given, expected] of [
    [{ catalog: 'BOOK' }, { goodsType: '국내도서', fixedBookPriceYn: 'Y' }],
    [{ catalog: 'FOREIGN' }, { goodsType: '외국도서', fixedBookPriceYn: 'N' }],
    [{ catalog: 'EBOOK' }, { goodsType: 'eBook', fixedBookPriceYn: 'Y' }],
    [{ catalog: 'MUSIC' }, { goodsType: '음반', fixedBookPriceYn: 'N' }],
    [{ catalog: 'DVD' }, { goodsType: 'DVD', fixedBookPriceYn: 'N' }],
    [{ shopPrice: 12000.75 }, { salePrice: 12000.75 }],
    [{ isbn13: '9788936434595' }, { isbn13: '9788936434595', isbn10: '8936434594' }],
    [{ isbn10: '0-8044-2957-x' }, { isbn13: '9780804429573', isbn10: '080442957X' }],
    [{ isbn13: '9791190090018' }, { isbn13: '9791190090018', isbn10: '' }],
    [{ isbn13: '9788936434590' }, { isbn13: '9788936434590', isbn10: '' }],
    [{ isbn10: '8936434590' }, { isbn13: '', isbn10: '8936434590' }],
  ] as const)
    assert.partialDeepStrictEqual(parse({ ...item, ...given }), { item: expected });
});

test('categories, authors, removals, sales, cancellations', () => {
  const categoryIs = { categoryId: '001001', categoryName: '소설', parentId: '001' };
  const noDates = { birthDate: '1569', deathDate: '', debutTitle: '' };
  const details = '첫 줄\n둘째 줄';
  const soldAtMs = Date.UTC(2026, 10, 20, 5, 3, 11);
  const aSale = (more: object = {}) => ({
    kind: 'sale',
    sale: {
      ...{ orderId: 'A-1', lineNo: 1, itemId: 1001, isbn13: null, quantity: 2, soldAtMs },
      ...{ unitPrice: null, sex: null, age: null, buyer: null, buyerType: 'person', ...more },
    },
  });
  const told = { unitPrice: 13500.5, sex: 'F', age: 0, buyer: ' opaque', buyerType: 'reseller' };
  const isbn13 = '9788936434595';
  const cancelled = (cancelledAtMs: number, more: object = {}) => ({
    kind: 'cancel',
    cancellation: { orderId: 'A-1', lineNo: 1, cancelledAtMs, ...more },
  });
  for (const [given, expected] of [
    [category, { kind: 'category', category: categoryIs }],
    [
      { ...category, parentId: null },
      { kind: 'category', category: { ...categoryIs, parentId: null } },
    ],
    [
      { ...author, details: '첫 줄<br>둘째 줄', birthDate: '1569' },
      { kind: 'author', author: { authorId: 7, author: '허균', ...noDates, details } },
    ],
    [remove, { kind: 'remove', name: nameOfNumber(1001) }],
    [sale, aSale()],
    [{ ...sale, isbn13 }, aSale()],
    [{ ...sale, ...told }, aSale(told)],
    [{ ...sale, itemId: undefined, isbn13: '978-8936434595' }, aSale({ itemId: null, isbn13 })],
    [cancel, cancelled(Date.UTC(2026, 10, 21))],
    [{ ...cancel, cancelledAt: undefined }, cancelled(RECEIVED_AT_MS)],
    [
      { ...cancel, quantity: 1, cancelledAt: undefined },
      cancelled(RECEIVED_AT_MS, { quantity: 1, isTimeDefault: true }),
    ],
  ])
    assert.deepEqual(parse(given), expected);
});

/** Values that cost the record; undefined is a missing field. */
const REFUSED: readonly Row[] = [
  [item, 'kind', undefined, 'book'],
  [item, 'colour', 'red'],
  [category, 'url', 'x'],
  [author, 'link', 'x'],
  [remove, 'title', 'x'],
  [sale, 'name', 'x'],
  [cancel, 'copies', 1],
  [item, 'authors[1].id', [{ author: 'a' }, { author: 'a', id: 1 }]],
  [item, 'deal.price', { price: 1 }],
  [category, 'categoryId', undefined, '0 1', '1'.repeat(41), 1],
  [category, 'categoryName', ' '],
  [category, 'parentId', '001001'],
  [author, 'authorId', null],
  [author, 'author', ''],
  [remove, 'itemId', undefined],
  [item, 'itemId', undefined, 0, 2 ** 53, 1.5, '1001'],
  [item, 'title', undefined, '<b></b>', '가'.repeat(1001), ['a']],
  [item, 'catalog', undefined, 'book'],
  [item, 'categoryIds', [], '001', Array.from({ length: 101 }, (_, i) => `${i}`)],
  [sale, 'orderId', undefined, 'A'.repeat(201), 'A\n1', 1],
  [sale, 'lineNo', undefined, 0],
  [sale, 'soldAt', undefined, '2026-11-22T09:00:00.001+09:00', '2026-11-20T14:03:11'],
  [sale, 'itemId', undefined],
  [{ ...sale, itemId: undefined }, 'isbn13', '123'],
  [{ ...item, itemId: undefined }, 'externalId', 'x'.repeat(101)],
  [sale, 'quantity', undefined, 0, 10_000_001],
  [cancel, 'orderId', ''],
  [cancel, 'lineNo', null],
  [cancel, 'quantity', 0],
];

/** The field at the top of a place such as `deal.price`. */
const topOf = (place: string) => place.replace(/[.[].*/, '');

/** The fault of a value that is refused for a field. */
function faultAt(field: string, value: unknown): Fault {
  const fault = parse(value);
  assert.ok('field' in fault && fault.field === field, JSON.stringify([value, fault]));
  assertBilingual(fault.reason);
  return fault;
}

for (const [record, place, ...values] of REFUSED)
  test(`refused, with the place named: ${Object(record).kind} ${place}`, () => {
    for (const value of values) faultAt(place, { ...record, [topOf(place)]: value });
  });

test('anything but a JSON object is refused without a field; of several faults the first is named', () => {
  for (const value of [null, [], 1, 'text', true]) faultAt('', value);
  faultAt('catalog', { ...item, catalog: 1, title: '' });
});

for (const [record, place, ...values] of LEFT_OUT)
  test(`a warning that names the place, and the record without it: ${Object(record).kind} ${place}`, () => {
    const top = topOf(place);
    for (const value of values) {
      const { outcome, warnings } = check({ ...record, [top]: value });
      assert.ok('kind' in outcome, `${JSON.stringify(value)} was refused`);
      assert.deepEqual([warnings.length, warnings[0]?.field], [1, place], JSON.stringify(value));
      assertBilingual(warnings[0]?.reason ?? { en: '', ko: '' });
      const { unread: _, unreadPrice: _price, ...rest } = { unread: null, unreadPrice: null, ...outcome };
      assert.deepEqual(rest, check({ ...record, [top]: without(value, place) }).outcome);
    }
  });

/** A value as if what stands at a place in it had not been given. */
function without(value: unknown, place: string): unknown {
  const [, at, inside] = /^\w+\[(\d+)\](?:\.(\w+))?/.exec(place) ?? [];
  if (!Array.isArray(value) || at === undefined) return undefined;
  if (inside === 'authorId') return value.map((one) => ({ ...one, authorId: undefined }));
  return value.filter((_, index) => index !== Number(at));
}

test('what looks wrong is kept with a warning; a long text is cut between characters', () => {
  for (const [change, field] of [
    [{ isbn13: '9788936434590' }, 'isbn13'],
    [{ isbn10: '8936434590' }, 'isbn10'],
    [{ shopPrice: 10000, salePrice: 10000.5 }, 'salePrice'],
    [{ itemStatus: 'on sale' }, 'itemStatus'],
    [{ title: '??? ???' }, 'title'],
  ] as const) {
    const { outcome, warnings } = check({ ...item, ...change });
    assert.deepEqual([warnings.length, warnings[0]?.field, warnings[0]?.isLeftOut], [1, field, undefined]);
    assert.partialDeepStrictEqual(outcome, { item: change });
  }
  const long = `${'가'.repeat(99_999)}😀${'나'.repeat(10)}`;
  const { outcome, warnings } = check({ ...item, contentDetail: { tableOfContents: long } });
  assert.ok('item' in outcome && outcome.item.contentDetail?.tableOfContents === '가'.repeat(99_999));
  const [cut] = warnings;
  assert.deepEqual([cut?.field, cut?.isLeftOut], ['contentDetail.tableOfContents', undefined]);
});

test('limits themselves are taken', () => {
  for (const [record, change] of [
    [item, { itemId: Number.MAX_SAFE_INTEGER, title: '가'.repeat(1000), shopPrice: 0.01, salePrice: 1e12 }],
    [item, { categoryIds: ['a'.repeat(40)], contentDetail: { bookSummary: 'x'.repeat(1_000_000) } }],
    [sale, { lineNo: 1, quantity: 1_000_000, age: 150, orderId: 'A'.repeat(200) }],
  ] as const)
    assert.ok('kind' in parse({ ...record, ...change }));
});

test('each way in which a value is told', () => {
  const wrong = (id: MessageId, shown: string, values: Record<string, number> = {}) =>
    message('feeds.wrong', { shown, rule: message(id, values) });
  const buyer = `"${'b'.repeat(59)}…`;
  const fields = { names: 'kind, categoryId, categoryName, parentId' };
  for (const [record, change, reason] of [
    [category, { url: 'x' }, message('feeds.unknownField', fields)],
    [item, { pages: 1.5 }, wrong('feeds.wholeNumber', '1.5', { min: 0, max: 10_000_000 })],
    [item, { title: '가'.repeat(1001) }, message('feeds.tooLong', { length: 1001, max: 1000 })],
    [sale, { buyer: 'b'.repeat(201) }, wrong('feeds.identifier', buyer, { max: 200 })],
    [item, { deal: { salePrice: 1, from: '2026-11-30', until: '2026-11-29' } }, message('feeds.beforeFrom')],
  ] as const) {
    const { outcome, warnings } = check({ ...record, ...change });
    assert.deepEqual('reason' in outcome ? outcome.reason : warnings[0]?.reason, reason);
  }
});

test('a field named like a property of every object is unknown like any other; a report cannot steer the terminal', () => {
  faultAt('__proto__', JSON.parse('{"kind":"remove","itemId":1,"__proto__":{"itemId":2}}'));
  faultAt('kind', JSON.parse('{"__proto__":{"kind":"remove"},"itemId":1}'));
  const steering = parse({ ...item, catalog: '\u001b[2J\u009b1m', '\u001b]0;x\u0007': 1 });
  assert.ok('reason' in steering);
  assert.doesNotMatch(steering.field + steering.reason.en + steering.reason.ko, /\p{Cc}/u);
});

test('any JSON value gives a record or a fault with a field and a reason in both languages, and never throws', () => {
  const samples = [category, author, fullItem, remove, sale, cancel] as const;
  const names = samples.flatMap((record) => Object.keys(record));
  const likely = fc.constantFrom('item', 'BOOK', '2026-11-20', 1, 1001, ['001'], { from: '2026-11-20' });
  const name = fc.oneof(fc.constantFrom(...names), fc.string());
  const fields = fc.dictionary(name, fc.oneof(fc.jsonValue(), likely));
  const changed = fc
    .tuple(fc.constantFrom(...samples), fields)
    .map(([record, change]) => ({ ...record, ...change }));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fields, changed), (value) => {
      const parsed = parse(value);
      if ('kind' in parsed) return;
      assert.equal(typeof parsed.field, 'string');
      assertBilingual(parsed.reason);
    }),
    { numRuns: 2000 },
  );
});
