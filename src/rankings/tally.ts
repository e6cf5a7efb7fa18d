import type { RankCatalog } from './rank-catalog.ts';
import { LIST_DEPTH_MAX } from './ranking-store.ts';
import type { SaleLines } from './sale-lines.ts';
import { CELL_COUNT, SEGMENT_COUNT, segmentsOfCell } from './segments.ts';

/** Stands for null in `upDowns`. No rank can change by so much. */
export const NOT_BEFORE = -32_768;

/**
 * The lists of all categories for one cell (sex and age): entries start[c] to start[c + 1] - 1 are the list of
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

export interface TallyInput {
  readonly catalog: RankCatalog;
  readonly lines: SaleLines;
  /** See countCopies. */
  readonly copies: Uint32Array;
  /** Entries with fewer copies are hidden from lists by sex or age. */
  readonly minSegmentCopies: number;
  /** Null when nothing was published before: every entry is new. */
  readonly previous: PreviousList | null;
}

/**
 * All lists of one period, by cell (segments.ts). Per cell: one stable counting sort of the sold items, which
 * are kept in the order of ties, and one pass that appends each item to the lists of its categories until they
 * are full. No category is sorted by itself.
 */
export function tallyLists(input: TallyInput): CellLists[] {
  const sold = collectSold(input);
  const room = layOutRoom(sold, input.catalog.categoryIds.length);
  const ranks = new Int32Array(input.catalog.itemIds.length);
  const cells: CellLists[] = [];
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const isSegment = cell > 0;
    const order = rankSold(sold, segmentsOfCell(cell), isSegment ? Math.max(1, input.minSegmentCopies) : 1);
    const lists = appendToCategories(sold, room, order);
    if (input.previous !== null) compareWithPrevious(lists, cell, input.previous, ranks);
    cells.push(lists);
  }
  return cells;
}

/** The items that sold in the period, in the order of ties, with their categories next to each other. */
interface SoldItems {
  readonly items: Int32Array;
  /** SEGMENT_COUNT counters an item. */
  readonly copies: Uint32Array;
  readonly closureStart: Uint32Array;
  readonly closure: Uint32Array;
}

function collectSold({ catalog, lines, copies }: TallyInput): SoldItems {
  // Marks first, positions after: 0 = not sold, else the position in the sold items plus one.
  const place = new Int32Array(catalog.itemIds.length);
  for (let line = 0; line < lines.count; line++) {
    if ((copies[line] ?? 0) > 0) place[lines.item[line] ?? 0] = 1;
  }
  let count = 0;
  let closureLength = 0;
  for (let item = 0; item < place.length; item++) {
    if (place[item] === 0 || catalog.withheld[item] === 1) {
      place[item] = 0;
      continue;
    }
    place[item] = ++count;
    closureLength += (catalog.closureStart[item + 1] ?? 0) - (catalog.closureStart[item] ?? 0);
  }
  const sold = {
    items: new Int32Array(count),
    copies: new Uint32Array(count * SEGMENT_COUNT),
    closureStart: new Uint32Array(count + 1),
    closure: new Uint32Array(closureLength),
  };
  for (let item = 0; item < place.length; item++) {
    const at = (place[item] ?? 0) - 1;
    if (at < 0) continue;
    const nodes = catalog.closure.subarray(catalog.closureStart[item], catalog.closureStart[item + 1]);
    sold.items[at] = item;
    sold.closure.set(nodes, sold.closureStart[at]);
    sold.closureStart[at + 1] = (sold.closureStart[at] ?? 0) + nodes.length;
  }
  for (let line = 0; line < lines.count; line++) {
    const at = (place[lines.item[line] ?? 0] ?? 0) - 1;
    if (at < 0) continue;
    const counter = at * SEGMENT_COUNT + (lines.segment[line] ?? 0);
    sold.copies[counter] = (sold.copies[counter] ?? 0) + (copies[line] ?? 0);
  }
  return sold;
}

