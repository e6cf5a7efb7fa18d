import { type KstDay, kstMonthFirstDay } from '../clock.ts';
import { DAY_CODES, type DayCopies, indexItems, type MonthCopies } from './day-copies.ts';
import { SEGMENT_COUNT } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { type CellLists, layOutEntrants, listInOrder, orderByScore } from './ranked-lists.ts';

/** A steady seller reached its score in this many of this many weeks (docs/lists.md#steady). */
const WEEKS = 52;
const WEEKS_AT_SCORE = 36;
const WEEK_DAYS = 7;
/** Its publication is at least this long ago. */
const AGE_DAYS_MIN = 365;

/** The first day whose copies a steady list up to `untilDay` counts. */
export function steadyFromDay(untilDay: KstDay): KstDay {
  return untilDay - WEEKS * WEEK_DAYS + 1;
}

/**
 * The steady sellers of the 52 weeks that end on `untilDay`: ranked by the 36th highest of the 52 counts, ties by
 * their sum. An item's age is that of the day after, when the list is read.
 */
export function tallySteady(
  catalog: RankCatalog,
  months: readonly MonthCopies[],
  untilDay: KstDay,
): CellLists {
  const weeksSold = countWeeks(catalog, months, untilDay);
  const eligible: number[] = [];
  const place = new Int32Array(catalog.itemIds.length);
  for (let item = 0; item < place.length; item++) {
    const isOld = (catalog.publishDays[item] ?? Number.NaN) <= untilDay + 1 - AGE_DAYS_MIN;
    const isEligible = isOld && catalog.withheld[item] !== 1 && (weeksSold[item] ?? 0) >= WEEKS_AT_SCORE;
    if (isEligible) place[item] = eligible.push(item);
  }
  const counts = new Uint32Array(eligible.length * WEEKS);
  for (const { days, items, weeks } of monthsOf(catalog, months, untilDay)) {
    for (let at = 0; at < items.length; at++) {
      const row = (place[items[at] ?? -1] ?? 0) - 1;
      if (row < 0) continue;
      const end = days.start[at + 1] ?? 0;
      for (let entry = days.start[at] ?? 0; entry < end; entry++) {
        const week = weeks[days.codes[entry] ?? 0] ?? -1;
        if (week < 0) continue;
        const counter = row * WEEKS + week;
        counts[counter] = (counts[counter] ?? 0) + (days.copies[entry] ?? 0);
      }
    }
  }
  const scores = new Uint32Array(eligible.length);
  const sums = new Float64Array(eligible.length);
  for (let row = 0; row < scores.length; row++) {
    scores[row] = scoreOf(counts, row * WEEKS);
    for (let week = row * WEEKS; week < (row + 1) * WEEKS; week++) {
      sums[row] = (sums[row] ?? 0) + (counts[week] ?? 0);
    }
  }
  const bySum = orderByScore(sums, 0);
  const order = orderByScore(
    scores.map((_, at) => scores[bySum[at] ?? 0] ?? 0),
    0,
  ).map((at) => bySum[at] ?? 0);
  return listInOrder(layOutEntrants(catalog, Int32Array.from(eligible)), order);
}

/** The number of the 52 weeks in which each item of the catalogue sold. */
function countWeeks(catalog: RankCatalog, months: readonly MonthCopies[], untilDay: KstDay): Uint8Array {
  const sold = new Uint8Array(catalog.itemIds.length);
  // The entries of an item come week by week, oldest week first; the last week of a month may be the next one's first.
  const lastWeek = new Int8Array(sold.length).fill(-1);
  for (const { days, items, weeks } of monthsOf(catalog, months, untilDay)) {
    for (let at = 0; at < items.length; at++) {
      const item = items[at] ?? -1;
      if (item < 0) continue;
      let last = lastWeek[item] ?? -1;
      let count = sold[item] ?? 0;
      const end = days.start[at + 1] ?? 0;
      for (let entry = days.start[at] ?? 0; entry < end; entry++) {
        const week = weeks[days.codes[entry] ?? 0] ?? -1;
        if (week < 0 || week === last) continue;
        last = week;
        count++;
      }
      lastWeek[item] = last;
      sold[item] = count;
    }
  }
  return sold;
}

interface MonthOfWeeks {
  readonly days: DayCopies;
  /** Positions in the catalogue, -1 = not in it. */
  readonly items: Int32Array;
  /** The week of every code, week 0 being the one that ends on the last day; -1 = none of the 52. */
  readonly weeks: Int8Array;
}

/** The months that overlap the 52 weeks, oldest first. */
function* monthsOf(
  catalog: RankCatalog,
  months: readonly MonthCopies[],
  untilDay: KstDay,
): Generator<MonthOfWeeks> {
  for (const one of months.toSorted((a, b) => a.month - b.month)) {
    const firstDay = kstMonthFirstDay(one.month);
    if (firstDay > untilDay || kstMonthFirstDay(one.month + 1) <= steadyFromDay(untilDay)) continue;
    const weeks = Int8Array.from({ length: DAY_CODES }, (_, code) => {
      const age = untilDay - firstDay - Math.floor(code / SEGMENT_COUNT);
      return age < 0 || age >= WEEKS * WEEK_DAYS ? -1 : Math.floor(age / WEEK_DAYS);
    });
    const { days } = one;
    yield { days, items: indexItems(catalog, days), weeks };
  }
}

/** The 36th highest of the 52 counts from a position on: the highest number that so many of them reach. */
function scoreOf(counts: Uint32Array, from: number): number {
  let score = 0;
  let highest = 0;
  for (let at = from; at < from + WEEKS; at++) highest = Math.max(highest, counts[at] ?? 0);
  while (score < highest) {
    const middle = Math.ceil((score + highest) / 2);
    let weeks = 0;
    for (let at = from; at < from + WEEKS; at++) if ((counts[at] ?? 0) >= middle) weeks++;
    if (weeks >= WEEKS_AT_SCORE) score = middle;
    else highest = middle - 1;
  }
  return score;
}
