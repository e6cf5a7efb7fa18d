import type { DayCopies } from './day-copies.ts';
import { indexItems } from './day-copies.ts';
import { previousFromTally } from './previous-lists.ts';
import type { RankCatalog } from './rank-catalog.ts';
import {
  type CellLists,
  compareWithPrevious,
  layOutEntrants,
  listInOrder,
  orderByScore,
  type PreviousList,
} from './ranked-lists.ts';
import { SEGMENT_COUNT } from './segments.ts';

/**
 * The daily lists of all buyers for the first `dayCount` days of a month (decisions 3, daily), each compared with
 * the day before it. `previous` gives the lists of the last day before the month as its cell 0, or is null.
 * `days` was summed from the same catalogue.
 */
export function tallyDays(
  catalog: RankCatalog,
  days: DayCopies,
  dayCount: number,
  previous: PreviousList | null,
): CellLists[] {
  const ranks = new Int32Array(catalog.itemIds.length);
  const lists: CellLists[] = [];
  let before = previous;
  for (const { items, copies } of splitByDay(catalog, days, dayCount)) {
    const list = listInOrder(layOutEntrants(catalog, items), orderByScore(copies, 1));
    if (before !== null) compareWithPrevious(list, 0, before, ranks);
    lists.push(list);
    before = previousFromTally([list]);
  }
  return lists;
}

/** What sold on one day and may be listed, in the order of ties. */
interface DaySales {
  readonly items: Int32Array;
  readonly copies: Uint32Array;
}

function splitByDay(catalog: RankCatalog, days: DayCopies, dayCount: number): DaySales[] {
  const items = indexItems(catalog, days);
  const split = Array.from({ length: dayCount }, () => ({ items: [] as number[], copies: [] as number[] }));
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? -1;
    if (item < 0 || catalog.withheld[item] === 1) continue;
    let lastDay = -1;
    const end = days.start[at + 1] ?? 0;
    for (let entry = days.start[at] ?? 0; entry < end; entry++) {
      const day = Math.floor((days.codes[entry] ?? 0) / SEGMENT_COUNT);
      const sales = split[day];
      if (sales === undefined) continue;
      if (day !== lastDay) {
        sales.items.push(item);
        sales.copies.push(0);
      }
      lastDay = day;
      const last = sales.copies.length - 1;
      sales.copies[last] = (sales.copies[last] ?? 0) + (days.copies[entry] ?? 0);
    }
  }
  return split.map((sales) => ({
    items: Int32Array.from(sales.items),
    copies: Uint32Array.from(sales.copies),
  }));
}
