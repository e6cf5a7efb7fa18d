import type { RankCatalog } from './rank-catalog.ts';
import type { CellLists, PreviousList } from './ranked-lists.ts';

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

/** The item numbers of all lists of a cell by category, first rank first. */
export type PublishedCell = ReadonlyMap<string, Uint32Array | Float64Array>;

/**
 * Published lists, whose items and categories may have changed since. Fast when cells are asked for one after the
 * other.
 */
export function previousFromPublished(
  readCell: (cell: number) => PublishedCell,
  catalog: RankCatalog,
): PreviousList {
  let last: { readonly cell: number; readonly lists: PublishedCell } | null = null;
  return (cell, category) => {
    if (last?.cell !== cell) last = { cell, lists: readCell(cell) };
    const itemIds = last.lists.get(catalog.categoryIds[category] ?? '');
    if (itemIds === undefined) return NO_LIST;
    const items = new Int32Array(itemIds.length);
    for (let at = 0; at < items.length; at++) items[at] = catalog.findItem(itemIds[at] ?? 0);
    return items;
  };
}
