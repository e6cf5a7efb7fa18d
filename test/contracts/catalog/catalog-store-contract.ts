import assert from 'node:assert/strict';
import type { CatalogStore } from '../../../src/catalog/catalog-store.ts';
import type { FeedStore } from '../../../src/ingest/feed-store.ts';
import { contractOf } from '../guarantee.ts';
import { anItem, category, person, record } from './catalog-records.ts';
import { take } from './feed-store-contract.ts';

/** An empty catalogue, the way to fill it, and the sales index as the nightly tally writes it. */
export interface CatalogStoreSetup {
  readonly catalog: CatalogStore;
  readonly feeds: FeedStore;
  setSalePoint(itemId: number, salePoint: number): void;
}

/** What every adapter of the CatalogStore port guarantees. */
export const catalogStoreContract = contractOf<CatalogStoreSetup>((test) => {
  test('the version changes with every commit, and not by itself', async ({ catalog, feeds }) => {
    const seen = [catalog.version()];
    for (const itemId of [1, 2]) {
      await take(feeds, [record(anItem(itemId))]);
      await catalog.findItems([itemId]);
      assert.equal(catalog.version(), catalog.version());
      seen.push(catalog.version());
    }
    assert.equal(new Set(seen).size, seen.length);
  });

  test('items come in the order asked, repeated ones too, null where unknown', async ({
    catalog,
    feeds,
    setSalePoint,
  }) => {
    const first = anItem(1, { categoryIds: ['002', '001'], salePrice: 1.25 });
    const dealt = anItem(Number.MAX_SAFE_INTEGER, {
      deal: { salePrice: 0, from: -5, until: 20_000 },
      withheld: true,
    });
    await take(feeds, [record(first), record(dealt)]);
    setSalePoint(1, 88);
    const stored = { ...first, salePoint: 88 };
    assert.deepEqual(await catalog.findItems([dealt.itemId, 99, 1, 1]), [
      { ...dealt, salePoint: null },
      null,
      stored,
      stored,
    ]);
  });

  test('of items with the same ISBN the lowest that is not withheld is found', async ({ catalog, feeds }) => {
    const isbn13 = '9788936434595';
    const items = [anItem(30, { isbn13 }), anItem(20, { isbn13 }), anItem(10, { isbn13, withheld: true })];
    await take(feeds, [...items, anItem(1, { isbn13: '9788936434588' }), anItem(2)].map(record));
    assert.equal(await catalog.findItemIdByIsbn13(isbn13), 20);
    await take(feeds, [record(anItem(20, { isbn13, withheld: true })), { kind: 'remove', itemId: 30 }]);
    assert.equal(await catalog.findItemIdByIsbn13(isbn13), 10);
    assert.equal(await catalog.findItemIdByIsbn13(''), null);
    assert.equal(await catalog.findItemIdByIsbn13('978893643459'), null);
  });

  test('the author of an item is the first contributor with a record, in the role that it has there', async ({
    catalog,
    feeds,
  }) => {
    const contributors = [
      { authorId: null, author: '무명씨', authorType: '그림' },
      { authorId: 5, author: '기록 없음', authorType: '옮김' },
      { authorId: 8, author: '여덟', authorType: '엮음 "갑"' },
      { authorId: 7, author: '일곱', authorType: '지음' },
    ];
    await take(feeds, [
      record(anItem(1, { contributors })),
      record(anItem(2, { contributors: [] })),
      record(person(7)),
    ]);
    assert.deepEqual(await catalog.findItemAuthor(1), { ...person(7), authorType: '지음' });
    await take(feeds, [record(person(8))]);
    assert.deepEqual(await catalog.findItemAuthor(1), { ...person(8), authorType: '엮음 "갑"' });
    assert.deepEqual(await catalog.listContributors(1), [
      { role: '그림', authorId: null },
      { role: '옮김', authorId: null },
      { role: '엮음 "갑"', authorId: 8 },
      { role: '지음', authorId: 7 },
    ]);
    assert.deepEqual(await catalog.listContributors(2), []);
    assert.equal(await catalog.findItemAuthor(2), null);
    assert.deepEqual(await catalog.findAuthor(8), person(8));
  });

  test('categories come parents first, and the same list until the next change', async ({
    catalog,
    feeds,
  }) => {
    await take(feeds, [record(category('002')), record(category('001002', '001')), record(category('001'))]);
    const list = await catalog.listCategories();
    assert.deepEqual(
      list.map((one) => [one.categoryId, one.fullPath]),
      [
        ['001', '분류 001'],
        ['001002', '분류 001 > 분류 001002'],
        ['002', '분류 002'],
      ],
    );
    assert.equal(await catalog.listCategories(), list);
    await take(feeds, [record(category('003'))]);
    assert.equal((await catalog.listCategories()).length, 4);
  });

  test('an item links to its e-book only while that can be shown', async ({ catalog, feeds }) => {
    const series = [{ seriesId: 3, seriesName: '총서 ,"ebookId":9,"series":[]' }];
    const paper = anItem(1, { ebookId: 2, series });
    const shown = async () => (await catalog.findItems([1]))[0]?.ebookId;
    await take(feeds, [record(paper)]);
    assert.equal(await shown(), null, 'unknown');
    await take(feeds, [record(anItem(2))]);
    assert.equal(await shown(), 2, 'on sale');
    await take(feeds, [record(anItem(2, { withheld: true }))]);
    assert.equal(await shown(), null, 'withheld');
    await take(feeds, [record(anItem(2))]);
    assert.equal(await shown(), 2, 'on sale again');
    await take(feeds, [{ kind: 'remove', itemId: 2 }]);
    assert.equal(await shown(), null, 'removed');
  });
});
