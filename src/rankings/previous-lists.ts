import type { RankCatalog } from './rank-catalog.ts';
import type { CellLists, PreviousList } from './ranked-lists.ts';
import type { Snapshot } from './snapshot.ts';

const NO_LIST = new Int32Array(0);

/** The lists just tallied, as the next period compares itself with them. */
export function previousFromTally(cells: readonly CellLists[]): PreviousList {
  return (cell, category) => {
    const lists = cells[cell];
    return lists?.items.subarray(lists.start[category], lists.start[category + 1]) ?? NO_LIST;
  };
}

/** The lists of a published edition, whose items and categories may have changed since. */
export function previousFromSnapshot(snapshot: Snapshot, catalog: RankCatalog): PreviousList {
  return (cell, category) => {
    const categoryId = catalog.categoryIds[category];
    if (categoryId === undefined) return NO_LIST;
    const list = snapshot.readList(cell, categoryId);
    return Int32Array.from(list.itemIds, (itemId) => catalog.findItem(itemId));
  };
}

/** The same lists, one of whose cells stands at position 0. */
export function previousOfCell(previous: PreviousList, cell: number): PreviousList {
  return (_cell, category) => previous(cell, category);
}
