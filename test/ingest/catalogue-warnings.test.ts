import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay } from '../../src/clock.ts';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import { message } from '../../src/messages/messages.ts';
import { countUnknownGoods } from '../../src/rankings/ledger/month-lines.ts';
import { sqliteSnapshot } from '../../src/store/sqlite/sql-statements.ts';
import { book } from '../support/small-shop.ts';
import { feedKit, metOf, placesOf } from './feed-kit.ts';

const root = { kind: 'category', categoryId: '001', categoryName: '국내도서' };
const novels = { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' };
const reasonsOf = (found: readonly { readonly reason: object }[]) => found.map(({ reason }) => reason);

/** A table of books with these prices, below the name of their column, and how it is read. */
function tableOf(prices: readonly (number | string)[], price = '정가') {
  const rows = prices.map((one, at) => `97889364${30_000 + at},책 ${at},001,${one}\n`);
  return [
    `ISBN,제목,분류,${price}\n${rows.join('')}`,
    { reading: { ...RECOGNISE, currency: 'KRW' } },
  ] as const;
}

test('an ISBN that another item has is a warning, where it comes in', async (t) => {
  const kit = feedKit(t);
  const isbn13 = '9788936434595';
  const first = book(1, '하나', { isbn13, categoryIds: ['001'] });
  const second = { ...first, itemId: 2 };
  const { warnings, committed } = await kit.import([root, first, second]);
  assert.deepEqual([placesOf(warnings), committed], [['3 isbn13'], true]);
  assert.deepEqual(reasonsOf(warnings), [message('feeds.sameIsbn', { isbn13, itemId: 1 })]);
  assert.deepEqual((await kit.import([{ ...second, title: '둘' }])).warnings, [], 'known already');
});

test('a category that the whole file leaves unknown is one warning, however many items name it', async (t) => {
  const items = [1, 2, 3].map((itemId) => book(itemId, '책', { categoryIds: ['001001', '009'] }));
  const { warnings } = await feedKit(t).import([...items, root, novels]);
  assert.deepEqual(placesOf(warnings), ['1 categoryIds']);
  assert.deepEqual(reasonsOf(warnings), [message('feeds.unknownCategory', { categoryId: '009', items: 3 })]);
});

test('a category that is its own ancestor is refused and stays as it was; a loop halfway through the file is none', async (t) => {
  const kit = feedKit(t);
  const parents = () => kit.rows('SELECT category_id, parent_id FROM category ORDER BY 1').map(Object.values);
  const below = (categoryId: string, parentId: string | null) => ({ ...root, categoryId, parentId });
  await kit.import([root, novels]);
  for (const [feed, refused, expected] of [
    [[below('001', '001001')], ['1 parentId'], '001 of null, 001001 of 001'],
    [[below('a', 'b'), below('b', 'a')], ['2 parentId'], '001 of null, 001001 of 001, a of b'],
    [[below('001', '001001'), { ...novels, parentId: null }], [], '001 of 001001, 001001 of null, a of b'],
  ] as const) {
    assert.deepEqual(placesOf((await kit.import(feed)).problems), refused);
    const told = parents().map(([id, parent]) => `${id} of ${parent}`);
    assert.equal(told.join(', '), expected);
  }
});

test('a first load takes publication dates for missing registrations, with one warning', async (t) => {
  const kit = feedKit(t);
  const registrations = () =>
    kit.rows('SELECT registered_at_ms AS at FROM item ORDER BY item_id').map(({ at }) => Number(at));
  const bare = (itemId: number, publishDate: string, more: object = {}) =>
    book(itemId, '책', { categoryIds: ['001'], publishDate, ...more });
  const registered = bare(4, '2014-05-01', { registeredAt: '2020-01-01T00:00:00Z' });
  const undated = [bare(1, '2014-05-01'), bare(2, '2030-01-01'), bare(3, '')];
  const feed = [root, ...undated, registered, bare(5, '2013')];
  const { warnings } = await kit.import(feed);
  assert.deepEqual(placesOf(warnings), ['2 registeredAt']);
  assert.deepEqual(reasonsOf(warnings), [message('feeds.noRegistration', { items: 2 })]);
  const received = kit.clock.nowMs();
  const kst = (date: string) => Date.parse(`${date}T00:00+09:00`);
  const given = Date.parse('2020-01-01T00:00:00Z');
  const expected = [kst('2014-05-01'), received, received, given, kst('2013-01-01')];
  assert.deepEqual(registrations(), expected);
  kit.clock.advance(1000);
  const again = await kit.import(feed);
  assert.deepEqual([again.warnings, again.summary.item.unchanged], [[], 5], 'the same again');
  const repriced = await kit.import([bare(1, '2014-05-01', { shopPrice: 9000 })]);
  assert.deepEqual(repriced.warnings, [], 'an item that is known');
  assert.deepEqual(registrations(), expected, 'keeps its date');

  kit.clock.advance(60 * 60 * 1000);
  await kit.import([bare(6, '2014-05-01')]);
  assert.equal(registrations()[5], kst('2014-05-01'), 'the second file of a first load');
  kit.clock.advance(24 * 60 * 60 * 1000);
  const later = await kit.import([bare(7, '2014-05-01')]);
  assert.deepEqual([registrations()[6], later.warnings], [kit.clock.nowMs(), []], 'a new item');
});

test('a deal that the desk would ask back about is a warning, in a record as in a patch, once', async (t) => {
  const kit = feedKit(t);
  const days = { from: '2026-11-01', until: '2026-11-30' };
  const novel = book(1, '소설', { shopPrice: 20_000, salePrice: 18_000, fixedBookPriceYn: 'Y' });
  const album = book(2, '음반', { catalog: 'MUSIC', shopPrice: 20_000, salePrice: 18_000 });
  await kit.import([novel, album]);
  const patch = (itemId: number) => ({ kind: 'patch', itemId });
  for (const [record, dealPrice, id, percent] of [
    [patch(1), 99, 'feeds.dealFixedPrice', 0],
    [patch(1), 16_999, 'feeds.dealFixedPrice', 85],
    [patch(1), 17_000, null, 0],
    [patch(1), 25_000, 'feeds.dealAboveList', 125],
    [patch(2), 9_999, 'feeds.dealLow', 50],
    [patch(2), 10_000, null, 0],
    [album, 100, 'feeds.dealLow', 1],
    [{ ...album, title: '음반 2' }, 100, null, 0],
  ] as const) {
    const { warnings } = await kit.import([{ ...record, deal: { salePrice: dealPrice, ...days } }]);
    const found = warnings.filter(({ field }) => field === 'deal.salePrice');
    const reasons = id === null ? [] : [message(id, { dealPrice, percent, shopPrice: 20_000 })];
    assert.deepEqual(reasonsOf(found), reasons, `${dealPrice}`);
  }
});

test('what a file says twice of an item is a warning a row: other content, another title, a patch of the same fields', async (t) => {
  const kit = feedKit(t);
  const isbn13 = '9788936434595';
  const named = (title: string, price: number) =>
    book(1, title, { itemId: undefined, isbn13, shopPrice: price, salePrice: price });
  const patch = (fields: object) => ({ kind: 'patch', isbn13, ...fields });
  const { warnings, summary } = await kit.import([
    ...[root, novels, named('토지', 9000), named('토지', 9000), named('토지', 9900)],
    ...[named('Harry Potter', 9900), named('Harry', 9900)],
    ...[patch({ pages: 9 }), patch({ weight: 9 }), patch({ pages: 9 }), patch({ pages: 10 })],
  ]);
  assert.deepEqual(placesOf(warnings), ['5 itemId', '6 itemId', '7 itemId', '11 itemId']);
  assert.deepEqual([summary.item.added, summary.item.changed, summary.patch.changed], [1, 3, 3]);
  const twice = message('feeds.twiceInFile');
  const replaced = (before: string, title: string) =>
    message('feeds.otherTitle', { before: `“${before}”`, title: `“${title}”` });
  const others = [replaced('토지', 'Harry Potter'), replaced('Harry Potter', 'Harry')];
  assert.deepEqual(reasonsOf(warnings), [twice, ...others, twice]);
});

test('new items without a price are one warning, unless nothing has a price', async (t) => {
  const kit = feedKit(t);
  const bare = (itemId: number) => book(itemId, '책', { shopPrice: undefined, salePrice: undefined });
  assert.deepEqual((await kit.import([root, novels, bare(1), bare(2)])).warnings, []);
  const { warnings } = await kit.import([{ ...bare(3), shopPrice: 0 }, bare(4), bare(5), book(6, '책')]);
  assert.deepEqual(placesOf(warnings), ['2 shopPrice']);
  assert.match(warnings[0]?.reason.en ?? '', / 2 of 4 /);
  const again = await kit.import([bare(7)]);
  assert.deepEqual(placesOf(again.warnings), ['1 shopPrice'], 'the catalogue has prices');
  for (const [price, without, ...met] of [
    ['정가', 20, 'withoutPrice 20 of 20'],
    ['정가', 3, 'withoutPrice 3 of 20'],
    ['정가', 2],
    ['비고', 20],
  ] as const) {
    const prices = Array.from({ length: 20 }, (_, at) => (at < without ? '' : '12000'));
    const priced = feedKit(t);
    await priced.import([root, book(6, '책')]);
    const report = await priced.import(...tableOf(prices, price));
    assert.deepEqual(metOf(report), met);
    assert.ok(placesOf(report.warnings).some((place) => /^2 (?:shopPrice|정가)$/.test(place)));
  }
});

test('one price for all of many items of a table is a warning', async (t) => {
  for (const [prices, isTold] of [
    [Array(20).fill(0), true],
    [Array(19).fill(0), false],
    [Array(100).fill(12_000), true],
    [Array(99).fill(12_000), false],
    [[...Array(100).fill(12_000), 9000], false],
  ] as const) {
    const { warnings } = await feedKit(t).import(...tableOf(prices));
    const values = { price: Number(prices[0]), count: prices.length };
    const told = warnings.filter(({ reason }) => reason.en === message('feeds.samePrice', values).en);
    assert.deepEqual(placesOf(told), isTold ? [`${prices.length + 1} 정가`] : []);
  }
});

test('all prices of a file times ten, or by ten, are a warning at any size', async (t) => {
  const kit = feedKit(t);
  const at = (price: number) =>
    [1, 2].map((itemId) => book(itemId, '책', { shopPrice: price, salePrice: price }));
  await kit.import([root, novels, ...at(13_500)]);
  for (const [price, factor] of [
    [1350, 0.1],
    [13_500, 10],
    [12_000, null],
  ] as const) {
    const { warnings, brakes } = await kit.import(at(price));
    assert.deepEqual(brakes, []);
    assert.equal(warnings[0]?.reason.en.includes(` by ${factor} `) ?? null, factor === null ? null : true);
  }
});

test('order lines for items that the catalogue does not have are told with examples, unless they come with the file', async (t) => {
  const kit = feedKit(t);
  const line = (name: object, orderId: string) => ({
    ...{ kind: 'sale', orderId, lineNo: 1, quantity: 1, soldAt: '2026-11-20' },
    ...name,
  });
  const later = { externalId: 'later' };
  const { warnings } = await kit.import([
    ...[line(later, 'A'), line({ isbn13: '9788936434595' }, 'B'), line({ externalId: '123' }, 'C')],
    ...[line({ itemId: 99 }, 'D'), line({ externalId: '123' }, 'E'), root, novels],
    book(1, '책', { itemId: undefined, ...later }),
  ]);
  const examples = ['2: "9788936434595"', '3: "123"', '4: "99"'].join('; ');
  const values = { count: '4', all: '5', examples: { en: examples, ko: examples } };
  assert.deepEqual(reasonsOf(warnings), [message('feeds.someUnknownGoods', values)]);
  assert.deepEqual((await kit.import([line({ externalId: '123' }, 'C')])).warnings, [], 'known already');
  const day = parseKstDay('2026-11-20') ?? 0;
  const reader = sqliteSnapshot(kit.connect());
  assert.deepEqual([await countUnknownGoods(reader, day), await countUnknownGoods(reader, day + 1)], [4, 0]);
});

test('new order lines that were cancelled before are told, where the file cancels nothing itself', async (t) => {
  const kit = feedKit(t);
  const line = (order: number, kind: string) => ({
    ...{ kind, orderId: `A-${order}`, lineNo: 1 },
    ...(kind === 'sale' ? { itemId: 1, quantity: 1, soldAt: '2026-11-20T10:00:00+09:00' } : {}),
  });
  await kit.import([root, novels, book(1, '책'), ...[1, 2, 3].map((order) => line(order, 'cancel'))]);
  assert.deepEqual((await kit.import([line(1, 'sale'), line(9, 'cancel')])).warnings, []);
  const { warnings } = await kit.import([2, 3, 4].map((order) => line(order, 'sale')));
  assert.deepEqual(reasonsOf(warnings), [message('feeds.cancelledBefore', { count: 2, all: 3 })]);
});
