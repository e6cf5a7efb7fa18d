import type { RankCatalog } from './rank-catalog.ts';
import type { CellLists, PreviousList } from './ranked-lists.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

const NO_LIST = new Int32Array(0);

/** The lists just tallied, to be compared with those of the next period; undefined = never asked for. */
export function previousFromTally(
  cells: readonly (Pick<CellLists, 'start' | 'items'> | undefined)[],
): PreviousList {
  return (cell, category) => {
    const lists = cells[cell];
    return lists?.items.subarray(lists.start[category], lists.start[category + 1]) ?? NO_LIST;
  };
}

/**
 * The lists of a published edition, whose items and categories may have changed since. Fast when cells are read one
 * after the other.
 */
export function previousFromSnapshot(snapshot: Snapshot, catalog: RankCatalog): PreviousList {
  const categories = new Map(snapshot.categoryIds.map((categoryId, at) => [categoryId, at]));
  const places = catalog.categoryIds.map((categoryId) => categories.get(categoryId) ?? -1);
  let lists: { readonly cell: number; readonly start: Uint32Array; readonly items: Int32Array } | null = null;
  return (cell, category) => {
    if (lists?.cell !== cell) {
      const { start, itemIds } = snapshot.readCell(cell);
      const items = new Int32Array(itemIds.length);
      for (let at = 0; at < items.length; at++) items[at] = catalog.findItem(itemIds[at] ?? 0);
      lists = { cell, start, items };
    }
    const place = places[category] ?? -1;
    return place < 0 ? NO_LIST : lists.items.subarray(lists.start[place], lists.start[place + 1]);
  };
}
