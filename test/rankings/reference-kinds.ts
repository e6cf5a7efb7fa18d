import type { RankedList } from '../../src/rankings/edition.ts';
import { NEW_PRODUCT_SORTS } from '../../src/rankings/edition.ts';
import type { WorldItem } from './ranking-world.ts';
import type { Reference } from './reference.ts';
import {
  addList,
  type CountedLine,
  categoryIdsOf,
  countLines,
  dayOf,
  dayPlus,
  daysBetween,
  type Lists,
  listsBySexAndAge,
  listsOfAll,
  type ReferenceCatalog,
  type ReferenceSettings,
  rankEntries,
} from './reference-rules.ts';

/** The lists that are made of days, in the plainest form: everything is counted again from the published months. */
export interface ReferenceKinds {
  tally(catalog: ReferenceCatalog, nowMs: number, untilDay: string, settings: ReferenceSettings): void;
  refresh(catalog: ReferenceCatalog, nowMs: number, settings: ReferenceSettings): void;
  /** Published lists by kind and by period (a day, or a bucket as text). */
  readonly editions: ReadonlyMap<string, ReadonlyMap<string, Lists>>;
}

export function createReferenceKinds(reference: Reference): ReferenceKinds {
  const editions = new Map<string, Map<string, Lists>>();
  let tallied: string | null = null;
  const find = (kind: string, period: string) => editions.get(kind)?.get(period) ?? null;
  const publish = (kind: string, period: string, before: string, lists: Lists) => {
    const kept = find(kind, before);
    editions.set(kind, new Map([...(kept === null ? [] : [[before, kept] as const]), [period, lists]]));
  };
  const refresh: ReferenceKinds['refresh'] = (catalog, nowMs, settings) => {
    const today = dayOf(nowMs);
    const yesterday = dayPlus(today, -1);
    const until = tallied ?? yesterday;
    const copies = [...reference.published.values()].flatMap((month) => month.copies);
    const week = (day: string) => weekCopies(copies, day);
    const before = find('deal', yesterday) ?? deals(catalog, yesterday, week(dayPlus(until, -1)), null);
    publish('deal', today, yesterday, deals(catalog, today, week(until), before));
    const points = (item: WorldItem) => reference.salePoints.get(item.itemId) ?? 0;
    const inWindow = (window: { from: number; until: number } | null | undefined) =>
      window != null &&
      window.from <= daysBetween('1970-01-01', today) &&
      daysBetween('1970-01-01', today) <= window.until;
    const isNew = (item: WorldItem) => {
      const age = daysBetween(dayOf(item.registeredAtMs ?? 0), today);
      const isOnSale = item.itemStatus === '판매중' || item.itemStatus === '예약판매';
      return isOnSale && age >= 0 && age <= settings.newDays;
    };
    const isAttention = (item: WorldItem) => {
      if (inWindow(item.attention)) return true;
      if (item.publishDay === null) return false;
      return daysBetween('1970-01-01', today) - item.publishDay <= 60 && week(until)(item) >= 10;
    };
    const price = (item: WorldItem) => (inWindow(item.deal) ? item.deal?.salePrice : item.salePrice) ?? 0;
    publish('newProduct', today, yesterday, sorted(catalog, isNew, points, price));
    publish('attentionNew', today, yesterday, sorted(catalog, isAttention, points, price));
    const bucket = Math.floor(nowMs / 600_000);
    const lists = realtime(
      reference,
      catalog,
      settings,
      bucket,
      find('realtime', String(bucket - 144)) ?? realtime(reference, catalog, settings, bucket - 144, null),
    );
    // Those of a whole day stay, because later ones are compared with them.
    const isKept = ([period]: readonly [string, Lists]) =>
      Number(period) >= bucket - 144 && Number(period) < bucket;
    const kept = [...(editions.get('realtime') ?? [])].filter(isKept);
    editions.set('realtime', new Map([...kept, [String(bucket), lists]]));
  };
  return {
    editions,
    refresh,
    tally(catalog, nowMs, untilDay, settings) {
      tallied = untilDay;
      const copies = [...reference.published.values()].flatMap((month) => month.copies);
      const before = dayPlus(untilDay, -1);
      for (const [kind, make] of [
        ['overall', overall],
        ['steady', steady],
      ] as const) {
        const previous = find(kind, before) ?? make(copies, catalog, settings, before, null);
        publish(kind, untilDay, before, make(copies, catalog, settings, untilDay, previous));
      }
      refresh(catalog, nowMs, settings);
    },
  };
}

type Make = (
  copies: readonly CountedLine[],
  catalog: ReferenceCatalog,
  settings: ReferenceSettings,
  untilDay: string,
  previous: Lists | null,
) => Lists;

