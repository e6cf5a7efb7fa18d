import type { CategoryNode } from '../../src/catalog/category.ts';
import { AGES, type RankedList, SEXES } from '../../src/rankings/edition.ts';
import type { RankingSettings } from '../../src/rankings/run/ranking-session.ts';
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

export interface CountedLine {
  readonly itemId: number;
  readonly day: string;
  readonly sale: SaleLine;
  readonly copies: number;
}

/** Every line of a period in which a buyer counts only so often, with its copies. */
export function countLines(
  sales: readonly SaleLine[],
  catalog: ReferenceCatalog,
  { copiesPerBuyer }: RankingSettings,
): CountedLine[] {
  const sorted = [...sales].sort(
    (a, b) =>
      a.soldAtMs - b.soldAtMs ||
      Buffer.compare(Buffer.from(a.orderId), Buffer.from(b.orderId)) ||
      a.lineNo - b.lineNo,
  );
  const spent = new Map<string, number>();
  return sorted.flatMap((sale) => {
    const item = itemOf(sale, catalog);
    if (item === undefined) return [];
    let copies = 0;
    if (sale.buyerType === 'organisation') copies = Math.min(20, Math.floor(sale.quantity / 5));
    if (sale.buyerType === 'aggregate') copies = sale.quantity;
    if (sale.buyerType === 'person') {
      const buyer = sale.buyer === null ? `line ${sale.orderId}/${sale.lineNo}` : `buyer ${sale.buyer}`;
      const before = spent.get(`${item.itemId} ${buyer}`) ?? 0;
      copies = Math.min(sale.quantity, copiesPerBuyer - before);
      spent.set(`${item.itemId} ${buyer}`, before + copies);
    }
    return copies > 0 ? [{ itemId: item.itemId, day: dayOf(sale.soldAtMs), sale, copies }] : [];
  });
}

function itemOf(sale: SaleLine, { items }: ReferenceCatalog): WorldItem | undefined {
  if (sale.itemId !== null) return items.find((item) => item.itemId === sale.itemId);
  return items
    .filter((item) => item.isbn13 === sale.isbn13 && !item.withheld)
    .sort((a, b) => a.itemId - b.itemId)[0];
}

export interface Entry {
  readonly item: WorldItem;
  readonly copies: number;
  /** Compared one after the other, the highest first. */
  readonly scores: readonly number[];
}

/** The items that lines name, each scored by its copies, times what their days weigh. */
export function entriesOf(
  lines: readonly CountedLine[],
  { items }: ReferenceCatalog,
  weightOf: (day: string) => number = () => 1,
): Entry[] {
  return items.flatMap((item) => {
    const own = lines.filter(({ itemId, day }) => itemId === item.itemId && weightOf(day) > 0);
    const copies = own.reduce((sum, line) => sum + line.copies, 0);
    const score = own.reduce((sum, line) => sum + line.copies * weightOf(line.day), 0);
    return copies > 0 ? [{ item, copies, scores: [score] }] : [];
  });
}

export function entriesBySegment(
  lines: readonly CountedLine[],
  catalog: ReferenceCatalog,
  { minSegmentCopies }: RankingSettings,
  weightOf?: (day: string) => number,
): Record<string, Entry[]> {
  const cells = SEXES.flatMap((sex) => AGES.map((age) => ({ sex, age, key: `${sex} ${age}` })));
  return Object.fromEntries(
    cells.map(({ sex, age, key }) => {
      const own = lines
        .filter(({ sale }) => sex === 'A' || sale.sex === sex)
        .filter(({ sale }) => age === 255 || (sale.age !== null && bandOf(sale.age) === age));
      const isAll = sex === 'A' && age === 255;
      const entries = entriesOf(own, catalog, weightOf);
      return [key, entries.filter(({ copies }) => isAll || copies >= minSegmentCopies)];
    }),
  );
}

function bandOf(age: number): number {
  return Math.min(60, Math.max(10, age - (age % 10)));
}

export type Lists = ReadonlyMap<string, RankedList>;

/** The lists of all categories: of each cell by score, then later publication, then lower item number. */
export function listsOf(
  catalog: ReferenceCatalog,
  cells: Readonly<Record<string, readonly Entry[]>>,
  previous: Lists | undefined,
  depth = Infinity,
): Lists {
  const lists = new Map<string, RankedList>();
  const paths = pathsOf(catalog.categories);
  const categoryIds = new Set([...paths.keys(), ...catalog.items.flatMap((item) => item.categoryIds)]);
  for (const [cell, entries] of Object.entries(cells)) {
    const ranked = entries
      .filter(({ item }) => !item.withheld)
      .sort(
        (a, b) =>
          compareScores(a.scores, b.scores) ||
          (b.item.publishDay ?? -1e9) - (a.item.publishDay ?? -1e9) ||
          a.item.itemId - b.item.itemId,
      );
    for (const categoryId of categoryIds) {
      const itemIds = ranked
        .filter(({ item }) => item.categoryIds.some((one) => (paths.get(one) ?? [one]).includes(categoryId)))
        .slice(0, depth)
        .map(({ item }) => item.itemId);
      if (itemIds.length === 0) continue;
      const key = `${categoryId} ${cell}`;
      const before = previous?.get(key)?.itemIds ?? [];
      const upDowns = itemIds.map((id, at) => (before.includes(id) ? before.indexOf(id) - at : null));
      lists.set(key, { itemIds, upDowns });
    }
  }
  return lists;
}

function compareScores(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((score, index) => score !== b[index]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
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
    for (const [from, categoryId] of chain.entries()) paths.set(categoryId, [...chain.slice(from), ...above]);
  }
  pathsOfTrees.set(categories, paths);
  return paths;
}

const daysOfInstants = new Map<number, string>();

export function dayOf(epochMs: number): string {
  const day = daysOfInstants.get(epochMs) ?? new Date(epochMs + 9 * 3_600_000).toISOString().slice(0, 10);
  daysOfInstants.set(epochMs, day);
  return day;
}

export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export function numberOf(day: string): number {
  return Date.parse(day) / 86_400_000;
}

export function mondayOf(day: string): string {
  return dayPlus(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The first day of the month that is so many months after a month. */
export function firstDayOf(month: string, monthsLater = 0): string {
  const [year, ofYear] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (ofYear ?? 0) - 1 + monthsLater, 1)).toISOString().slice(0, 10);
}
