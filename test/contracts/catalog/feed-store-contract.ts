import assert from 'node:assert/strict';
import type { CatalogStore } from '../../../src/catalog/catalog-store.ts';
import type { FeedRecord, FeedSummary } from '../../../src/ingest/feed-record.ts';
import type { FeedStore, FeedTransaction } from '../../../src/ingest/feed-store.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { contractOf, type Guarantee } from '../guarantee.ts';
import { anItem, category, person, record } from './catalog-records.ts';

/** An empty store, and a reader of its catalogue on another connection. */
export interface FeedStoreSetup {
  readonly feeds: FeedStore;
  readonly catalog: CatalogStore;
  readonly clock: FixedClock;
}

/** What every adapter of the FeedStore port guarantees (docs/feeds.md#records, #brakes). */
export const feedStoreContract = contractOf<FeedStoreSetup>((test) => {
  transactionGuarantees(test);
  outcomeGuarantees(test);
});

function transactionGuarantees(test: Guarantee<FeedStoreSetup>): void {
  test('readers see nothing before the commit and everything after it', async ({ feeds, catalog }) => {
    const before = await catalog.revision();
    const transaction = await feeds.begin();
    await apply(transaction, record(category('001')), record(anItem(1)), record(person(7)));
    assert.equal(await catalog.revision(), before);
    assert.equal(await catalog.countItems(), 0);
    assert.deepEqual(await catalog.listCategories(), []);
    await transaction.commit();
    assert.ok((await catalog.revision()) > before);
    assert.equal(await catalog.countItems(), 1);
    assert.equal((await catalog.listCategories()).length, 1);
    assert.deepEqual(await catalog.findAuthor(7), person(7));
  });

  test('a rollback leaves nothing and says what a commit would have done', async ({ feeds, catalog }) => {
    const before = await catalog.revision();
    const transaction = await feeds.begin();
    await apply(transaction, record(category('001')), record(anItem(1)));
    const summary = await transaction.rollback();
    assert.equal(summary.item.added, 1);
    assert.equal(summary.category.added, 1);
    assert.equal(await catalog.countItems(), 0);
    assert.equal(await catalog.revision(), before);
    assert.deepEqual(await transaction.rollback(), summary);
    await assert.rejects(transaction.commit(), /ended/);
  });

  test('a second import waits until the first has ended, and sees what it did', async ({ feeds }) => {
    const first = await feeds.begin();
    await apply(first, record(anItem(1)));
    const order: string[] = [];
    const second = feeds.begin().then((transaction) => {
      order.push('second begins');
      return transaction;
    });
    await apply(first, record(anItem(2)));
    order.push('first commits');
    await first.commit();
    const transaction = await second;
    assert.deepEqual(order, ['first commits', 'second begins']);
    await apply(transaction, record(anItem(2)));
    assert.equal((await transaction.commit()).item.unchanged, 1);
  });

  test('who waits for another import can be called off', async ({ feeds }) => {
    const first = await feeds.begin();
    const calledOff = new AbortController();
    const second = feeds.begin({ signal: calledOff.signal });
    calledOff.abort(new Error('never mind'));
    await assert.rejects(second, /never mind/);
    await first.rollback();
    await (await feeds.begin()).rollback();
  });
}

function outcomeGuarantees(test: Guarantee<FeedStoreSetup>): void {
  test('the same content twice is unchanged and not a new revision', async ({ feeds, catalog }) => {
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

  test('every single difference of an item is a change and a new revision', async ({ feeds, catalog }) => {
    await take(feeds, [record(anItem(1))]);
    const differences: Parameters<typeof anItem>[1][] = [
      { isbn13: '9788936434595' },
      { isbn10: '8936434594' },
      { title: 'other' },
      { subTitle: 'other' },
      { originalTitle: 'other' },
      { originalTranslation: 'other' },
      { contributors: [{ authorId: null, author: 'other', authorType: '' }] },
      { contributors: [{ authorId: 9, author: 'other', authorType: '' }] },
      { contributors: [{ authorId: 9, author: 'other', authorType: '옮김' }] },
      { publisher: 'other' },
      { publishDate: '2024-05-02' },
      { catalog: 'DVD' },
      { goodsType: 'other' },
      { goodsSortNm: 'other' },
      { categoryIds: ['001', '002'] },
      { adultYn: 'Y' },
      { shopPrice: 1.5 },
      { salePrice: 1.5 },
      { deal: { salePrice: 1, from: 20_000, until: 20_001 } },
      { deal: { salePrice: 2, from: 20_000, until: 20_001 } },
      { deal: { salePrice: 2, from: 20_001, until: 20_001 } },
      { deal: { salePrice: 2, from: 20_001, until: 20_002 } },
      { itemStatus: 'other' },
      { itemFormat: 'other' },
      { fixedBookPriceYn: 'N' },
      { pages: 1 },
      { weight: 1 },
      { width: 1 },
      { length: 1 },
      { height: 1 },
      { servicePoint: 1 },
      { starScore: 1.5 },
      { ebookId: 1 },
      { series: [{ seriesId: 1, seriesName: 'other' }] },
      { cover: 'https://img.example/1.jpg' },
      { sideCover: 'https://img.example/1.jpg' },
      { backCover: 'https://img.example/1.jpg' },
      { contentDetail: { bookIntroduction: 'other', bookSummary: null, tableOfContents: null } },
      { registeredAtMs: 1 },
      { attention: { from: 20_000, until: 20_001 } },
      { attention: { from: 20_000, until: 20_002 } },
      { withheld: true },
    ];
    for (const difference of differences) {
      const revision = await catalog.revision();
      const summary = await take(feeds, [record(anItem(1, difference))]);
      assert.equal(summary.item.changed, 1, JSON.stringify(difference));
      assert.ok((await catalog.revision()) > revision);
    }
  });

  test('records are applied in the order of the lines', async ({ feeds, catalog }) => {
    const summary = await take(feeds, [
      record(anItem(1)),
      { kind: 'remove', itemId: 1 },
      record(anItem(1, { withheld: true })),
      record(anItem(1, { withheld: true, salePrice: 1 })),
    ]);
    assert.deepEqual(summary.item, { added: 2, changed: 1, unchanged: 0, late: 0 });
    assert.equal((await catalog.findItems([1]))[0]?.salePrice, 1);
  });

  test('an item keeps its first registration when the feed names none', async ({ feeds }) => {
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
}

async function apply(transaction: FeedTransaction, ...records: readonly FeedRecord[]): Promise<void> {
  const { refused } = await transaction.apply(records.map((one, at) => ({ line: at + 1, record: one })));
  assert.deepEqual(refused, []);
}

/** One whole import. */
export async function take(feeds: FeedStore, records: readonly FeedRecord[]): Promise<FeedSummary> {
  const transaction = await feeds.begin();
  await apply(transaction, ...records);
  return transaction.commit();
}

/** The tallies of all kinds together. */
function outcomes(summary: FeedSummary) {
  const total = { added: 0, changed: 0, unchanged: 0, late: 0 };
  for (const tally of Object.values(summary)) {
    for (const outcome of ['added', 'changed', 'unchanged', 'late'] as const)
      total[outcome] += tally[outcome];
  }
  return total;
}
