import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { CORE_ITEM_COUNT } from '../../demo/core-items.ts';
import { type DemoOptions, demoRecords } from '../../demo/demo-records.ts';
import { toFeedLine } from '../../demo/to-feed-line.ts';
import { CATALOGS } from '../../src/catalog/item.ts';
import { kstDayOf, parseKstDay } from '../../src/clock.ts';
import { demoWorld, TODAY } from './demo-world.ts';

const world = demoWorld({ months: 0 });

function hashOf(options: DemoOptions): string {
  const hash = createHash('sha256');
  for (const record of demoRecords(options)) hash.update(`${toFeedLine(record)}\n`);
  return hash.digest('hex');
}

test('the same options give the same bytes, other options others', () => {
  const options = { items: 4000, months: 2, today: TODAY };
  assert.equal(hashOf(options), hashOf(options));
  for (const other of [{ items: 4001 }, { months: 3 }, { today: TODAY + 1 }]) {
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
    { numRuns: 12, examples: [[1], [CORE_ITEM_COUNT], [CORE_ITEM_COUNT + 1], [3200]] },
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

test('every category that an item names exists, and every category of the tree is filled', () => {
  const known = new Set(world.categories.map((category) => category.categoryId));
  const filled = new Set<string>();
  for (const { categoryIds, catalog } of world.items) {
    assert.ok(categoryIds.length > 0);
    for (const id of categoryIds) {
      assert.ok(known.has(id), id);
      assert.equal(Number(id.slice(0, 3)), CATALOGS.indexOf(catalog) + 1);
      for (const length of [3, 6, 9]) filled.add(id.slice(0, length));
    }
  }
  assert.deepEqual(filled, known);
});

test('every author that an item names has a record under the same number', () => {
  const known = new Set(world.authors.map((author) => author.authorId));
  assert.equal(known.size, world.authors.length);
  for (const { contributors } of world.items) {
    assert.ok(contributors.length > 0);
    for (const { authorId, author } of contributors) {
      assert.ok(authorId === null || known.has(authorId), author);
      assert.notEqual(author, '');
    }
  }
});

test('invented items, persons and publishers say that they are', () => {
  for (const [place, item] of world.items.entries()) {
    const introduction = item.contentDetail?.bookIntroduction ?? '';
    assert.match(introduction, place < CORE_ITEM_COUNT ? /데모용 (판본|음반)/ : /^데모용 가상/);
    assert.match(item.publisher, /데모|Demo/);
  }
  for (const { authorId, details } of world.authors) {
    assert.equal(details.startsWith('데모용 가상 인물입니다.'), authorId >= 1_000_000);
  }
});

test('list prices are 8,000 to 45,000 won in hundreds, and a Korean book costs a tenth less', () => {
  for (const { catalog, shopPrice, salePrice, deal } of world.items) {
    assert.ok(shopPrice >= 8000 && shopPrice <= 45_000 && shopPrice % 100 === 0, `${shopPrice}`);
    assert.ok(Number.isInteger(salePrice) && salePrice < shopPrice);
    if (catalog === 'BOOK') assert.equal(salePrice * 10, shopPrice * 9);
    if (deal !== null) assert.ok(deal.salePrice < salePrice && deal.from <= deal.until);
  }
});

test('a link leads from a book to the eBook of the same title', () => {
  const byId = new Map(world.items.map((item) => [item.itemId, item]));
  const linked = world.items.filter((item) => item.ebookId !== null);
  assert.ok(linked.length > 1000);
  for (const { catalog, title, ebookId } of linked) {
    const ebook = byId.get(ebookId ?? 0);
    assert.equal(catalog, 'BOOK');
    assert.equal(ebook?.catalog, 'EBOOK');
    assert.equal(ebook.title, title);
  }
});

test('the catalogue shows what the lists of a shop need on this day', () => {
  const { items } = world;
  const covers = (window: { from: number; until: number } | null) =>
    window !== null && window.from <= TODAY && TODAY <= window.until;
  const count = (found: (item: (typeof items)[number]) => boolean) => items.filter(found).length;
  for (const status of ['예약판매', '일시품절', '품절', '절판', '판매중지']) {
    assert.ok(count((item) => item.itemStatus === status) > 20, status);
  }
  assert.ok(count((item) => covers(item.deal)) > 100, 'deals');
  assert.ok(count((item) => item.deal !== null && !covers(item.deal)) > 20, 'past and coming deals');
  assert.ok(count((item) => covers(item.attention)) > 50, 'attention');
  assert.ok(count((item) => kstDayOf(item.registeredAtMs) > TODAY - 90) > 500, 'new products');
  assert.ok(count((item) => item.adultYn === 'Y') > 10, 'adult');
  assert.ok(count((item) => item.series.length > 0) > 500, 'series');
  assert.ok(count((item) => item.categoryIds.length > 1) > 100, 'items in two categories');
  const withheld = count((item) => item.withheld);
  assert.ok(withheld > 0 && withheld < 20, `${withheld} withheld`);
});

test('an item is registered before today, and one that is ordered ahead appears after', () => {
  for (const { publishDate, registeredAtMs, itemStatus } of world.items) {
    const publishDay = parseKstDay(publishDate);
    assert.ok(publishDay !== null);
    assert.ok(kstDayOf(registeredAtMs) < TODAY);
    assert.equal(itemStatus === '예약판매', publishDay > TODAY);
  }
});
