import type { CategoryNode } from '../../src/catalog/category.ts';
import { AGES, type RankedList, SEXES } from '../../src/rankings/edition.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import type { WorldItem } from './ranking-world.ts';

/*
 * The rules that all lists share, in the plainest form. Days and months are texts, so that no code is shared with
 * what is tested.
 */

export interface ReferenceCatalog {
  readonly items: readonly WorldItem[];
  readonly categories: readonly CategoryNode[];
}

export interface ReferenceSettings {
  readonly copiesPerBuyer: number;
  readonly minSegmentCopies: number;
  readonly newDays: number;
}

/** A line that counts. */
export interface CountedLine {
  readonly itemId: number;
  readonly sale: SaleLine;
  readonly copies: number;
}

/** Lists that are not empty, by listKey. */
export type Lists = ReadonlyMap<string, RankedList>;

export function listKey(categoryId: string, sex: string, age: number): string {
  return `${categoryId} ${sex} ${age}`;
}

/** Every line of a period in which a buyer counts only so often, with its copies. */
export function countLines(
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
    if (sale.buyerType === 'aggregate') copies = sale.quantity;
    if (sale.buyerType === 'person') {
      const buyer = sale.buyer === null ? `line ${sale.orderId}/${sale.lineNo}` : `buyer ${sale.buyer}`;
      const before = spent.get(`${item.itemId} ${buyer}`) ?? 0;
      copies = Math.min(sale.quantity, settings.copiesPerBuyer - before);
      spent.set(`${item.itemId} ${buyer}`, before + copies);
    }
    if (copies > 0) counted.push({ itemId: item.itemId, sale, copies });
  }
  return counted;
}

function itemOf(sale: SaleLine, catalog: ReferenceCatalog): WorldItem | undefined {
  if (sale.itemId !== null) return catalog.items.find((item) => item.itemId === sale.itemId);
  return catalog.items
    .filter((item) => item.isbn13 === sale.isbn13 && !item.withheld)
    .sort((a, b) => a.itemId - b.itemId)[0];
}

export function categoryIdsOf(catalog: ReferenceCatalog): Set<string> {
  return new Set([
    ...catalog.categories.map((category) => category.categoryId),
    ...catalog.items.flatMap((item) => item.categoryIds),
  ]);
}

/** An item on its way into a list. */
export interface Entry {
  readonly item: WorldItem;
  /** Compared one after the other, the highest first. */
  readonly scores: readonly number[];
}

/** The list of one category: by score, then later publication, then lower item number. */
export function rankEntries(
  catalog: ReferenceCatalog,
  categoryId: string,
  entries: readonly Entry[],
  depth = 1000,
): number[] {
  const paths = pathsOf(catalog.categories);
  return entries
    .filter(({ item }) => !item.withheld)
    .filter(({ item }) => item.categoryIds.some((one) => (paths.get(one) ?? [one]).includes(categoryId)))
    .sort(
      (a, b) =>
        compareScores(a.scores, b.scores) ||
        (b.item.publishDay ?? -1e9) - (a.item.publishDay ?? -1e9) ||
        a.item.itemId - b.item.itemId,
    )
    .slice(0, depth)
    .map(({ item }) => item.itemId);
}

function compareScores(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((score, index) => score !== b[index]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
}

/** Adds a list unless it is empty, compared with the one of the same key before. */
export function addList(
  lists: Map<string, RankedList>,
  key: string,
  itemIds: readonly number[],
  previous: Lists | null,
): void {
  if (itemIds.length === 0) return;
  const before = previous?.get(key)?.itemIds ?? [];
  const upDowns = itemIds.map((itemId, at) => (before.includes(itemId) ? before.indexOf(itemId) - at : null));
  lists.set(key, { itemIds, upDowns });
}

/** The lists of all categories, sexes and ages; each line is weighed. */
export function listsBySexAndAge(
  counted: readonly CountedLine[],
  weightOf: (sale: SaleLine) => number,
  catalog: ReferenceCatalog,
  settings: ReferenceSettings,
  previous: Lists | null,
): Map<string, RankedList> {
  const lists = new Map<string, RankedList>();
  for (const sex of SEXES) {
    for (const age of AGES) {
      const lines = counted
        .filter(({ sale }) => weightOf(sale) > 0)
        .filter(({ sale }) => sex === 'A' || sale.sex === sex)
        .filter(({ sale }) => age === 255 || (sale.age !== null && bandOf(sale.age) === age));
      const isSegment = sex !== 'A' || age !== 255;
      const entries = catalog.items.flatMap((item): Entry[] => {
        const own = lines.filter(({ itemId }) => itemId === item.itemId);
        const copies = own.reduce((sum, line) => sum + line.copies, 0);
        if (copies === 0 || (isSegment && copies < settings.minSegmentCopies)) return [];
        return [{ item, scores: [own.reduce((sum, line) => sum + line.copies * weightOf(line.sale), 0)] }];
      });
      for (const categoryId of categoryIdsOf(catalog)) {
        addList(lists, listKey(categoryId, sex, age), rankEntries(catalog, categoryId, entries), previous);
      }
    }
  }
  return lists;
}

/** The list of all buyers of every category. */
export function listsOfAll(
  entries: readonly Entry[],
  catalog: ReferenceCatalog,
  previous: Lists | null,
  depth = 1000,
): Map<string, RankedList> {
  const lists = new Map<string, RankedList>();
  for (const categoryId of categoryIdsOf(catalog)) {
    addList(lists, listKey(categoryId, 'A', 255), rankEntries(catalog, categoryId, entries, depth), previous);
  }
  return lists;
}

const pathsOfTrees = new WeakMap<readonly CategoryNode[], Map<string, string[]>>();

/** Ids from each category up to its root. The node at which a chain would close on itself is a root. */
function pathsOf(categories: readonly CategoryNode[]): Map<string, string[]> {
  const known = pathsOfTrees.get(categories);
  if (known !== undefined) return known;
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
  pathsOfTrees.set(categories, paths);
  return paths;
}

function bandOf(age: number): number {
  if (age < 20) return 10;
  if (age < 30) return 20;
  if (age < 40) return 30;
  if (age < 50) return 40;
  return age < 60 ? 50 : 60;
}

export function dayOf(epochMs: number): string {
  const known = daysOfInstants.get(epochMs);
  if (known !== undefined) return known;
  const day = new Date(epochMs + 9 * 3_600_000).toISOString().slice(0, 10);
  daysOfInstants.set(epochMs, day);
  return day;
}

const daysOfInstants = new Map<number, string>();

export function monthOf(epochMs: number): string {
  return dayOf(epochMs).slice(0, 7);
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return dayPlus(day, -sinceMonday);
}

export function lastDayOf(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
}

export function monthBefore(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 2, 1))
    .toISOString()
    .slice(0, 7);
}

/** The 5th of the next month, 04:00 in Korea. */
export function closesMs(month: string): number {
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
    .toISOString()
    .slice(0, 7);
  return Date.parse(`${next}-05T04:00:00+09:00`);
}

/** The day so many days after a day. */
export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
