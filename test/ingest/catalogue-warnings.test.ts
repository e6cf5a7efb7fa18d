import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../support/small-shop.ts';
import { type FeedKit, feedKit, placesOf } from './feed-kit.ts';
import { assertBilingual } from './sample-records.ts';

const root = { kind: 'category', categoryId: '001', categoryName: '국내도서' };
const novels = { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' };

test('an ISBN that another item has is a warning, where it comes in', async (t) => {
  const kit = feedKit(t);
  const first = book(1, '하나', { isbn13: '9788936434595', categoryIds: ['001'] });
  const second = { ...first, itemId: 2 };
  const { warnings, committed } = await kit.import([root, first, second]);
  assert.equal(committed, true);
  assert.deepEqual(placesOf(warnings), ['3 isbn13']);
  assert.match(warnings[0]?.reason.en ?? '', /9788936434595 is also the ISBN of item 1/);
  assert.deepEqual((await kit.import([{ ...second, title: '둘' }])).warnings, [], 'known already');
});

test('a category that the whole file leaves unknown is one warning, however many items name it', async (t) => {
  const kit = feedKit(t);
  const items = [1, 2, 3].map((itemId) => book(itemId, '책', { categoryIds: ['001001', '009'] }));
  const { warnings } = await kit.import([...items, root, novels]);
  assert.deepEqual(placesOf(warnings), ['1 categoryIds']);
  assert.match(warnings[0]?.reason.en ?? '', /"009" is unknown \(items: 3\)/);
  assertBilingual(warnings[0]?.reason ?? { en: '', ko: '' });
});

test('a category that is its own ancestor is refused, and what it was before stays', async (t) => {
  const kit = feedKit(t);
  await kit.import([root, novels]);
  const swapped = await kit.import([{ ...root, parentId: '001001' }]);
  assert.deepEqual(placesOf(swapped.problems), ['1 parentId']);
  assert.equal(swapped.summary.category.changed, 0);
  assertBilingual(swapped.problems[0]?.reason ?? { en: '', ko: '' });
  assert.deepEqual(parentsOf(kit), { '001': null, '001001': '001' });

  const loop = [
    { kind: 'category', categoryId: 'a', categoryName: 'A', parentId: 'b' },
    { kind: 'category', categoryId: 'b', categoryName: 'B', parentId: 'a' },
  ];
  const { problems, summary } = await kit.import(loop);
  assert.deepEqual(placesOf(problems), ['2 parentId']);
  assert.equal(summary.category.added, 1);
  assert.deepEqual(parentsOf(kit), { '001': null, '001001': '001', a: 'b' });
});

test("a loop that exists only halfway through the file isn't reported", async (t) => {
  const kit = feedKit(t);
  await kit.import([root, novels]);
  const { problems } = await kit.import([
    { ...root, parentId: '001001' },
    { ...novels, parentId: null },
  ]);
  assert.deepEqual(problems, []);
  assert.deepEqual(parentsOf(kit), { '001': '001001', '001001': null });
});

function parentsOf(kit: FeedKit): Record<string, unknown> {
  const rows = kit.rows('SELECT category_id, parent_id FROM category');
  return Object.fromEntries(rows.map(({ category_id, parent_id }) => [String(category_id), parent_id]));
}

const registrations = (kit: FeedKit) =>
  kit
    .rows('SELECT registered_at_ms AS at FROM item ORDER BY item_id')
    .map(({ at }) => new Date(Number(at)).toISOString());

test('a first load takes publication dates for missing registrations, with one warning', async (t) => {
  const kit = feedKit(t);
  const feed = [
    root,
    bare(1, { publishDate: '2014-05-01' }),
    bare(2, { publishDate: '2030-01-01' }),
    bare(3, {}),
    bare(4, { publishDate: '2014-05-01', registeredAt: '2020-01-01T00:00:00Z' }),
    bare(5, { publishDate: '2013' }),
  ];
  const { warnings } = await kit.import(feed);
  assert.deepEqual(placesOf(warnings), ['2 registeredAt']);
  assert.match(warnings[0]?.reason.en ?? '', /missing for 2 items/);
  const received = '2026-11-21T03:00:00.000Z';
  const expected = [
    '2014-04-30T15:00:00.000Z',
    received,
    received,
    '2020-01-01T00:00:00.000Z',
    '2012-12-31T15:00:00.000Z',
  ];
  assert.deepEqual(registrations(kit), expected);
  assert.deepEqual((await kit.import(feed)).warnings, [], 'the same again');
  const repriced = await kit.import([bare(1, { publishDate: '2014-05-01', shopPrice: 9000 })]);
  assert.deepEqual(repriced.warnings, [], 'an item that is known keeps its date');

  kit.clock.advance(60 * 60 * 1000);
  await kit.import([bare(6, { publishDate: '2014-05-01' })]);
  assert.equal(registrations(kit)[5], '2014-04-30T15:00:00.000Z', 'the second file of a first load');
  kit.clock.advance(24 * 60 * 60 * 1000);
  const later = await kit.import([bare(7, { publishDate: '2014-05-01' })]);
  assert.equal(registrations(kit)[6], '2026-11-22T04:00:00.000Z', 'a new item');
  assert.deepEqual(later.warnings, []);
});

function bare(itemId: number, fields: object): object {
  return { kind: 'item', itemId, title: '책', catalog: 'BOOK', categoryIds: ['001'], ...fields };
}

test('a deal that the desk would ask back about is a warning, in a record as in a patch, once', async (t) => {
  const kit = feedKit(t);
  const days = { from: '2026-11-01', until: '2026-11-30' };
  const novel = book(1, '소설', { shopPrice: 20_000, salePrice: 18_000, fixedBookPriceYn: 'Y' });
  const album = book(2, '음반', { catalog: 'MUSIC', shopPrice: 20_000, salePrice: 18_000 });
  await kit.import([novel, album]);
  const patch = (itemId: number, salePrice: number) => ({
    kind: 'patch',
    itemId,
    deal: { salePrice, ...days },
  });
  const cases: readonly (readonly [object, RegExp | null])[] = [
    [patch(1, 99), /^99 is 0% of the shopPrice 20000 of a book with a fixed price$/],
    [patch(1, 16_999), /^16999 is 85% of the shopPrice 20000 of a book/],
    [patch(1, 17_000), null],
    [patch(1, 25_000), /^25000 is 125% of the shopPrice 20000: a deal that is no cheaper is on no list$/],
    [patch(2, 9_999), /^9999 is 50% of the shopPrice 20000$/],
    [patch(2, 10_000), null],
    [{ ...album, deal: { salePrice: 100, ...days } }, /^100 is 1% of/],
    [{ ...album, title: '음반 2', deal: { salePrice: 100, ...days } }, null],
  ];
  for (const [record, reason] of cases) {
    const { warnings } = await kit.import([record]);
    const found = warnings.filter(({ field }) => field === 'deal.salePrice');
    assert.equal(found.length, reason === null ? 0 : 1, JSON.stringify(record));
    if (reason !== null) assert.match(found[0]?.reason.en ?? '', reason);
    for (const warning of found) assertBilingual(warning.reason);
  }
});
