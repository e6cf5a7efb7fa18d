import type { Cancellation, SaleLine } from '../../src/rankings/sale.ts';
import {
  type CountedLine,
  closesMs,
  countLines,
  dayOf,
  dayPlus,
  daysBetween,
  type Entry,
  type Lists,
  lastDayOf,
  listsBySexAndAge,
  listsOfAll,
  mondayOf,
  monthBefore,
  monthOf,
  type ReferenceCatalog,
  type ReferenceSettings,
} from './reference-rules.ts';

/**
 * The rules of ledger, months and days in the plainest form: objects, loops and full sorts, nothing kept between
 * runs but what was received and what was published.
 */
export interface Reference {
  addSale(sale: SaleLine, nowMs: number): 'added' | 'late' | 'unchanged' | 'conflict';
  addCancellation(cancellation: Cancellation, nowMs: number): 'added' | 'late' | 'unchanged';
  /** Lets a published month count what came late, and leaves items out of it. False without a published month. */
  restate(month: string, excludedItemIds: readonly number[]): boolean;
  /** Counts and publishes. `untilDay` as yyyy-MM-dd. */
  run(catalog: ReferenceCatalog, nowMs: number, untilDay: string, settings: ReferenceSettings): void;
  /** Lines received in time, without the copies that were taken back in time. */
  countable(): SaleLine[];
  /** Published months by yyyy-MM. */
  readonly published: ReadonlyMap<string, PublishedMonth>;
  /** Lists of weeks by their Mondays. */
  readonly weekly: ReadonlyMap<string, Lists>;
  /** Sales indices of the last run by item number. */
  readonly salePoints: ReadonlyMap<number, number>;
}

export interface PublishedMonth {
  readonly version: number;
  readonly untilDay: string;
  readonly lists: Lists;
  /** By day. */
  readonly daily: ReadonlyMap<string, Lists>;
  readonly copies: readonly CountedLine[];
  isChanged: boolean;
}

interface KeptLine {
  readonly sale: SaleLine;
  isLate: boolean;
}

export function createReference(): Reference {
  const lines = new Map<string, KeptLine>();
  const cancels = new Map<string, (Cancellation & { isLate: boolean })[]>();
  const published = new Map<string, PublishedMonth>();
  const weekly = new Map<string, Lists>();
  const salePoints = new Map<number, number>();
  const excluded = new Set<string>();
  const isLate = (month: string, nowMs: number) => nowMs >= closesMs(month) && published.has(month);
  const markChanged = (month: string) => {
    const list = published.get(month);
    if (list !== undefined) list.isChanged = true;
  };
  const countable = () =>
    [...lines].flatMap(([key, { sale, isLate }]) => {
      const inTime = (cancels.get(key) ?? []).filter((one) => !one.isLate);
      const quantity = inTime.reduce((left, one) => left - (one.quantity ?? left), sale.quantity);
      return isLate || quantity <= 0 ? [] : [{ ...sale, quantity }];
    });
  return {
    published,
    weekly,
    salePoints,
    countable,
    addSale(sale, nowMs) {
      const key = `${sale.orderId}/${sale.lineNo}`;
      const known = lines.get(key);
      if (known !== undefined)
        return JSON.stringify(known.sale) === JSON.stringify(sale) ? 'unchanged' : 'conflict';
      const late = isLate(monthOf(sale.soldAtMs), nowMs);
      lines.set(key, { sale, isLate: late });
      if (!late) markChanged(monthOf(sale.soldAtMs));
      return late ? 'late' : 'added';
    },
    addCancellation(cancellation, nowMs) {
      const key = `${cancellation.orderId}/${cancellation.lineNo}`;
      const { quantity, cancelledAtMs } = cancellation;
      const before = cancels.get(key) ?? [];
      const isSame = (one: Cancellation) =>
        quantity === undefined ? one.quantity === undefined : one.cancelledAtMs === cancelledAtMs;
      if (before.some(isSame)) return 'unchanged';
      const line = lines.get(key);
      const late = line !== undefined && isLate(monthOf(line.sale.soldAtMs), nowMs);
      cancels.set(key, [...before, { ...cancellation, isLate: late }]);
      if (line !== undefined && !late) markChanged(monthOf(line.sale.soldAtMs));
      return late ? 'late' : 'added';
    },
    restate(month, excludedItemIds) {
      if (!published.has(month)) return false;
      for (const itemId of excludedItemIds) excluded.add(`${month} ${itemId}`);
      for (const [key, line] of lines) {
        if (monthOf(line.sale.soldAtMs) !== month) continue;
        line.isLate = false;
        for (const cancel of cancels.get(key) ?? []) cancel.isLate = false;
      }
      markChanged(month);
      return true;
    },
    run(catalog, nowMs, untilDay, settings) {
      const inTime = [...lines.values()].filter((line) => !line.isLate).map(({ sale }) => sale);
      const months = [...new Set(inTime.map((sale) => monthOf(sale.soldAtMs)))].sort();
      for (const month of months.filter((one) => one <= untilDay.slice(0, 7))) {
        const before = published.get(month);
        const lastDay = [lastDayOf(month), untilDay].sort()[0] ?? untilDay;
        const isDue =
          before === undefined || nowMs < closesMs(month) || before.isChanged || before.untilDay < lastDay;
        if (!isDue) continue;
        const sold = countable().filter(
          (sale) => monthOf(sale.soldAtMs) === month && dayOf(sale.soldAtMs) <= untilDay,
        );
        const counted = countLines(sold, catalog, settings).filter(
          ({ itemId }) => !excluded.has(`${month} ${itemId}`),
        );
        if (before === undefined && counted.length === 0) continue;
        const previous = published.get(monthBefore(month)) ?? null;
        published.set(month, {
          version: (before?.version ?? 0) + 1,
          untilDay: lastDay,
          lists: listsBySexAndAge(counted, () => 1, catalog, settings, previous?.lists ?? null),
          daily: dailyLists(month, lastDay, counted, catalog, previous),
          copies: counted,
          isChanged: false,
        });
        for (let monday = mondayOf(`${month}-01`); monday <= lastDayOf(month); monday = dayPlus(monday, 7))
          weekly.set(
            monday,
            weeklyLists(monday, published, catalog, weekly.get(dayPlus(monday, -7)) ?? null),
          );
      }
      sumSalePoints(salePoints, published, catalog, untilDay);
    },
  };
}

