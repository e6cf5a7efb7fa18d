import assert from 'node:assert/strict';
import type { FeedRecord, FeedSummary } from '../../../src/ingest/feed-record.ts';
import type { FeedStore, FeedTransaction } from '../../../src/ingest/feed-store.ts';

export async function apply(transaction: FeedTransaction, ...records: readonly FeedRecord[]): Promise<void> {
  const { problems } = await transaction.apply(records.map((one, at) => ({ line: at + 1, record: one })));
  assert.deepEqual(problems, []);
}

export async function take(feeds: FeedStore, records: readonly FeedRecord[]): Promise<FeedSummary> {
  const transaction = await feeds();
  await apply(transaction, ...records);
  return transaction.commit();
}
