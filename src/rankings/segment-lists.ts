import type { SegmentCopies } from './day-copies.ts';
import { CELL_COUNT, segmentsOfCell } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import {
  type CellLists,
  compareWithPrevious,
  type Entrants,
  listInOrder,
  orderByScore,
  type PreviousList,
} from './ranked-lists.ts';

export interface TallyInput {
  readonly catalog: RankCatalog;
  readonly sold: SegmentCopies;
  /** The items of `sold`. */
  readonly entrants: Entrants;
  /** Lists by sex or age hide entries with fewer copies. */
  readonly minSegmentCopies: number;
  /** Null if there was no previous list: every entry is new. */
  readonly previous: PreviousList | null;
}

/**
 * All lists of one period by sex and age (edition.ts). Per cell: one stable counting sort of the sold items,
 * which are kept in the order of ties, and one pass that fills the lists of all categories.
 */
export function tallyLists({ catalog, sold, entrants, minSegmentCopies, previous }: TallyInput): CellLists[] {
  const ranks = new Int32Array(catalog.itemIds.length);
  const cells: CellLists[] = [];
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const scores = scoresOf(sold, segmentsOfCell(cell), cell === 0 ? 1 : minSegmentCopies);
    const lists = listInOrder(entrants, orderByScore(scores, 1));
    if (previous !== null) compareWithPrevious(lists, cell, previous, ranks);
    cells.push(lists);
  }
  return cells;
}

/** Scores in some segments; 0 for an item with fewer than `copiesMin` copies in them. */
function scoresOf(sold: SegmentCopies, segments: readonly number[], copiesMin: number): Uint32Array {
  const scores = sumOfSegments(sold.scores, segments, sold.items.length);
  if (copiesMin <= 1) return scores;
  const copies = sold.copies === sold.scores ? scores : sumOfSegments(sold.copies, segments, scores.length);
  for (let at = 0; at < scores.length; at++) if ((copies[at] ?? 0) < copiesMin) scores[at] = 0;
  return scores;
}

function sumOfSegments(counters: Uint32Array, segments: readonly number[], count: number): Uint32Array {
  const sums = new Uint32Array(count);
  for (const segment of segments) {
    const first = segment * count;
    for (let at = 0; at < count; at++) sums[at] = (sums[at] ?? 0) + (counters[first + at] ?? 0);
  }
  return sums;
}
