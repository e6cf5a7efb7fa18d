import { type KstMonth, kstMonthFirstDay, kstWeekFirstDay, kstWeekOfDay } from '../clock.ts';
import { type DayCopies, indexItems, type MonthCopies, sumItems } from './day-copies.ts';
import { SEGMENT_COUNT } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import {
  type CellLists,
  compareWithPrevious,
  type Entrants,
  listByScore,
  listInOrder,
  orderByScore,
  type PreviousList,
  previousFromTally,
} from './ranked-lists.ts';

/**
 * The daily lists of all buyers for the days of a month (docs/lists.md#daily), each
 * compared with the day before it. `previous` gives the lists of the last day before the month as its cell 0, or is
 * null. `copies` were summed from the same catalogue; `entrants` are the items of the month that may be listed.
 */
export function tallyDays(
  catalog: RankCatalog,
  entrants: Entrants,
  { month, days }: MonthCopies,
  previous: PreviousList | null,
): CellLists[] {
  const dayCount = kstMonthFirstDay(month + 1) - kstMonthFirstDay(month);
  const ranks = new Int32Array(catalog.itemIds.length);
  const lists: CellLists[] = [];
  let before = previous;
  for (const { places, copies } of splitByDay(catalog, entrants, days, dayCount)) {
    const order = orderByScore(copies, 1);
    for (let rank = 0; rank < order.length; rank++) order[rank] = places[order[rank] ?? 0] ?? 0;
    const list = listInOrder(entrants, order);
    if (before !== null) compareWithPrevious(list, 0, before, ranks);
    lists.push(list);
    before = previousFromTally([list]);
  }
  return lists;
}

/** What sold on one day and may be listed, in the order of ties. */
interface DaySales {
  /** Positions among the entrants. */
  readonly places: Int32Array;
  readonly copies: Uint32Array;
}

function splitByDay(catalog: RankCatalog, entrants: Entrants, days: DayCopies, dayCount: number): DaySales[] {
  const items = indexItems(catalog, days);
  const placeOf = new Int32Array(catalog.itemIds.length).fill(-1);
  for (const [place, item] of entrants.items.entries()) placeOf[item] = place;
  const split = Array.from(
    { length: dayCount },
    (): { readonly places: number[]; readonly copies: number[] } => ({ places: [], copies: [] }),
  );
  for (let at = 0; at < items.length; at++) {
    const place = placeOf[items[at] ?? -1] ?? -1;
    if (place < 0) continue;
    let lastDay = -1;
    const end = days.start[at + 1] ?? 0;
    for (let entry = days.start[at] ?? 0; entry < end; entry++) {
      const day = Math.floor((days.codes[entry] ?? 0) / SEGMENT_COUNT);
      const sales = split[day];
      if (sales === undefined) continue;
      if (day !== lastDay) {
        sales.places.push(place);
        sales.copies.push(0);
      }
      lastDay = day;
      const last = sales.copies.length - 1;
      sales.copies[last] = (sales.copies[last] ?? 0) + (days.copies[entry] ?? 0);
    }
  }
  return split.map((sales) => ({
    places: Int32Array.from(sales.places),
    copies: Uint32Array.from(sales.copies),
  }));
}

/**
 * The weekly lists of all buyers for every week that a month has days of (docs/lists.md#weekly), each compared with the week
 * before it. `copies` are those of the month and of its neighbours, as far as they are counted. `previous` gives the lists of
 * the week before the first as its cell 0.
 */
export function tallyWeeks(
  catalog: RankCatalog,
  month: KstMonth,
  copies: readonly MonthCopies[],
  previous: PreviousList,
): CellLists[] {
  const ranks = new Int32Array(catalog.itemIds.length);
  const lists: CellLists[] = [];
  let before = previous;
  const last = kstWeekOfDay(kstMonthFirstDay(month + 1) - 1);
  for (let week = kstWeekOfDay(kstMonthFirstDay(month)); week <= last; week++) {
    const monday = kstWeekFirstDay(week);
    const list = listByScore(catalog, sumItems(catalog, copies, monday, monday + 6));
    compareWithPrevious(list, 0, before, ranks);
    lists.push(list);
    before = previousFromTally([list]);
  }
  return lists;
}
