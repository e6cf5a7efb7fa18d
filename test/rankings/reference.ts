import { NEW_PRODUCT_SORTS } from '../../src/rankings/edition.ts';
import type { RankingSettings } from '../../src/rankings/run/ranking-session.ts';
import type { Cancellation, SaleLine } from '../../src/rankings/sale.ts';
import type { WorldItem } from './ranking-world.ts';
import {
  type CountedLine,
  countLines,
  dayOf,
  dayPlus,
  entriesBySegment,
  entriesOf,
  firstDayOf,
  type Lists,
  listsOf,
  mondayOf,
  numberOf,
  type ReferenceCatalog,
} from './reference-rules.ts';

export type Reference = ReturnType<typeof createReference>;

interface PublishedMonth {
  readonly version: number;
  readonly untilDay: string;
  readonly copies: readonly CountedLine[];
  isChanged: boolean;
}

/** The rules in the plainest form: objects, loops and full sorts, nothing kept but what was received and what was published. */
export function createReference() {
  const lines = new Map<string, { readonly sale: SaleLine; isLate: boolean }>();
  const cancels = new Map<string, (Cancellation & { isLate: boolean })[]>();
  const months = new Map<string, PublishedMonth>();
  /** By kind and period: a month, a Monday or another day, or a bucket. */
  const editions = new Map<string, Map<string, Lists>>();
  const salePoints = new Map<number, number>();
  const excluded = new Set<string>();
  let tallied: string | null = null;

  const monthOf = (sale: SaleLine) => dayOf(sale.soldAtMs).slice(0, 7);
  const isClosed = (month: string, nowMs: number) =>
    nowMs >= Date.parse(`${dayPlus(firstDayOf(month, 1), 4)}T04:00:00+09:00`);
  /** Whether what comes for a line's month is late; otherwise the month has changed. */
  const receive = (sale: SaleLine, nowMs: number) => {
    const month = months.get(monthOf(sale));
    const isLate = month !== undefined && isClosed(monthOf(sale), nowMs);
    if (month !== undefined && !isLate) month.isChanged = true;
    return isLate;
  };
  /** Lines received in time, without the copies that were taken back in time. */
  const countable = () =>
    [...lines].flatMap(([key, { sale, isLate }]) => {
      const inTime = (cancels.get(key) ?? []).filter((one) => !one.isLate);
      const quantity = inTime.reduce((left, one) => left - (one.quantity ?? left), sale.quantity);
      return isLate || quantity <= 0 ? [] : [{ ...sale, quantity }];
    });
  const find = (kind: string, period: string) => editions.get(kind)?.get(period);
  const publish = (kind: string, period: string, lists: Lists, keptFrom = '') => {
    const kept = [...(editions.get(kind) ?? [])].filter(([one]) => one >= keptFrom && one !== period);
    editions.set(kind, new Map([...kept, [period, lists]]));
  };
  /** Publishes lists compared with those of a period before; those in between stay for later ones. */
  const renew = (
    kind: string,
    period: string,
    before: string,
    make: (period: string, previous: Lists | undefined) => Lists,
  ) => publish(kind, period, make(period, find(kind, before) ?? make(before, undefined)), before);

  function tallyMonths(
    catalog: ReferenceCatalog,
    nowMs: number,
    untilDay: string,
    settings: RankingSettings,
  ): void {
    const sold = [...lines.values()].filter((line) => !line.isLate).map(({ sale }) => monthOf(sale));
    for (const month of [...new Set(sold)].sort().filter((one) => one <= untilDay.slice(0, 7))) {
      const before = months.get(month);
      const monthEnd = dayPlus(firstDayOf(month, 1), -1);
      const lastDay = monthEnd < untilDay ? monthEnd : untilDay;
      const isDone = before !== undefined && !before.isChanged && before.untilDay >= lastDay;
      if (isDone && isClosed(month, nowMs)) continue;
      const ofMonth = countable().filter(
        (sale) => monthOf(sale) === month && dayOf(sale.soldAtMs) <= untilDay,
      );
      const counted = countLines(ofMonth, catalog, settings);
      const copies = counted.filter(({ itemId }) => !excluded.has(`${month} ${itemId}`));
      if (before === undefined && copies.length === 0) continue;
      const version = (before?.version ?? 0) + 1;
      months.set(month, { version, untilDay: lastDay, copies, isChanged: false });
      const cells = entriesBySegment(copies, catalog, settings);
      publish('monthly', month, listsOf(catalog, cells, find('monthly', firstDayOf(month, -1).slice(0, 7))));
      const publishAll = (kind: string, period: string, before: string, some: readonly CountedLine[]) =>
        publish(kind, period, listsOf(catalog, { 'A 255': entriesOf(some, catalog) }, find(kind, before)));
      for (let day = `${month}-01`; day <= lastDay; day = dayPlus(day, 1)) {
        const ofDay = copies.filter((line) => line.day === day);
        publishAll('daily', day, dayPlus(day, -1), ofDay);
      }
      for (let monday = mondayOf(`${month}-01`); monday <= monthEnd; monday = dayPlus(monday, 7)) {
        const ofWeek = allCopies().filter((line) => mondayOf(line.day) === monday);
        publishAll('weekly', monday, dayPlus(monday, -7), ofWeek);
      }
    }
  }

  const allCopies = () => [...months.values()].flatMap((month) => month.copies);

  function refresh(catalog: ReferenceCatalog, nowMs: number, settings: RankingSettings): void {
    const today = dayOf(nowMs);
    const counted = allCopies();
    const until = tallied ?? dayPlus(today, -1);
    const week = (day: string) => copiesOfWeek(counted, dayPlus(until, numberOf(day) - numberOf(today)));
    renew('deal', today, dayPlus(today, -1), (day, previous) => {
      const entries = catalog.items
        .filter(({ deal, shopPrice = 0 }) => isWithin(deal, day) && (deal?.salePrice ?? 0) < shopPrice)
        .map((item) => ({ item, copies: 0, scores: [week(day)(item)] }));
      return listsOf(catalog, { 'A 255': entries }, previous);
    });
    const isNew = (item: WorldItem) => {
      const registered = dayOf(item.registeredAtMs ?? 0);
      const isOnSale = item.itemStatus === '판매중' || item.itemStatus === '예약판매';
      return isOnSale && registered <= today && registered >= dayPlus(today, -settings.newDays);
    };
    const isFeatured = (item: WorldItem) => {
      if (isWithin(item.attention, today)) return true;
      return (item.publishDay ?? -1e9) >= numberOf(today) - 60 && week(today)(item) >= 10;
    };
    for (const [kind, isEligible] of Object.entries({ newProduct: isNew, attentionNew: isFeatured })) {
      const cells = sorted(catalog.items.filter(isEligible), today, salePoints);
      publish(kind, today, listsOf(catalog, cells, undefined));
    }
    const bucket = Math.floor(nowMs / 600_000);
    const sales = countable();
    renew('realtime', String(bucket), String(bucket - 144), (last, previous) =>
      listsOf(catalog, { 'A 255': realtime(sales, catalog, settings, Number(last)) }, previous, 100),
    );
  }

  return {
    months,
    salePoints,
    find,
    findLatest: (kind: string) => [...(editions.get(kind) ?? [])].at(-1),
    addSale(sale: SaleLine, nowMs: number): 'added' | 'late' | 'unchanged' | 'conflict' {
      const key = `${sale.orderId}/${sale.lineNo}`;
      const known = lines.get(key);
      if (known !== undefined)
        return JSON.stringify(known.sale) === JSON.stringify(sale) ? 'unchanged' : 'conflict';
      const isLate = receive(sale, nowMs);
      lines.set(key, { sale, isLate });
      return isLate ? 'late' : 'added';
    },
    addCancellation(cancellation: Cancellation, nowMs: number): 'added' | 'late' | 'unchanged' {
      const key = `${cancellation.orderId}/${cancellation.lineNo}`;
      const { quantity, cancelledAtMs } = cancellation;
      const before = cancels.get(key) ?? [];
      const isSame = (one: Cancellation) =>
        quantity === undefined ? one.quantity === undefined : one.cancelledAtMs === cancelledAtMs;
      if (before.some(isSame)) return 'unchanged';
      const line = lines.get(key);
      const isLate = line !== undefined && receive(line.sale, nowMs);
      cancels.set(key, [...before, { ...cancellation, isLate }]);
      return isLate ? 'late' : 'added';
    },
    /** Counts what came late, and leaves items out. False without a published month. */
    restate(month: string, excludedItemIds: readonly number[]): boolean {
      const published = months.get(month);
      if (published === undefined) return false;
      published.isChanged = true;
      for (const itemId of excludedItemIds) excluded.add(`${month} ${itemId}`);
      for (const [key, line] of lines) {
        if (monthOf(line.sale) !== month) continue;
        line.isLate = false;
        for (const cancel of cancels.get(key) ?? []) cancel.isLate = false;
      }
      return true;
    },
    refresh,
    tally(catalog: ReferenceCatalog, nowMs: number, untilDay: string, settings: RankingSettings): void {
      tallyMonths(catalog, nowMs, untilDay, settings);
      tallied = untilDay;
      const counted = allCopies();
      renew('overall', untilDay, dayPlus(untilDay, -1), (until, previous) => {
        const weeksAgo = (day: string) => Math.floor((numberOf(until) - numberOf(day)) / 7);
        const weightOf = (day: string) => [4, 3, 2, 1][weeksAgo(day)] ?? 0;
        return listsOf(catalog, entriesBySegment(counted, catalog, settings, weightOf), previous);
      });
      renew('steady', untilDay, dayPlus(untilDay, -1), (until, previous) =>
        listsOf(catalog, { 'A 255': steady(counted, catalog, until) }, previous),
      );
      salePoints.clear();
      for (const { itemId, day, copies } of counted) {
        const age = numberOf(untilDay) - numberOf(day);
        if (age < 0 || !catalog.items.some((item) => item.itemId === itemId)) continue;
        const weight = 1 + (age < 7 ? 12 : 0) + (age < 30 ? 6 : 0) + (age < 180 ? 3 : 0);
        salePoints.set(itemId, (salePoints.get(itemId) ?? 0) + weight * copies);
      }
      refresh(catalog, nowMs, settings);
    },
  };
}

