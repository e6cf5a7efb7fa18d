import { orderByScore } from '../typed-arrays.ts';
import { LIST_DEPTH_MAX } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';

/** Stands for null in `upDowns`. No rank can change by this much. */
export const NOT_BEFORE = -32_768;

/**
 * The lists of all categories for one cell of an edition: entries start[c] to start[c + 1] - 1 are the list of
 * category c of the RankCatalog, first rank first.
 */
export interface CellLists {
  readonly start: Uint32Array;
  /** Indices of the RankCatalog. */
  readonly items: Int32Array;
  /** Previous rank minus current rank, or NOT_BEFORE. */
  readonly upDowns: Int16Array;
}

/** The preceding list of a category in a cell: items of the RankCatalog by rank, -1 = no longer known. */
export type PreviousList = (cell: number, category: number) => Int32Array;

/** The items that may be listed, with their categories next to each other, and room for the lists of all of them. */
export interface Entrants {
  /** Indices of the RankCatalog in the order of ties. */
  readonly items: Int32Array;
  readonly closureStart: Uint32Array;
  readonly closure: Uint32Array;
  /** Category c may use entries roomStart[c] to roomStart[c + 1] - 1 of `room`. */
  readonly roomStart: Uint32Array;
  readonly room: Int32Array;
}

/** Gathers the categories of items, so that ranking them repeatedly reads memory in order. */
export function layOutEntrants(
  catalog: RankCatalog,
  items: Int32Array,
  depth: number = LIST_DEPTH_MAX,
): Entrants {
  const categoryCount = catalog.categoryIds.length;
  const closureStart = new Uint32Array(items.length + 1);
  const lengths = new Uint32Array(categoryCount);
  for (let at = 0; at < items.length; at++) {
    const set = catalog.closureOf[items[at] ?? 0] ?? 0;
    const length = (catalog.closureStart[set + 1] ?? 0) - (catalog.closureStart[set] ?? 0);
    closureStart[at + 1] = (closureStart[at] ?? 0) + length;
  }
  const closure = new Uint32Array(closureStart[items.length] ?? 0);
  for (let at = 0, to = 0; at < items.length; at++) {
    const set = catalog.closureOf[items[at] ?? 0] ?? 0;
    const end = catalog.closureStart[set + 1] ?? 0;
    for (let node = catalog.closureStart[set] ?? 0; node < end; node++)
      closure[to++] = catalog.closure[node] ?? 0;
  }
  for (let at = 0; at < closure.length; at++) {
    const category = closure[at] ?? 0;
    lengths[category] = (lengths[category] ?? 0) + 1;
  }
  const roomStart = new Uint32Array(categoryCount + 1);
  for (let category = 0; category < categoryCount; category++) {
    roomStart[category + 1] = (roomStart[category] ?? 0) + Math.min(lengths[category] ?? 0, depth);
  }
  return { items, closureStart, closure, roomStart, room: new Int32Array(roomStart[categoryCount] ?? 0) };
}

/**
 * One pass that appends each entrant to the lists of its categories until they are full. No category is sorted
 * by itself. `order` holds positions of entrants, first rank first.
 */
export function listInOrder(entrants: Entrants, order: Int32Array): CellLists {
  const { items: entrantItems, closureStart, closure, roomStart, room } = entrants;
  const categoryCount = roomStart.length - 1;
  const ends = roomStart.slice(0, categoryCount);
  for (let rank = 0; rank < order.length; rank++) {
    const at = order[rank] ?? 0;
    const end = closureStart[at + 1] ?? 0;
    for (let node = closureStart[at] ?? 0; node < end; node++) {
      const category = closure[node] ?? 0;
      const entry = ends[category] ?? 0;
      if (entry === roomStart[category + 1]) continue;
      room[entry] = entrantItems[at] ?? 0;
      ends[category] = entry + 1;
    }
  }
  const start = new Uint32Array(categoryCount + 1);
  for (let category = 0; category < categoryCount; category++) {
    const length = (ends[category] ?? 0) - (roomStart[category] ?? 0);
    start[category + 1] = (start[category] ?? 0) + length;
  }
  const items = new Int32Array(start[categoryCount] ?? 0);
  for (let category = 0; category < categoryCount; category++) {
    items.set(room.subarray(roomStart[category], ends[category]), start[category]);
  }
  return { start, items, upDowns: new Int16Array(items.length).fill(NOT_BEFORE) };
}

/** Fills in how far each item rose since the preceding lists of the same cells. Returns the lists. */
export function compareWithPrevious(
  catalog: RankCatalog,
  cells: readonly CellLists[],
  previous: PreviousList,
): readonly CellLists[] {
  // Zeros again after each list.
  const ranks = new Int32Array(catalog.itemIds.length);
  for (const [cell, { start, items, upDowns }] of cells.entries()) {
    for (let category = 0; category + 1 < start.length; category++) {
      const from = start[category] ?? 0;
      const end = start[category + 1] ?? 0;
      if (from === end) continue;
      const before = previous(cell, category);
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

/** Lists of items (ascending indices of the RankCatalog), ranked by what each scores, `scoreMin` or more. */
export function listByScore(
  catalog: RankCatalog,
  items: Int32Array,
  scores: Float64Array,
  { scoreMin, depth }: { readonly scoreMin: number; readonly depth?: number },
): CellLists {
  const ofItems = Float64Array.from(items, (item) => scores[item] ?? 0);
  return listInOrder(layOutEntrants(catalog, items, depth), orderByScore(ofItems, scoreMin));
}

const NO_LIST = new Int32Array(0);

/** Lists just tallied. */
export function previousFromTally(cells: readonly Pick<CellLists, 'start' | 'items'>[]): PreviousList {
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
