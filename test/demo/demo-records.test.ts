import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { type DemoOptions, demoRecords } from '../../demo/demo-records.ts';
import { EDITIONS } from '../../demo/editions.ts';
import { CATALOGS, dealDoubt } from '../../src/catalog/item.ts';
import { toFeedLine } from '../../src/ingest/feed-export.ts';
import { fc } from '../support/properties.ts';
import { demoWorld, TODAY } from './demo-world.ts';

const world = demoWorld({ months: 0 });

function hashOf(options: DemoOptions): string {
  const hash = createHash('sha256');
  for (const record of demoRecords(options)) hash.update(`${toFeedLine(record)}\n`);
  return hash.digest('hex');
}

test('the same options give the same bytes, other options others', () => {
  const options = { items: EDITIONS.length + 10, months: 1, today: TODAY };
  assert.equal(hashOf(options), hashOf(options));
  for (const other of [{ items: EDITIONS.length }, { months: 2 }, { today: TODAY + 1 }]) {
    assert.notEqual(hashOf({ ...options, ...other }), hashOf(options));
  }
});

test('as many items as asked for, the first ones of a larger catalogue, whatever the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3200 }), (items) => {
      const smaller = demoWorld({ items, months: 0 }).items;
      assert.equal(smaller.length, items);
      const lastId = smaller.at(-1)?.itemId ?? 0;
      for (const [place, item] of smaller.entries()) {
        const same = world.items[place];
        // An eBook that is not in the smaller catalogue cannot be linked to.
        const isLinked = same?.ebookId != null && same.ebookId <= lastId;
        assert.deepEqual(item, { ...same, ebookId: isLinked ? same.ebookId : null });
      }
    }),
    { numRuns: 4, examples: [[1], [EDITIONS.length], [EDITIONS.length + 1], [3200]] },
  );
});

test('every ISBN is valid, stands outside of all assigned ranges, and belongs to one item', () => {
  const books = world.items.filter(({ catalog }) => catalog !== 'MUSIC' && catalog !== 'DVD');
  assert.equal(new Set(books.map((item) => item.isbn13)).size, books.length);
  for (const { isbn13 } of books) {
    assert.match(isbn13, /^9799\d{9}$/);
    const sum = [...isbn13].reduce(
      (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
      0,
    );
    assert.equal(sum % 10, 0, isbn13);
  }
  assert.equal(new Set(world.items.map((item) => item.itemId)).size, world.items.length);
});

test('every category, author and eBook that an item names exists, and every category is filled', () => {
  const authors = new Set<number | null>(world.authors.map((author) => author.authorId));
  assert.equal(authors.size, world.authors.length);
  const byId = new Map(world.items.map((item) => [item.itemId, item]));
  const known = new Set(world.categories.map((category) => category.categoryId));
  const filled = new Set<string>();
  for (const { categoryIds, catalog, contributors, title, ebookId } of world.items) {
    assert.ok(categoryIds.length > 0 && contributors.length > 0);
    for (const { authorId, author } of contributors)
      assert.ok(author !== '' && (authorId === null || authors.has(authorId)), author);
    const ebook = byId.get(ebookId ?? 0);
    if (ebookId !== null) assert.deepEqual([catalog, ebook?.catalog, ebook?.title], ['BOOK', 'EBOOK', title]);
    for (const id of categoryIds) {
      assert.ok(known.has(id), id);
      assert.equal(Number(id.slice(0, 3)), CATALOGS.indexOf(catalog) + 1);
      for (const length of [3, 6, 9]) filled.add(id.slice(0, length));
    }
  }
  assert.deepEqual(filled, known);
});

test('every product says that it is made up, and later editions have another title than the first', () => {
  const titles = new Map(EDITIONS.map((_, place) => [place, world.items[place]?.title]));
  for (const [place, item] of world.items.entries()) {
    assert.match(item.contentDetail?.bookIntroduction ?? '', /데모용 (판본|음반)으로, .*지어낸 것이다/);
    assert.match(item.publisher, /데모|Demo/);
    const number = Math.floor(place / EDITIONS.length) + 1;
    const title = titles.get(place % EDITIONS.length);
    if (number > 1)
      assert.match(item.title.slice(title?.length), new RegExp(` \\((판본|edition) ${number}\\)$`));
  }
});

test('deals keep the law that the demo models: none of a fixed-price book or e-book below 85% of its list price', () => {
  const deals = world.items.filter(({ deal }) => deal !== null);
  assert.ok(deals.length > 50, String(deals.length));
  for (const item of deals)
    assert.equal(dealDoubt(item.deal?.salePrice ?? 0, item), null, String(item.itemId));
  for (const item of deals) assert.ok((item.deal?.salePrice ?? 0) < item.salePrice, String(item.itemId));
  const catalogs = new Set(
    world.items.filter((item) => item.fixedBookPriceYn === 'Y').map((item) => item.catalog),
  );
  assert.deepEqual([...catalogs].sort(), ['BOOK', 'EBOOK']);
});
