import { setImmediate } from 'node:timers/promises';
import type { KstDay } from '../src/clock.ts';
import type { FeedSummary, NumberedRecord } from '../src/ingest/feed-record.ts';
import type { FeedStore, FeedTransaction } from '../src/ingest/feed-store.ts';
import { DEMO_ITEMS_DEFAULT, DEMO_MONTHS_DEFAULT, type DemoOptions, demoRecords } from './demo-records.ts';

interface LoadDemoRequest {
  readonly store: FeedStore;
  /** Default DEMO_ITEMS_DEFAULT. */
  readonly items?: number;
  /** Default DEMO_MONTHS_DEFAULT. */
  readonly months?: number;
  readonly today: KstDay;
  /** No order is later. Default: the end of `today`. */
  readonly untilMs?: number;
  /** Called now and then with a line of progress for the operator. */
  onProgress?(line: string): void;
}

/** Records per batch: enough for the store to work in bulk, few enough to let other work in between. */
const BATCH_RECORDS = 5000;

/**
 * Loads the demo catalogue and its orders into a store, in one transaction: readers see all of it or nothing. Throws
 * what the store throws, and when the store refuses a record, because something else already uses the demo's numbers.
 */
export async function loadDemo(request: LoadDemoRequest): Promise<FeedSummary> {
  const { store, items = DEMO_ITEMS_DEFAULT, months = DEMO_MONTHS_DEFAULT, today, untilMs } = request;
  const transaction = await store();
  try {
    const options = { items, months, today, ...(untilMs === undefined ? {} : { untilMs }) };
    await applyAll(transaction, options, request.onProgress);
    request.onProgress?.('writing it to disk');
    return await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

async function applyAll(
  transaction: FeedTransaction,
  options: DemoOptions,
  onProgress: LoadDemoRequest['onProgress'],
): Promise<void> {
  const counts = { items: 0, sales: 0 };
  let reported = 0;
  for (const batch of batches(options)) {
    const [problem] = (await transaction.apply(batch)).problems;
    if (problem !== undefined) {
      throw new Error(`the store refuses demo record ${problem.line}: ${problem.field} ${problem.reason.en}`);
    }
    for (const { record } of batch) {
      if (record.kind === 'item') counts.items++;
      else if (record.kind === 'sale') counts.sales++;
    }
    const done = counts.items + counts.sales;
    if (done - reported >= PROGRESS_RECORDS) {
      onProgress?.(`${number(counts.items)} items, ${number(counts.sales)} order lines`);
      reported = done;
    }
    await setImmediate();
  }
}

/** A line of progress after this many items and order lines. */
const PROGRESS_RECORDS = 50_000;

function* batches(options: DemoOptions): Generator<NumberedRecord[]> {
  let line = 0;
  let batch: NumberedRecord[] = [];
  for (const record of demoRecords(options)) {
    line++;
    batch.push({ line, record });
    if (batch.length < BATCH_RECORDS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
