import assert from 'node:assert/strict';
import type { CatalogStore } from '../../../src/catalog/catalog-store.ts';
import type { FeedRecord, FeedSummary } from '../../../src/ingest/feed-record.ts';
import type { FeedStore, FeedTransaction } from '../../../src/ingest/feed-store.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { contractOf } from '../guarantee.ts';
import { anItem, category, person, record } from './catalog-records.ts';

export interface FeedStoreSetup {
  readonly feeds: FeedStore;
  readonly catalog: CatalogStore;
  readonly clock: FixedClock;
}

/** What imports guarantee (docs/feeds.md#records). */
export const feedStoreContract = contractOf<FeedStoreSetup>((test) => {
  test('readers see nothing before the commit and everything after it', async ({ feeds, catalog }) => {
    const before = await catalog.readRevision();
    const transaction = await feeds();
    await apply(transaction, record(category('001')), record(anItem(1)), record(person(7)));
    assert.equal(await catalog.readRevision(), before);
    assert.equal(await catalog.countItems(), 0);
    assert.deepEqual(await catalog.listCategories(), []);
    await transaction.commit();
    assert.ok((await catalog.readRevision()) > before);
    assert.equal(await catalog.countItems(), 1);
    assert.equal((await catalog.listCategories()).length, 1);
    assert.deepEqual(await catalog.findAuthor(7), person(7));
  });

  test('a rollback leaves nothing and says what a commit would have done', async ({ feeds, catalog }) => {
    const before = await catalog.readRevision();
    const transaction = await feeds();
    await apply(transaction, record(category('001')), record(anItem(1)));
    const summary = await transaction.rollback();
    assert.equal(summary.item.added, 1);
    assert.equal(summary.category.added, 1);
    assert.equal(await catalog.countItems(), 0);
    assert.equal(await catalog.readRevision(), before);
    assert.deepEqual(await transaction.rollback(), summary);
    await assert.rejects(transaction.commit(), /ended/);
  });

  test('a second import waits until the first has ended, and sees what it did', async ({ feeds }) => {
    const first = await feeds();
    await apply(first, record(anItem(1)));
    const order: string[] = [];
    const second = feeds().then((transaction) => {
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
    const first = await feeds();
    const calledOff = new AbortController();
    const second = feeds({ signal: calledOff.signal });
    calledOff.abort(new Error('never mind'));
    await assert.rejects(second, /never mind/);
    await first.rollback();
    await (await feeds()).rollback();
  });
});

async function apply(transaction: FeedTransaction, ...records: readonly FeedRecord[]): Promise<void> {
  const { problems } = await transaction.apply(records.map((one, at) => ({ line: at + 1, record: one })));
  assert.deepEqual(problems, []);
}

export async function take(feeds: FeedStore, records: readonly FeedRecord[]): Promise<FeedSummary> {
  const transaction = await feeds();
  await apply(transaction, ...records);
  return transaction.commit();
}
