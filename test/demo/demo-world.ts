import { type DemoOptions, demoRecords } from '../../demo/demo-records.ts';
import { kstDayOf } from '../../src/clock.ts';
import type { FeedRecord } from '../../src/ingest/feed-record.ts';

/** A day in the middle of a month. */
export const TODAY = kstDayOf(Date.parse('2026-11-21T12:00:00+09:00'));

type RecordOf<K extends FeedRecord['kind']> = Extract<FeedRecord, { kind: K }>;

export function demoWorld(options: Partial<DemoOptions> = {}) {
  const records = [...demoRecords({ items: 20_000, months: 24, today: TODAY, ...options })];
  const of = <K extends FeedRecord['kind']>(kind: K) =>
    records.filter((record): record is RecordOf<K> => record.kind === kind);
  return {
    records,
    categories: of('category').map((record) => record.category),
    authors: of('author').map((record) => record.author),
    items: of('item').map((record) => record.item),
    sales: of('sale').map((record) => record.sale),
    cancellations: of('cancel').map((record) => record.cancellation),
  };
}
