import { type KstMonth, kstMonthFirstDay, kstWeekFirstDay, kstWeekOfDay } from '../clock.ts';
import type { MonthCopies } from './day-copies.ts';
import { sumItems } from './period-copies.ts';
import { previousFromTally } from './previous-lists.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { type CellLists, compareWithPrevious, listByScore, type PreviousList } from './ranked-lists.ts';

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
