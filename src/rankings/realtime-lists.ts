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

/**
 * The lists of the 24 hours that end with a bucket, which may have only begun, and those of the bucket 24 hours earlier as far as
 * they can be counted from the same lines. Which of a buyer's lines count is decided day by day.
 */
export function tallyRealtime(
  catalog: RankCatalog,
  bucket: number,
  copiesPerBuyer: number,
  readLines: (
    fromDay: KstDay,
    untilDay: KstDay,
  ) => { readonly lines: SaleLines; readonly isOrderBefore: OrderIsBefore },
): { readonly lists: CellLists; readonly dayBefore: CellLists } {
  const scores = new Float64Array(catalog.itemIds.length);
  const scoresBefore = new Float64Array(catalog.itemIds.length);
  const fromDay = kstDayOf((bucket - 2 * REALTIME_BUCKETS + 1) * REALTIME_BUCKET_MS);
  for (let day = fromDay; day <= kstDayOf(bucket * REALTIME_BUCKET_MS); day++) {
    const { lines, isOrderBefore } = readLines(day, day);
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
