import type { CategoryNode } from '../../src/catalog/category.ts';
import type { RankItem } from '../../src/rankings/rank-catalog.ts';
import { AGES, type RankedList, SEXES } from '../../src/rankings/ranking-store.ts';
import type { Cancellation, SaleLine } from '../../src/rankings/sale.ts';

/**
 * The rules of the monthly ranking in the plainest form: objects, loops and full sorts, nothing kept between
 * runs but what was received and what was published. Days and months are texts, so that no code is shared with
 * what is tested.
 */
export interface Reference {
  addSale(sale: SaleLine, nowMs: number): 'added' | 'late' | 'unchanged' | 'conflict';
  addCancellation(cancellation: Cancellation, nowMs: number): 'added' | 'late' | 'unchanged';
  /** Counts and publishes. `untilDay` as yyyy-MM-dd. */
  run(catalog: ReferenceCatalog, nowMs: number, untilDay: string, settings: ReferenceSettings): void;
  /** Published months by yyyy-MM. */
  readonly published: ReadonlyMap<string, PublishedMonth>;
  /** Sales indices of the last run by item number. */
  readonly salePoints: ReadonlyMap<number, number>;
}

export interface ReferenceCatalog {
  readonly items: readonly RankItem[];
  readonly categories: readonly CategoryNode[];
}

export interface ReferenceSettings {
  readonly copiesPerBuyer: number;
  readonly minSegmentCopies: number;
}

export interface PublishedMonth {
  readonly version: number;
  readonly untilDay: string;
  /** Lists that are not empty, by listKey. */
  readonly lists: ReadonlyMap<string, RankedList>;
  /** Counted copies by item and age of the buyer's copy in days. */
  readonly copies: readonly CountedLine[];
  isChanged: boolean;
}

interface KeptLine {
  readonly sale: SaleLine;
  readonly isLate: boolean;
}

interface CountedLine {
  readonly item: RankItem;
  readonly sale: SaleLine;
  readonly copies: number;
}

export function listKey(categoryId: string, sex: string, age: number): string {
  return `${categoryId} ${sex} ${age}`;
}

export function createReference(): Reference {
  const lines = new Map<string, KeptLine>();
  const cancels = new Map<string, { readonly isLate: boolean }>();
  const published = new Map<string, PublishedMonth>();
  const salePoints = new Map<number, number>();
  const isLate = (month: string, nowMs: number) => nowMs >= closesMs(month) && published.has(month);
  const markChanged = (month: string) => {
    const list = published.get(month);
    if (list !== undefined) list.isChanged = true;
  };
  return {
    published,
    salePoints,
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
      if (cancels.has(key)) return 'unchanged';
      const line = lines.get(key);
      const late = line !== undefined && isLate(monthOf(line.sale.soldAtMs), nowMs);
      cancels.set(key, { isLate: late });
      if (line !== undefined && !late) markChanged(monthOf(line.sale.soldAtMs));
      return late ? 'late' : 'added';
    },
    run(catalog, nowMs, untilDay, settings) {
      const inTime = [...lines].filter(([, line]) => !line.isLate).map(([key, { sale }]) => ({ key, sale }));
      const months = [...new Set(inTime.map(({ sale }) => monthOf(sale.soldAtMs)))].sort();
      for (const month of months.filter((one) => one <= untilDay.slice(0, 7))) {
        const before = published.get(month);
        const lastDay = [lastDayOf(month), untilDay].sort()[0] ?? untilDay;
        const isDue =
          before === undefined || nowMs < closesMs(month) || before.isChanged || before.untilDay < lastDay;
        if (!isDue) continue;
        const counted = countMonth(
          inTime
            .filter(({ key }) => cancels.get(key)?.isLate !== false)
            .map(({ sale }) => sale)
            .filter((sale) => monthOf(sale.soldAtMs) === month && dayOf(sale.soldAtMs) <= untilDay),
          catalog,
          settings,
        );
        if (before === undefined && counted.length === 0) continue;
        const previous = published.get(monthBefore(month))?.lists ?? null;
        published.set(month, {
          version: (before?.version ?? 0) + 1,
          untilDay: lastDay,
          lists: listsOf(counted, catalog, settings, previous),
          copies: counted,
          isChanged: false,
        });
      }
      sumSalePoints(salePoints, published, catalog, untilDay);
    },
  };
}

/** Every line that counts, with its copies. */
function countMonth(
  sales: readonly SaleLine[],
  catalog: ReferenceCatalog,
  settings: ReferenceSettings,
): CountedLine[] {
  const sorted = [...sales].sort(
    (a, b) =>
      a.soldAtMs - b.soldAtMs ||
      Buffer.compare(Buffer.from(a.orderId), Buffer.from(b.orderId)) ||
      a.lineNo - b.lineNo,
  );
  const spent = new Map<string, number>();
  const counted: CountedLine[] = [];
  for (const sale of sorted) {
    const item = itemOf(sale, catalog);
    if (item === undefined) continue;
    let copies = 0;
    if (sale.buyerType === 'organisation') copies = Math.min(20, Math.floor(sale.quantity / 5));
    if (sale.buyerType === 'person') {
      const buyer = sale.buyer === null ? `line ${sale.orderId}/${sale.lineNo}` : `buyer ${sale.buyer}`;
      const before = spent.get(`${item.itemId} ${buyer}`) ?? 0;
      copies = Math.min(sale.quantity, settings.copiesPerBuyer - before);
      spent.set(`${item.itemId} ${buyer}`, before + copies);
    }
    if (copies > 0) counted.push({ item, sale, copies });
  }
  return counted;
}

