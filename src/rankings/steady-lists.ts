import type { KstDay } from '../clock.ts';
import { kstMonthFirstDay } from '../clock.ts';
import { DAY_CODES, type DayCopies, indexItems, type MonthCopies } from './day-copies.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { type CellLists, layOutEntrants, listInOrder } from './ranked-lists.ts';
import { SEGMENT_COUNT } from './segments.ts';

/** A steady seller reached its score in this many of this many weeks (docs/rules/rankings.md#steady). */
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
  const scores = eligible.map((_, row) => scoreOf(counts.subarray(row * WEEKS, (row + 1) * WEEKS)));
  const order = Int32Array.from(scores.keys()).sort((a, b) => {
    const [one, other] = [scores[a], scores[b]];
    if (one === undefined || other === undefined) return 0;
    return other.score - one.score || other.sum - one.sum || a - b;
  });
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

function scoreOf(counts: Uint32Array): { readonly score: number; readonly sum: number } {
  const ascending = counts.slice().sort();
  return {
    score: ascending[WEEKS - WEEKS_AT_SCORE] ?? 0,
    sum: counts.reduce((sum, one) => sum + one, 0),
  };
}
