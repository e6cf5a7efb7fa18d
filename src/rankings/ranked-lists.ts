import { seldomYield } from '../base/seldom-yield.ts';
import { atMost, orderByScore, UINT32_MAX } from '../base/typed-arrays.ts';
import type { Counters } from './day-copies.ts';
import type { RankCatalog } from './rank-catalog.ts';

/** Stands for null in `upDowns`. No rank can change by this much. */
export const NOT_BEFORE = -(2 ** 31);

/** By category: entries start[c] to start[c + 1] - 1 are the list of category c of the RankCatalog, first rank first. */
export interface CellLists {
  readonly start: Uint32Array;
  readonly items: Int32Array;
  readonly upDowns: Int32Array;
  /** By category: 1 = titles with few copies were left out. */
  readonly isThinned?: Uint8Array;
}

/** Finds the preceding lists of a cell, by category: indices of the RankCatalog by rank, -1 where an item is no longer known. */
export type PreviousLists = (cell: number) => ListOfCategory | Promise<ListOfCategory>;
type ListOfCategory = (category: number) => Int32Array;

/**
 * Splits a ranking into the lists of all categories. The first pass finds the lengths of the lists, the second pass fills them;
 * nothing is sorted again.
 */
export function listInOrder(catalog: RankCatalog, ranked: Int32Array, depth = ranked.length): CellLists {
  const { categoryIds, closureOf, closureStart, closure } = catalog;
  const start = new Uint32Array(categoryIds.length + 1);
  for (const item of ranked) {
    const set = closureOf[item] ?? 0;
    const end = closureStart[set + 1] ?? 0;
    for (let node = closureStart[set] ?? 0; node < end; node++) {
      const next = (closure[node] ?? 0) + 1;
      const length = start[next] ?? 0;
      if (length < depth) start[next] = length + 1;
    }
  }
  for (let at = 1; at < start.length; at++)
    start[at] = atMost(UINT32_MAX, 'the entries of all lists', (start[at] ?? 0) + (start[at - 1] ?? 0));
  const items = new Int32Array(start.at(-1) ?? 0);
  const ends = start.slice();
  for (const item of ranked) {
    const set = closureOf[item] ?? 0;
    const end = closureStart[set + 1] ?? 0;
    for (let node = closureStart[set] ?? 0; node < end; node++) {
      const category = closure[node] ?? 0;
      const entry = ends[category] ?? 0;
      if (entry === start[category + 1]) continue;
      items[entry] = item;
      ends[category] = entry + 1;
    }
  }
  return { start, items, upDowns: new Int32Array(items.length).fill(NOT_BEFORE) };
}

/** Lists the items with a score of at least `scoreMin` by score. `items` are ascending indices of the RankCatalog. */
export function listByScore(
  catalog: RankCatalog,
  items: Int32Array,
  scores: Counters,
  scoreMin: number,
): CellLists {
  const ranked = orderByScore(scores, scoreMin).map((at) => items[at] ?? 0);
  return listInOrder(catalog, ranked);
}

/** Sorts lists by item number, with ranks in `upDowns`, so that an item's rank can be found by binary search. */
export function ranksByItem(catalog: RankCatalog, { start, items }: CellLists): CellLists {
  const ranks = new Int32Array(catalog.itemIds.length);
  for (const item of items) ranks[item] = 1;
  const listed = catalog.byNumber.filter((item) => ranks[item] === 1);
  const byItem = listInOrder(catalog, listed);
  for (let category = 0; category + 1 < start.length; category++) {
    const from = start[category] ?? 0;
    const end = start[category + 1] ?? 0;
    for (let entry = from; entry < end; entry++) ranks[items[entry] ?? 0] = entry - from + 1;
    for (let entry = from; entry < end; entry++) byItem.upDowns[entry] = ranks[byItem.items[entry] ?? 0] ?? 0;
  }
  return byItem;
}

/** Sets each item's rank change since the preceding lists, and returns the lists. */
export async function compareWithPrevious(
  catalog: RankCatalog,
  cells: readonly CellLists[],
  previous: PreviousLists,
): Promise<readonly CellLists[]> {
  const ranks = new Int32Array(catalog.itemIds.length);
  for (const [cell, { start, items, upDowns }] of cells.entries()) {
    await seldomYield();
    const listOf = await previous(cell);
    for (let category = 0; category + 1 < start.length; category++) {
      const from = start[category] ?? 0;
      const end = start[category + 1] ?? 0;
      if (from === end) continue;
      const before = listOf(category);
      for (let at = 0; at < before.length; at++) {
        const item = before[at] ?? -1;
        if (item >= 0) ranks[item] = at + 1;
      }
      for (let entry = from; entry < end; entry++) {
        const rank = ranks[items[entry] ?? 0] ?? 0;
        if (rank > 0) upDowns[entry] = rank - (entry - from + 1);
      }
      for (const item of before) if (item >= 0) ranks[item] = 0;
    }
  }
  return cells;
}

const NO_LIST = new Int32Array(0);

export function previousFromTally(cells: readonly Pick<CellLists, 'start' | 'items'>[]): PreviousLists {
  return (cell) => (category) => {
    const lists = cells[cell];
    return lists?.items.subarray(lists.start[category], lists.start[category + 1]) ?? NO_LIST;
  };
}

/** The item numbers of a cell's lists by category, first rank first. */
export type PublishedCell = ReadonlyMap<string, Float64Array>;

/** Uses published lists as the preceding lists. Their items and categories may no longer be in the catalogue. */
export function previousFromPublished(
  readCell: (cell: number) => Promise<PublishedCell>,
  catalog: RankCatalog,
): PreviousLists {
  return async (cell) => {
    const lists = await readCell(cell);
    return (category) => {
      const itemIds = lists.get(catalog.categoryIds[category] ?? '');
      if (itemIds === undefined) return NO_LIST;
      const items = new Int32Array(itemIds.length);
      for (let at = 0; at < items.length; at++) items[at] = catalog.findItem(itemIds[at] ?? 0);
      return items;
    };
  };
}