function itemOf(sale: SaleLine, catalog: ReferenceCatalog): RankItem | undefined {
  if (sale.itemId !== null) return catalog.items.find((item) => item.itemId === sale.itemId);
  return catalog.items
    .filter((item) => item.isbn13 === sale.isbn13 && !item.withheld)
    .sort((a, b) => a.itemId - b.itemId)[0];
}

function listsOf(
  counted: readonly CountedLine[],
  catalog: ReferenceCatalog,
  settings: ReferenceSettings,
  previous: ReadonlyMap<string, RankedList> | null,
): Map<string, RankedList> {
  const paths = pathsOf(catalog.categories);
  const categoryIds = new Set([
    ...catalog.categories.map((category) => category.categoryId),
    ...catalog.items.flatMap((item) => item.categoryIds),
  ]);
  const lists = new Map<string, RankedList>();
  for (const categoryId of categoryIds) {
    for (const sex of SEXES) {
      for (const age of AGES) {
        const scores = new Map<RankItem, number>();
        for (const { item, sale, copies } of counted) {
          if (item.withheld) continue;
          if (!item.categoryIds.some((one) => (paths.get(one) ?? [one]).includes(categoryId))) continue;
          if (sex !== 'A' && sale.sex !== sex) continue;
          if (age !== 255 && (sale.age === null || bandOf(sale.age) !== age)) continue;
          scores.set(item, (scores.get(item) ?? 0) + copies);
        }
        const isSegment = sex !== 'A' || age !== 255;
        const itemIds = [...scores]
          .filter(([, score]) => !isSegment || score >= settings.minSegmentCopies)
          .sort(
            ([a, scoreA], [b, scoreB]) =>
              scoreB - scoreA || (b.publishDay ?? -1e9) - (a.publishDay ?? -1e9) || a.itemId - b.itemId,
          )
          .slice(0, 1000)
          .map(([item]) => item.itemId);
        const before = previous?.get(listKey(categoryId, sex, age))?.itemIds ?? [];
        const upDowns = itemIds.map((itemId, at) =>
          before.includes(itemId) ? before.indexOf(itemId) - at : null,
        );
        if (itemIds.length > 0) lists.set(listKey(categoryId, sex, age), { itemIds, upDowns });
      }
    }
  }
  return lists;
}

/** Ids from each category up to its root. The node at which a chain would close on itself is a root. */
function pathsOf(categories: readonly CategoryNode[]): Map<string, string[]> {
  const parents = new Map(categories.map((one) => [one.categoryId, one.parentId]));
  const paths = new Map<string, string[]>();
  for (const start of [...parents.keys()].sort()) {
    const chain: string[] = [];
    let at: string | null = start;
    while (at !== null && parents.has(at) && !paths.has(at) && !chain.includes(at)) {
      chain.push(at);
      at = parents.get(at) ?? null;
    }
    const above: string[] = at === null || chain.includes(at) ? [] : (paths.get(at) ?? []);
    chain.forEach((categoryId, from) => {
      paths.set(categoryId, [...chain.slice(from), ...above]);
    });
  }
  return paths;
}

function sumSalePoints(
  points: Map<number, number>,
  published: ReadonlyMap<string, PublishedMonth>,
  catalog: ReferenceCatalog,
  untilDay: string,
): void {
  points.clear();
  for (const { copies } of published.values()) {
    for (const line of copies) {
      const age = (Date.parse(untilDay) - Date.parse(dayOf(line.sale.soldAtMs))) / 86_400_000;
      if (age < 0 || !catalog.items.some((item) => item.itemId === line.item.itemId)) continue;
      let weight = 1;
      if (age < 7) weight += 12;
      if (age < 30) weight += 6;
      if (age < 180) weight += 3;
      points.set(line.item.itemId, (points.get(line.item.itemId) ?? 0) + weight * line.copies);
    }
  }
}

function bandOf(age: number): number {
  if (age < 20) return 10;
  if (age < 30) return 20;
  if (age < 40) return 30;
  if (age < 50) return 40;
  return age < 60 ? 50 : 60;
}

function dayOf(epochMs: number): string {
  return new Date(epochMs + 9 * 3_600_000).toISOString().slice(0, 10);
}

function monthOf(epochMs: number): string {
  return dayOf(epochMs).slice(0, 7);
}

function lastDayOf(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
}

function monthBefore(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 2, 1))
    .toISOString()
    .slice(0, 7);
}

/** The 5th of the next month, 04:00 in Korea. */
function closesMs(month: string): number {
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
    .toISOString()
    .slice(0, 7);
  return Date.parse(`${next}-05T04:00:00+09:00`);
}
