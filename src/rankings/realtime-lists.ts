import { type KstDay, kstDayOf } from '../clock.ts';
import { countCopies, type OrderIsBefore } from './counted-copies.ts';
import { REALTIME_BUCKET_MS, realtimeBucketOf } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { type CellLists, listByScore } from './ranked-lists.ts';
import type { SaleLines } from './sale.ts';

/** Buckets of a list: 24 hours (docs/lists.md#realtime). */
export const REALTIME_BUCKETS = 144;
/** Half-life of a copy, in buckets. */
const HALF_LIFE_BUCKETS = 36;
/** Longest list. */
const DEPTH = 100;

const WEIGHTS = Float64Array.from({ length: REALTIME_BUCKETS }, (_, age) =>
  Math.round(1000 * 2 ** (-age / HALF_LIFE_BUCKETS)),
);

export interface RealtimeInput {
  readonly catalog: RankCatalog;
  /** The latest bucket that counts. It may have only begun. */
  readonly bucket: number;
  /** Copies of an item that one buyer may count in a day. */
  readonly copiesPerBuyer: number;
  /** The lines of one day. */
  readLines(day: KstDay): { readonly lines: SaleLines; readonly isOrderBefore: OrderIsBefore };
}

export interface RealtimeLists {
  /** Not compared with any earlier lists yet. */
  readonly lists: CellLists;
  /** Those of the bucket 24 hours earlier, if they can be counted from the same lines. */
  readonly dayBefore: CellLists;
}

/** The lists of the 24 hours that end with a bucket. Which of a buyer's lines count is decided day by day. */
export function tallyRealtime(input: RealtimeInput): RealtimeLists {
  const { catalog, bucket, copiesPerBuyer } = input;
  const scores = new Float64Array(catalog.itemIds.length);
  const scoresBefore = new Float64Array(catalog.itemIds.length);
  const fromDay = kstDayOf((bucket - 2 * REALTIME_BUCKETS + 1) * REALTIME_BUCKET_MS);
  for (let day = fromDay; day <= kstDayOf(bucket * REALTIME_BUCKET_MS); day++) {
    const { lines, isOrderBefore } = input.readLines(day);
    const copies = countCopies(lines, copiesPerBuyer, isOrderBefore);
    for (let line = 0; line < lines.count; line++) {
      const age = bucket - realtimeBucketOf(lines.soldAtMs[line] ?? 0);
      if (age < 0 || age >= 2 * REALTIME_BUCKETS) continue;
      const item = lines.item[line] ?? 0;
      const sums = age < REALTIME_BUCKETS ? scores : scoresBefore;
      sums[item] = (sums[item] ?? 0) + (copies[line] ?? 0) * (WEIGHTS[age % REALTIME_BUCKETS] ?? 0);
    }
  }
  return {
    lists: listByScore(catalog, scores, DEPTH),
    dayBefore: listByScore(catalog, scoresBefore, DEPTH),
  };
}
