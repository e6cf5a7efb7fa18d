import { type CategoryNode, layOutCategories } from '../catalog/category.ts';
import type { KstDay } from '../clock.ts';
import { NumberIndex } from './number-index.ts';

/** What the rankings need to know of an item. */
export interface RankItem {
  readonly itemId: number;
  /** 13 digits or empty. */
  readonly isbn13: string;
  readonly publishDay: KstDay | null;
  readonly withheld: boolean;
  readonly categoryIds: readonly string[];
}

/**
 * The catalogue as the rankings see it. Items are numbered 0..n-1 in the order in which ties are broken (later
 * publication first, unknown last, then lower item number), so that a stable sort by score needs nothing else.
 */
export interface RankCatalog {
  readonly itemIds: Float64Array;
  /** 1 = in no list. */
  readonly withheld: Uint8Array;
  /** KST day of publication of item i, NaN where it is unknown. */
  readonly publishDays: Float64Array;
  /** Every category of the tree and every unknown one that an item names. */
  readonly categoryIds: readonly string[];
  /** The categories in which item i counts are closure[closureStart[i]] to closure[closureStart[i + 1] - 1]. */
  readonly closureStart: Uint32Array;
  readonly closure: Uint32Array;
  /** The item with a number, or -1. */
  findItem(itemId: number): number;
  /** The item that an order line means by an ISBN13, read as a number: the lowest one not withheld, or -1. */
  findIsbn13(isbn13: number): number;
}

/** Lays out items and categories for the count. The items may come in any order. */
export function buildRankCatalog(
  items: readonly RankItem[],
  categories: readonly CategoryNode[],
): RankCatalog {
  const ordered = [...items].sort(
    (a, b) => (b.publishDay ?? -Infinity) - (a.publishDay ?? -Infinity) || a.itemId - b.itemId,
  );
  const itemIds = Float64Array.from(ordered, (item) => item.itemId);
  const ids = new NumberIndex(itemIds);
  let isbns: ReadonlyMap<number, number> | null = null;
  return {
    itemIds,
    withheld: Uint8Array.from(ordered, (item) => (item.withheld ? 1 : 0)),
    publishDays: Float64Array.from(ordered, (item) => item.publishDay ?? Number.NaN),
    ...layOutClosures(ordered, categories),
    findItem: (itemId) => ids.find(itemId),
    findIsbn13(isbn13) {
      // Few shops send ISBNs instead of item numbers; the others need not pay for the map.
      isbns ??= mapIsbns(ordered);
      return isbns.get(isbn13) ?? -1;
    },
  };
}

type Closures = Pick<RankCatalog, 'categoryIds' | 'closureStart' | 'closure'>;

/**
 * An item counts once in each distinct node on the paths of all its categories (decisions 3). A category that
 * the tree lacks is a root of its own.
 */
function layOutClosures(items: readonly RankItem[], categories: readonly CategoryNode[]): Closures {
  const laidOut = layOutCategories(categories);
  const categoryIds = laidOut.map((category) => category.categoryId);
  const numbers = new Map(categoryIds.map((categoryId, at) => [categoryId, at]));
  const paths = new Map<string, readonly string[]>(
    laidOut.map((category) => [category.categoryId, category.pathIds]),
  );
  const numberOf = (categoryId: string): number => {
    const known = numbers.get(categoryId);
    if (known !== undefined) return known;
    numbers.set(categoryId, categoryIds.length);
    return categoryIds.push(categoryId) - 1;
  };
  // Many items share the same few combinations of categories, and the array of each.
  const closures = new Map<readonly string[], readonly number[]>();
  const closureOf = ({ categoryIds }: RankItem): readonly number[] => {
    const known = closures.get(categoryIds);
    if (known !== undefined) return known;
    const nodes = new Set(categoryIds.flatMap((id) => paths.get(id) ?? [id]));
    const closure = [...nodes].map(numberOf);
    closures.set(categoryIds, closure);
    return closure;
  };
  const closureStart = new Uint32Array(items.length + 1);
  const all: number[] = [];
  for (const [at, item] of items.entries()) {
    for (const category of closureOf(item)) all.push(category);
    closureStart[at + 1] = all.length;
  }
  return { categoryIds, closureStart, closure: Uint32Array.from(all) };
}

function mapIsbns(items: readonly RankItem[]): ReadonlyMap<number, number> {
  const lowest = new Map<number, number>();
  for (const [at, item] of items.entries()) {
    if (item.isbn13 === '' || item.withheld) continue;
    const isbn13 = Number(item.isbn13);
    const known = lowest.get(isbn13);
    if (known === undefined || item.itemId < (items[known]?.itemId ?? 0)) lowest.set(isbn13, at);
  }
  return lowest;
}
