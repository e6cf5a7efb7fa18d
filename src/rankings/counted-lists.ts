import { seldomYield } from '../base/seldom-yield.ts';
import { orderByScore } from '../base/typed-arrays.ts';
import { type KstDay, type KstMonth, kstDayOf, kstMonthFirstDay } from '../clock.ts';
import { countCopies, type ReadOrderIds } from './counted-copies.ts';
import {
  type Columns,
  type Counters,
  exact,
  type MonthCopies,
  type Months,
  type SoldItems,
  sumColumns,
} from './day-copies.ts';
import {
  BUYER_SEGMENTS,
  CELL_COUNT,
  DATED_KINDS,
  REALTIME_BUCKET_MS,
  realtimeBucketOf,
  segmentsOfCell,
} from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import {
  type CellLists,
  compareWithPrevious,
  listByScore,
  listInOrder,
  type PreviousLists,
  previousFromTally,
} from './ranked-lists.ts';
import type { SaleLines } from './sale.ts';

export async function tallyMonth(
  catalog: RankCatalog,
  copies: MonthCopies,
  minSegmentCopies: number,
): Promise<CellLists[]> {
  const bySegment: Columns = { count: BUYER_SEGMENTS, columnOf: (_day, segment) => segment };
  return listBySegments(catalog, await sumColumns(catalog, [copies], bySegment), minSegmentCopies);
}

/** Scores of a copy in the overall list by the week of its sale, the latest week first (docs/lists.md#overall). */
const WEEK_SCORES = [4, 3, 2, 1];

export async function tallyOverall(
  catalog: RankCatalog,
  months: Months,
  untilDay: KstDay,
  minSegmentCopies: number,
): Promise<CellLists[]> {
  const scoreOf = (day: KstDay) => WEEK_SCORES[Math.floor((untilDay - day) / 7)] ?? 0;
  const columnOf = (day: KstDay, segment: number) => (scoreOf(day) > 0 ? segment : -1);
  const sold = await sumColumns(catalog, months, { count: BUYER_SEGMENTS, columnOf, scoreOf });
  return listBySegments(catalog, sold, minSegmentCopies);
}

/** All cells but the first hide items with fewer copies than `minSegmentCopies`. */
function listBySegments(
  catalog: RankCatalog,
  { items, copies, scores }: SoldItems,
  minSegmentCopies: number,
): Promise<CellLists[]> {
  return Array.fromAsync({ length: CELL_COUNT }, async (_, cell) => {
    await seldomYield();
    const segments = segmentsOfCell(cell);
    const sums = sumOf(scores, segments, items.length);
    if (cell === 0 || minSegmentCopies <= 1) return listByScore(catalog, items, sums, 1);
    const counts = copies === scores ? sums.slice() : sumOf(copies, segments, items.length);
    const isFew = (_: unknown, at: number) => (counts[at] ?? 0) > 0 && (counts[at] ?? 0) < minSegmentCopies;
    const few = items.filter(isFew);
    for (let at = 0; at < sums.length; at++) if ((counts[at] ?? 0) < minSegmentCopies) sums[at] = 0;
    const { start } = listInOrder(catalog, few, 1);
    const isThinned = Uint8Array.from(
      catalog.categoryIds,
      (_, at) => (start[at + 1] ?? 0) - (start[at] ?? 0),
    );
    return { ...listByScore(catalog, items, sums, 1), isThinned };
  });
}

function sumOf(columns: readonly Counters[], some: readonly number[], count: number): Counters {
  const sums = new (columns[0] instanceof Float64Array ? Float64Array : Uint32Array)(count);
  for (const column of some) {
    const numbers = columns[column] ?? sums;
    for (let at = 0; at < count; at++) sums[at] = (sums[at] ?? 0) + (numbers[at] ?? 0);
  }
  return sums;
}

/**
 * The daily lists of a month, or the weekly lists of all weeks that overlap it (docs/lists.md#weekly), each compared with the
 * list before. `months` are the months that these periods overlap. `previous(0)` is the list before the first list.
 */
