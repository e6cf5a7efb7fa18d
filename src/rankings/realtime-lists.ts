import type { KstDay } from '../clock.ts';
import { kstDayOf } from '../clock.ts';
import { countCopies } from './counted-copies.ts';
import { previousFromTally } from './previous-lists.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { type CellLists, compareWithPrevious, listByScore } from './ranked-lists.ts';
import type { ReadLines } from './ranking-repository.ts';

/** Length of a bucket, in milliseconds. Days begin with a bucket. */
export const REALTIME_BUCKET_MS = 600_000;

/** Buckets of a list: 24 hours (docs/rules/rankings.md#realtime). */
const BUCKETS = 144;
/** After so many buckets a copy weighs half. */
const HALF_LIFE_BUCKETS = 36;
/** Longest list. */
const DEPTH = 100;

const WEIGHTS = Float64Array.from({ length: BUCKETS }, (_, age) =>
  Math.round(1000 * 2 ** (-age / HALF_LIFE_BUCKETS)),
);

/** The bucket in which an instant falls; the period of the realtime edition that is made in it. */
export function realtimeBucketOf(epochMs: number): number {
  return Math.floor(epochMs / REALTIME_BUCKET_MS);
}

export interface RealtimeInput {
  readonly catalog: RankCatalog;
  /** The latest bucket that counts. It may have only begun. */
  readonly bucket: number;
  /** Copies of an item that one buyer may count in a day. */
  readonly copiesPerBuyer: number;
  /** The lines of one day; the next call may reuse the arrays. */
  readLines(day: KstDay): Promise<Pick<ReadLines, 'lines' | 'isOrderBefore'>>;
}

/**
 * The lists of the 24 hours that end with a bucket, compared with those of the bucket 24 hours earlier, which are
 * counted from the same lines. Which lines of a buyer count is settled day by day.
 */
export async function tallyRealtime(input: RealtimeInput): Promise<CellLists> {
  const { catalog, bucket, copiesPerBuyer } = input;
  const scores = new Float64Array(catalog.itemIds.length);
  const scoresBefore = new Float64Array(catalog.itemIds.length);
  const fromDay = kstDayOf((bucket - 2 * BUCKETS + 1) * REALTIME_BUCKET_MS);
  for (let day = fromDay; day <= kstDayOf(bucket * REALTIME_BUCKET_MS); day++) {
    const { lines, isOrderBefore } = await input.readLines(day);
    const copies = countCopies(lines, copiesPerBuyer, isOrderBefore);
    for (let line = 0; line < lines.count; line++) {
      const age = bucket - realtimeBucketOf(lines.soldAtMs[line] ?? 0);
      if (age < 0 || age >= 2 * BUCKETS) continue;
      const item = lines.item[line] ?? 0;
      const sums = age < BUCKETS ? scores : scoresBefore;
      sums[item] = (sums[item] ?? 0) + (copies[line] ?? 0) * (WEIGHTS[age % BUCKETS] ?? 0);
    }
  }
  const lists = listByScore(catalog, scores, DEPTH);
  const before = listByScore(catalog, scoresBefore, DEPTH);
  compareWithPrevious(lists, 0, previousFromTally([before]), new Int32Array(scores.length));
  return lists;
}
