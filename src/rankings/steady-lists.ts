import type { KstDay } from '../clock.ts';
import { kstMonthFirstDay } from '../clock.ts';
import { indexItems, type MonthCopies } from './day-copies.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { type CellLists, layOutEntrants, listInOrder } from './ranked-lists.ts';
import { SEGMENT_COUNT } from './segments.ts';

/** A steady seller sold its score in so many of so many weeks (decisions 3, steady). */
const WEEKS = 52;
const WEEKS_AT_SCORE = 36;
const WEEK_DAYS = 7;
/** It was published at least so long ago. */
const AGE_DAYS_MIN = 365;

/** The first day whose copies a steady list up to `untilDay` counts. */
export function steadyFromDay(untilDay: KstDay): KstDay {
  return untilDay - WEEKS * WEEK_DAYS + 1;
}

/**
 * The steady sellers of the 52 weeks that end on `untilDay`: ranked by the 36th highest of the 52 counts, ties
 * by their sum. The age of an item is taken on the day after, on which the list is read.
 */
export function tallySteady(
  catalog: RankCatalog,
  months: readonly MonthCopies[],
  untilDay: KstDay,
): CellLists {
  const weeksSold = new WeekCounter(catalog.itemIds.length);
  eachEntry(catalog, months, untilDay, (item, week) => weeksSold.note(item, week));
  const eligible: number[] = [];
  const place = new Int32Array(catalog.itemIds.length);
  for (let item = 0; item < place.length; item++) {
    const isOld = (catalog.publishDays[item] ?? Number.NaN) <= untilDay + 1 - AGE_DAYS_MIN;
    const isEligible = isOld && catalog.withheld[item] !== 1 && weeksSold.count(item) >= WEEKS_AT_SCORE;
    if (isEligible) place[item] = eligible.push(item);
  }
  const counts = new Uint32Array(eligible.length * WEEKS);
  eachEntry(catalog, months, untilDay, (item, week, copies) => {
    const row = (place[item] ?? 0) - 1;
    if (row >= 0) counts[row * WEEKS + week] = (counts[row * WEEKS + week] ?? 0) + copies;
  });
  const scores = eligible.map((_, row) => scoreOf(counts.subarray(row * WEEKS, (row + 1) * WEEKS)));
  const order = Int32Array.from(scores.keys()).sort((a, b) => {
    const [one, other] = [scores[a], scores[b]];
    if (one === undefined || other === undefined) return 0;
    return other.score - one.score || other.sum - one.sum || a - b;
  });
  return listInOrder(layOutEntrants(catalog, Int32Array.from(eligible)), order);
}

/** In how many weeks an item sold. The entries of an item come week by week, latest week number first. */
class WeekCounter {
  readonly #weeks: Uint8Array;
  readonly #last: Uint8Array;

  constructor(itemCount: number) {
    this.#weeks = new Uint8Array(itemCount);
    this.#last = new Uint8Array(itemCount).fill(WEEKS);
  }

  note(item: number, week: number): void {
    if (this.#last[item] === week) return;
    this.#last[item] = week;
    this.#weeks[item] = (this.#weeks[item] ?? 0) + 1;
  }

  count(item: number): number {
    return this.#weeks[item] ?? 0;
  }
}

/** Calls `visit` for every entry of the 52 weeks; an item's days come in order. Week 0 ends on `untilDay`. */
function eachEntry(
  catalog: RankCatalog,
  months: readonly MonthCopies[],
  untilDay: KstDay,
  visit: (item: number, week: number, copies: number) => void,
): void {
  for (const one of months.toSorted((a, b) => a.month - b.month)) {
    const firstDay = kstMonthFirstDay(one.month);
    if (firstDay > untilDay || kstMonthFirstDay(one.month + 1) <= steadyFromDay(untilDay)) continue;
    const { days } = one;
    const items = indexItems(catalog, days);
    for (let at = 0; at < items.length; at++) {
      const item = items[at] ?? -1;
      if (item < 0) continue;
      const end = days.start[at + 1] ?? 0;
      for (let entry = days.start[at] ?? 0; entry < end; entry++) {
        const age = untilDay - firstDay - Math.floor((days.codes[entry] ?? 0) / SEGMENT_COUNT);
        if (age < 0 || age >= WEEKS * WEEK_DAYS) continue;
        visit(item, Math.floor(age / WEEK_DAYS), days.copies[entry] ?? 0);
      }
    }
  }
}

function scoreOf(counts: Uint32Array): { readonly score: number; readonly sum: number } {
  const ascending = counts.slice().sort();
  return {
    score: ascending[WEEKS - WEEKS_AT_SCORE] ?? 0,
    sum: counts.reduce((sum, one) => sum + one, 0),
  };
}