const overall: Make = (copies, catalog, settings, untilDay, previous) => {
  const weeks = [
    { from: dayPlus(untilDay, -6), until: untilDay, weight: 4 },
    { from: dayPlus(untilDay, -13), until: dayPlus(untilDay, -7), weight: 3 },
    { from: dayPlus(untilDay, -20), until: dayPlus(untilDay, -14), weight: 2 },
    { from: dayPlus(untilDay, -27), until: dayPlus(untilDay, -21), weight: 1 },
  ];
  return listsBySexAndAge(
    copies,
    ({ soldAtMs }) =>
      weeks.find(({ from, until }) => dayOf(soldAtMs) >= from && dayOf(soldAtMs) <= until)?.weight ?? 0,
    catalog,
    settings,
    previous,
  );
};

const steady: Make = (copies, catalog, _settings, untilDay, previous) => {
  const weeks = Array.from({ length: 52 }, (_, week) => weekCopies(copies, dayPlus(untilDay, -7 * week)));
  const entries = catalog.items.flatMap((item) => {
    const counts = weeks.map((week) => week(item));
    const score = counts.toSorted((a, b) => b - a)[35] ?? 0;
    const age =
      item.publishDay === null ? 0 : daysBetween('1970-01-01', dayPlus(untilDay, 1)) - item.publishDay;
    const sum = counts.reduce((total, one) => total + one, 0);
    return age >= 365 && score >= 1 ? [{ item, scores: [score, sum] }] : [];
  });
  return listsOfAll(entries, catalog, previous);
};

/** Copies of an item in the seven days that end on a day. */
function weekCopies(copies: readonly CountedLine[], untilDay: string): (item: WorldItem) => number {
  const from = dayPlus(untilDay, -6);
  const sums = new Map<number, number>();
  for (const { itemId, sale, copies: count } of copies) {
    const day = dayOf(sale.soldAtMs);
    if (day >= from && day <= untilDay) sums.set(itemId, (sums.get(itemId) ?? 0) + count);
  }
  return (item) => sums.get(item.itemId) ?? 0;
}

function deals(
  catalog: ReferenceCatalog,
  today: string,
  week: (item: WorldItem) => number,
  previous: Lists | null,
): Lists {
  const now = daysBetween('1970-01-01', today);
  const entries = catalog.items
    .filter(
      ({ deal, shopPrice = 0 }) =>
        deal && deal.from <= now && now <= deal.until && deal.salePrice < shopPrice,
    )
    .map((item) => ({ item, scores: [week(item)] }));
  return listsOfAll(entries, catalog, previous);
}

/** The lists of every order, by category and order. */
function sorted(
  catalog: ReferenceCatalog,
  isEligible: (item: WorldItem) => boolean,
  points: (item: WorldItem) => number,
  price: (item: WorldItem) => number,
): Lists {
  const lists = new Map<string, RankedList>();
  const eligible = catalog.items.filter(isEligible);
  for (const sort of NEW_PRODUCT_SORTS) {
    const key = (item: WorldItem): number | string => {
      if (sort === 'RegDate') return -(item.registeredAtMs ?? 0);
      if (sort === 'Sales') return -points(item);
      if (sort === 'New') return -(item.publishDay ?? -1e9);
      if (sort === 'Name') return item.title ?? '';
      return sort === 'LowPrice' ? price(item) : -price(item);
    };
    const order = eligible.toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      const byKey = typeof one === 'string' ? one.localeCompare(String(other), 'ko') : one - Number(other);
      return byKey || a.itemId - b.itemId;
    });
    for (const categoryId of categoryIdsOf(catalog)) {
      const entries = order.map((item, at) => ({ item, scores: [-at] }));
      addList(lists, `${categoryId} ${sort}`, rankEntries(catalog, categoryId, entries), null);
    }
  }
  return lists;
}

function realtime(
  reference: Reference,
  catalog: ReferenceCatalog,
  settings: ReferenceSettings,
  bucket: number,
  previous: Lists | null,
): Lists {
  const sales = reference.countable();
  const scores = new Map<number, number>();
  for (const day of new Set(sales.map((sale) => dayOf(sale.soldAtMs)))) {
    const ofDay = sales.filter((sale) => dayOf(sale.soldAtMs) === day);
    for (const { itemId, sale, copies } of countLines(ofDay, catalog, settings)) {
      const age = bucket - Math.floor(sale.soldAtMs / 600_000);
      if (age < 0 || age > 143) continue;
      const weight = Math.round(1000 * 2 ** (-age / 36));
      scores.set(itemId, (scores.get(itemId) ?? 0) + copies * weight);
    }
  }
  const entries = catalog.items.flatMap((item) => {
    const score = scores.get(item.itemId);
    return score === undefined ? [] : [{ item, scores: [score] }];
  });
  return listsOfAll(entries, catalog, previous, 100);
}
