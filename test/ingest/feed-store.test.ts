import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Item, measuresBy } from '../../src/catalog/item.ts';
import type { FeedRecord, FeedSummary } from '../../src/ingest/feed-record.ts';
import { catalogFile } from '../catalog/catalog-file.ts';
import { anItem, category, person, record } from '../contracts/catalog/catalog-records.ts';
import { feedStoreContract, take } from '../contracts/catalog/feed-store-contract.ts';
import { openSearch } from '../search/runtime/search-fixture.ts';
import { request } from '../search/search-item.ts';

feedStoreContract('SQLite', catalogFile);

test('the search goes by the last line of each item, however often a feed names it', async (t) => {
  const { path, feeds } = catalogFile(t);
  const index = await openSearch(t, path);
  const find = async (query: string) => {
    const { itemIds } = await index.search(request(query, { limit: 100 }));
    return itemIds.toSorted((a, b) => a - b);
  };
  const book = (itemId: number, title: string) => record(anItem(itemId, { title }));
  const remove = (itemId: number) => ({ kind: 'remove', itemId }) as const;
  const crowd = Array.from({ length: 60 }, (_, at) => at + 100);
  await take(feeds, [
    ...crowd.map((itemId) => book(itemId, '홍길동전')),
    ...[book(1, '홍길동전'), remove(1)],
    ...[book(2, '홍길동전'), remove(2), book(2, '홍길동전')],
    ...[book(3, '홍길동전'), book(3, '구운몽')],
    ...[book(4, '구운몽'), book(4, '홍길동전'), book(4, '구운몽')],
    book(100, '구운몽'),
  ]);
  assert.deepEqual(await find('홍길동전'), [2, ...crowd.slice(1)]);
  assert.deepEqual(await find('구운몽'), [3, 4, 100]);

  await take(feeds, [remove(2), book(3, '홍길동전'), remove(3), book(1, '홍길동전')]);
  assert.deepEqual(await find('홍길동전'), [1, ...crowd.slice(1)]);
  assert.deepEqual(await find('구운몽'), [4, 100]);
  await take(feeds, [book(2, '홍길동전'), book(3, '구운몽')]);
  assert.deepEqual(await find('홍길동전'), [1, 2, ...crowd.slice(1)]);
  assert.deepEqual(await find('구운몽'), [3, 4, 100]);
});

test('every change of an item has a number; words have one of their own', async (t) => {
  const { connect, feeds } = catalogFile(t);
  const db = connect();
  await take(feeds, [record(anItem(1))]);
  const numbers = () => {
    const row = db.prepare('SELECT change_no, text_no FROM search_item').get();
    return [row?.change_no, row?.text_no];
  };
  assert.deepEqual(numbers(), [1, 1]);
  const change = { salePrice: 1, deal: { salePrice: 1, from: 1, until: 2 }, withheld: true };
  assert.equal((await take(feeds, [record(anItem(1, change))])).item.changed, 1);
  assert.deepEqual(numbers(), [2, 1]);
  await take(feeds, [record(anItem(1, { ...change, title: '다른 제목' }))]);
  assert.deepEqual(numbers(), [3, 3]);
});

test('the same content twice is unchanged and not a new revision', async (t) => {
  const { feeds, catalog } = catalogFile(t);
  const all = [
    record(category('001')),
    record(person(7)),
    record(anItem(1)),
    record(anItem(2, { withheld: true })),
  ];
  assert.deepEqual(outcomes(await take(feeds, all)), { added: 4, changed: 0, unchanged: 0, late: 0 });
  const revision = await catalog.revision();
  assert.deepEqual(outcomes(await take(feeds, all)), { added: 0, changed: 0, unchanged: 4, late: 0 });
  assert.equal(await catalog.revision(), revision);
});

test('every single difference of an item is a change and a new revision', async (t) => {
  const { feeds, catalog } = catalogFile(t);
  await take(feeds, [record(anItem(1))]);
  const deal = { salePrice: 1, from: 20_000, until: 20_001 };
  const others = anItem(1, {
    isbn13: '9788936434595',
    isbn10: '8936434594',
    title: 'other',
    subTitle: 'other',
    originalTitle: 'other',
    originalTranslation: 'other',
    contributors: [{ authorId: null, author: 'other', authorType: '' }],
    publisher: 'other',
    publishDate: '2024-05-02',
    catalog: 'DVD',
    goodsType: 'other',
    goodsSortNm: 'other',
    categoryIds: ['001', '002'],
    adultYn: 'Y',
    shopPrice: 1.5,
    salePrice: 1.5,
    deal,
    itemStatus: 'other',
    itemFormat: 'other',
    fixedBookPriceYn: 'N',
    ...measuresBy(() => 1),
    servicePoint: 1,
    starScore: 1.5,
    ebookId: 1,
    series: [{ seriesId: 1, seriesName: 'other' }],
    cover: 'https://img.example/1.jpg',
    sideCover: 'https://img.example/1.jpg',
    backCover: 'https://img.example/1.jpg',
    contentDetail: { bookIntroduction: 'other', bookSummary: null, tableOfContents: null },
    registeredAtMs: 1,
    attention: { from: 20_000, until: 20_001 },
    withheld: true,
  });
  const differences: Partial<Item>[] = [
    ...Object.entries(others).flatMap(([field, value]) => (field === 'itemId' ? [] : [{ [field]: value }])),
    { contributors: [{ authorId: 9, author: 'other', authorType: '옮김' }] },
    { deal },
    { deal: { ...deal, salePrice: 2 } },
    { deal: { ...deal, until: 20_002 } },
  ];
  for (const difference of differences) {
    const revision = await catalog.revision();
    const summary = await take(feeds, [record(anItem(1, difference))]);
    assert.equal(summary.item.changed, 1, JSON.stringify(difference));
    assert.ok((await catalog.revision()) > revision);
  }
});

test('records are applied in the order of the lines', async (t) => {
  const { feeds, catalog } = catalogFile(t);
  const summary = await take(feeds, [
    record(anItem(1)),
    { kind: 'remove', itemId: 1 },
    record(anItem(1, { withheld: true })),
    record(anItem(1, { withheld: true, salePrice: 1 })),
  ]);
  assert.deepEqual(summary.item, { added: 2, changed: 1, unchanged: 0, late: 0 });
  assert.equal((await catalog.findItems([1]))[0]?.salePrice, 1);
});

test('an item keeps its first registration when the feed names none', async (t) => {
  const { feeds } = catalogFile(t);
  const unnamed = (registeredAtMs: number): FeedRecord => ({
    kind: 'item',
    item: anItem(1, { registeredAtMs, publishDate: '' }),
    registeredAtIsDefault: true,
  });
  assert.equal((await take(feeds, [unnamed(1000)])).item.added, 1);
  assert.equal((await take(feeds, [unnamed(2000)])).item.unchanged, 1);
  assert.equal(
    (await take(feeds, [record(anItem(1, { registeredAtMs: 1000, publishDate: '' }))])).item.unchanged,
    1,
  );
  assert.equal(
    (await take(feeds, [record(anItem(1, { registeredAtMs: 3000, publishDate: '' }))])).item.changed,
    1,
  );
  assert.equal((await take(feeds, [unnamed(4000)])).item.unchanged, 1);
});

/** The tallies of all kinds together. */
function outcomes(summary: FeedSummary) {
  const total = { added: 0, changed: 0, unchanged: 0, late: 0 };
  for (const tally of Object.values(summary)) {
    for (const outcome of ['added', 'changed', 'unchanged', 'late'] as const)
      total[outcome] += tally[outcome];
  }
  return total;
}