function dailyLists(
  month: string,
  lastDay: string,
  counted: readonly CountedLine[],
  catalog: ReferenceCatalog,
  previous: PublishedMonth | null,
): Map<string, Lists> {
  const daily = new Map<string, Lists>();
  for (let day = `${month}-01`; day <= lastDay; day = dayPlus(day, 1)) {
    const entries = entriesOf(
      counted.filter(({ sale }) => dayOf(sale.soldAtMs) === day),
      catalog,
    );
    const dayBefore = dayPlus(day, -1);
    const before = daily.get(dayBefore) ?? previous?.daily.get(dayBefore) ?? null;
    daily.set(day, listsOfAll(entries, catalog, before));
  }
  return daily;
}

/** What the published lists of the days add up to. */
function weeklyLists(
  monday: string,
  published: Reference['published'],
  catalog: ReferenceCatalog,
  previous: Lists | null,
): Lists {
  const copies = [...published.values()]
    .flatMap((month) => month.copies)
    .filter(({ sale }) => mondayOf(dayOf(sale.soldAtMs)) === monday);
  return listsOfAll(entriesOf(copies, catalog), catalog, previous);
}

function entriesOf(copies: readonly CountedLine[], catalog: ReferenceCatalog): Entry[] {
  return catalog.items.flatMap((item) => {
    const own = copies.filter(({ itemId }) => itemId === item.itemId);
    const sum = own.reduce((total, line) => total + line.copies, 0);
    return sum === 0 ? [] : [{ item, scores: [sum] }];
  });
}

function sumSalePoints(
  points: Map<number, number>,
  published: ReadonlyMap<string, PublishedMonth>,
  catalog: ReferenceCatalog,
  untilDay: string,
): void {
  points.clear();
  for (const { copies } of published.values()) {
    for (const { itemId, sale, copies: count } of copies) {
      const age = daysBetween(dayOf(sale.soldAtMs), untilDay);
      if (age < 0 || !catalog.items.some((item) => item.itemId === itemId)) continue;
      let weight = 1;
      if (age < 7) weight += 12;
      if (age < 30) weight += 6;
      if (age < 180) weight += 3;
      points.set(itemId, (points.get(itemId) ?? 0) + weight * count);
    }
  }
}