function isWithin(window: { readonly from: number; readonly until: number } | null | undefined, day: string) {
  return window != null && window.from <= numberOf(day) && numberOf(day) <= window.until;
}

function copiesOfWeek(lines: readonly CountedLine[], untilDay: string): (item: WorldItem) => number {
  const ofWeek = lines.filter(({ day }) => day >= dayPlus(untilDay, -6) && day <= untilDay);
  return (item) => ofWeek.reduce((sum, line) => sum + (line.itemId === item.itemId ? line.copies : 0), 0);
}

function steady(copies: readonly CountedLine[], { items }: ReferenceCatalog, untilDay: string) {
  const weeks = Array.from({ length: 52 }, (_, week) => copiesOfWeek(copies, dayPlus(untilDay, -7 * week)));
  return items.flatMap((item) => {
    const counts = weeks.map((week) => week(item)).sort((a, b) => b - a);
    const score = counts[35] ?? 0;
    const sum = counts.reduce((total, one) => total + one, 0);
    const isOld = item.publishDay !== null && numberOf(untilDay) + 1 - item.publishDay >= 365;
    return isOld && score >= 1 ? [{ item, copies: sum, scores: [score, sum] }] : [];
  });
}

function sorted(items: readonly WorldItem[], today: string, points: ReadonlyMap<number, number>) {
  const price = ({ deal, salePrice = 0 }: WorldItem) =>
    deal && isWithin(deal, today) ? deal.salePrice : salePrice;
  const keys: Record<string, (item: WorldItem) => number | string> = {
    RegDate: (item) => -(item.registeredAtMs ?? 0),
    Sales: (item) => -(points.get(item.itemId) ?? 0),
    New: (item) => -(item.publishDay ?? -1e9),
    LowPrice: price,
    HighPrice: (item) => -price(item),
    Name: (item) => item.title ?? '',
  };
  const cells = NEW_PRODUCT_SORTS.map((sort) => {
    const key = keys[sort] ?? price;
    const order = items.toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      const byKey = typeof one === 'string' ? one.localeCompare(String(other), 'ko') : one - Number(other);
      return byKey || a.itemId - b.itemId;
    });
    return [sort, order.map((item, at) => ({ item, copies: 0, scores: [-at] }))] as const;
  });
  return Object.fromEntries(cells);
}

function realtime(
  sales: readonly SaleLine[],
  catalog: ReferenceCatalog,
  settings: RankingSettings,
  bucket: number,
) {
  const days = Map.groupBy(sales, (sale) => dayOf(sale.soldAtMs));
  const counted = [...days.values()].flatMap((ofDay) => countLines(ofDay, catalog, settings));
  const ageOf = ({ sale }: CountedLine) => bucket - Math.floor(sale.soldAtMs / 600_000);
  const recent = counted.filter((line) => ageOf(line) >= 0 && ageOf(line) <= 143);
  return catalog.items.flatMap((item) => {
    const own = recent.filter(({ itemId }) => itemId === item.itemId);
    const scores = own.map((line) => line.copies * Math.round(1000 * 2 ** (-ageOf(line) / 36)));
    return own.length === 0 ? [] : [{ item, copies: 0, scores: [scores.reduce((sum, one) => sum + one)] }];
  });
}
