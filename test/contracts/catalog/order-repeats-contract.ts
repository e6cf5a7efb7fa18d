import assert from 'node:assert/strict';
import type { FeedRecord } from '../../../src/ingest/feed-record.ts';
import { contractOf } from '../guarantee.ts';
import { type FeedStoreSetup, take } from './feed-store-contract.ts';

/** How every adapter of the FeedStore port tells orders under new numbers (docs/rules/feeds.md#brakes). */
export const orderRepeatsContract = contractOf<FeedStoreSetup>((test) => {
  test('an order like another one under a new number is told from the same one', async ({ feeds }) => {
    await take(feeds, [sale('A-1')]);
    const transaction = await feeds.begin();
    await transaction.apply([sale('A-1'), sale('B-1')].map((record, at) => ({ line: at + 1, record })));
    const { repeats } = await transaction.finish();
    assert.deepEqual(repeats, { orders: 1, repeated: 1, examples: ['"B-1" = "A-1"'] });
    await transaction.rollback();
  });
});

const sale = (orderId: string): FeedRecord => ({
  kind: 'sale',
  sale: {
    orderId,
    lineNo: 1,
    itemId: 404,
    isbn13: null,
    quantity: 2,
    unitPrice: null,
    soldAtMs: Date.UTC(2026, 10, 20),
    sex: null,
    age: null,
    buyer: null,
    buyerType: 'person',
  },
});