/** Space that holds the lists of any cell: a category never lists more than its sold items. */
interface ListRoom {
  /** Category c may use entries start[c] to start[c + 1] - 1. */
  readonly start: Uint32Array;
  readonly entries: Int32Array;
}

function layOutRoom(sold: SoldItems, categoryCount: number): ListRoom {
  const lengths = new Uint32Array(categoryCount);
  for (const category of sold.closure) lengths[category] = (lengths[category] ?? 0) + 1;
  const start = new Uint32Array(categoryCount + 1);
  for (let category = 0; category < categoryCount; category++) {
    start[category + 1] = (start[category] ?? 0) + Math.min(lengths[category] ?? 0, LIST_DEPTH_MAX);
  }
  return { start, entries: new Int32Array(start[categoryCount] ?? 0) };
}

/** Positions of the sold items with at least `copiesMin` copies in the segments, most copies first. */
function rankSold(sold: SoldItems, segments: readonly number[], copiesMin: number): Int32Array {
  const scores = new Uint32Array(sold.items.length);
  let highest = 0;
  for (let at = 0; at < scores.length; at++) {
    let score = 0;
    for (const segment of segments) score += sold.copies[at * SEGMENT_COUNT + segment] ?? 0;
    scores[at] = score;
    if (score > highest) highest = score;
  }
  // Counting sort: offsets[s] is where the next item of score s goes. Stable, so ties keep their order.
  const offsets = new Uint32Array(highest + 1);
  for (const score of scores) offsets[score] = (offsets[score] ?? 0) + 1;
  let ranked = 0;
  for (let score = highest; score >= copiesMin; score--) {
    const equal = offsets[score] ?? 0;
    offsets[score] = ranked;
    ranked += equal;
  }
  const order = new Int32Array(ranked);
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score < copiesMin) continue;
    const rank = offsets[score] ?? 0;
    order[rank] = at;
    offsets[score] = rank + 1;
  }
  return order;
}

function appendToCategories(sold: SoldItems, room: ListRoom, order: Int32Array): CellLists {
  const categoryCount = room.start.length - 1;
  const lengths = new Uint32Array(categoryCount);
  for (const at of order) {
    const end = sold.closureStart[at + 1] ?? 0;
    for (let node = sold.closureStart[at] ?? 0; node < end; node++) {
      const category = sold.closure[node] ?? 0;
      const length = lengths[category] ?? 0;
      if (length === LIST_DEPTH_MAX) continue;
      room.entries[(room.start[category] ?? 0) + length] = sold.items[at] ?? 0;
      lengths[category] = length + 1;
    }
  }
  const start = new Uint32Array(categoryCount + 1);
  for (let category = 0; category < categoryCount; category++) {
    start[category + 1] = (start[category] ?? 0) + (lengths[category] ?? 0);
  }
  const items = new Int32Array(start[categoryCount] ?? 0);
  for (let category = 0; category < categoryCount; category++) {
    const from = room.start[category] ?? 0;
    items.set(room.entries.subarray(from, from + (lengths[category] ?? 0)), start[category]);
  }
  return { start, items, upDowns: new Int16Array(items.length).fill(NOT_BEFORE) };
}

/** Fills `upDowns`. `ranks` is scratch space of one zero an item, and is left as it was found. */
function compareWithPrevious(
  lists: CellLists,
  cell: number,
  previous: PreviousList,
  ranks: Int32Array,
): void {
  for (let category = 0; category + 1 < lists.start.length; category++) {
    const from = lists.start[category] ?? 0;
    const end = lists.start[category + 1] ?? 0;
    if (from === end) continue;
    const before = previous(cell, category);
    for (let at = 0; at < before.length; at++) {
      const item = before[at] ?? -1;
      if (item >= 0) ranks[item] = at + 1;
    }
    for (let entry = from; entry < end; entry++) {
      const rank = ranks[lists.items[entry] ?? 0] ?? 0;
      if (rank > 0) lists.upDowns[entry] = rank - (entry - from + 1);
    }
    for (const item of before) if (item >= 0) ranks[item] = 0;
  }
}