export async function tallyPeriods(
  catalog: RankCatalog,
  kind: 'daily' | 'weekly',
  month: KstMonth,
  months: Months,
  previous: PreviousLists,
): Promise<readonly CellLists[]> {
  const { ofDay } = DATED_KINDS[kind];
  const first = ofDay(kstMonthFirstDay(month));
  const count = ofDay(kstMonthFirstDay(month + 1) - 1) - first + 1;
  const columnOf = (day: KstDay) => {
    const period = ofDay(day) - first;
    return period < count ? Math.max(period, -1) : -1;
  };
  const { items, copies } = await sumColumns(catalog, months, { count, columnOf });
  const lists = await Array.fromAsync(copies, async (ofPeriod) => {
    await seldomYield();
    return listByScore(catalog, items, ofPeriod, 1);
  });
  const before = previousFromTally(lists);
  return compareWithPrevious(catalog, lists, (period) => (period === 0 ? previous(0) : before(period - 1)));
}

/** A steady seller reached its score in 36 of the last 52 weeks (docs/lists.md#steady). */
const WEEKS = 52;
const WEEKS_AT_SCORE = 36;
const AGE_DAYS_MIN = 365;

export function steadyFromDay(untilDay: KstDay): KstDay {
  return untilDay - WEEKS * 7 + 1;
}

/** The steady sellers of the 52 weeks until `untilDay`. An item's age is counted on the next day, when the list appears. */
export async function tallySteady(
  catalog: RankCatalog,
  months: Months,
  untilDay: KstDay,
): Promise<CellLists> {
  const fromDay = steadyFromDay(untilDay);
  const weeks = await sumColumns(catalog, months, {
    count: WEEKS,
    columnOf: (day) => (day > untilDay ? -1 : Math.max(Math.floor((day - fromDay) / 7), -1)),
    isListed: (item, copies) =>
      copies >= WEEKS_AT_SCORE && (catalog.publishDays[item] ?? Number.NaN) <= untilDay + 1 - AGE_DAYS_MIN,
  });
  const counts = new Float64Array(WEEKS);
  const scores = Float64Array.from(weeks.items, (_, at) => {
    for (let week = 0; week < WEEKS; week++) counts[week] = weeks.copies[week]?.[at] ?? 0;
    return counts.sort()[WEEKS - WEEKS_AT_SCORE] ?? 0;
  });
  const sums = sumOf(weeks.copies, [...weeks.copies.keys()], scores.length);
  const order = Int32Array.from(scores.keys())
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
  const ranked = order.map((at) => weeks.items[at] ?? 0);
  return listInOrder(catalog, ranked);
}

export const REALTIME_BUCKETS = 144;
const HALF_LIFE_BUCKETS = 36;
const REALTIME_DEPTH = 100;

const BUCKET_SCORES = Float64Array.from({ length: REALTIME_BUCKETS }, (_, age) =>
  Math.round(1000 * 2 ** (-age / HALF_LIFE_BUCKETS)),
);

/** The realtime lists of the 24 hours up to `bucket`, which may still be incomplete. `copiesPerBuyer` applies to each day. */
export async function tallyRealtime(
  catalog: RankCatalog,
  bucket: number,
  copiesPerBuyer: number,
  readLines: (
    fromDay: KstDay,
    untilDay: KstDay,
  ) => Promise<{ readonly lines: SaleLines; readonly readOrderIds: ReadOrderIds }>,
): Promise<CellLists> {
  const scores = new Float64Array(catalog.itemIds.length);
  const dayOf = (one: number) => kstDayOf(one * REALTIME_BUCKET_MS);
  for (let day = dayOf(bucket - REALTIME_BUCKETS + 1); day <= dayOf(bucket); day++) {
    const { lines, readOrderIds } = await readLines(day, day);
    const copies = await countCopies(lines, copiesPerBuyer, readOrderIds);
    for (let line = 0; line < lines.count; line++) {
      const item = lines.item[line] ?? 0;
      const age = bucket - realtimeBucketOf(lines.soldAtMs[line] ?? 0);
      scores[item] = exact((scores[item] ?? 0) + (copies[line] ?? 0) * (BUCKET_SCORES[age] ?? 0));
    }
  }
  for (const [item, isWithheld] of catalog.withheld.entries()) if (isWithheld === 1) scores[item] = 0;
  return listInOrder(catalog, orderByScore(scores, 1), REALTIME_DEPTH);
}
