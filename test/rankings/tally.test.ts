import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previousFromTally } from '../../src/rankings/previous-lists.ts';
import {
  type CellLists,
  layOutEntrants,
  NOT_BEFORE,
  type PreviousList,
} from '../../src/rankings/ranked-lists.ts';
import {
  CELL_COUNT,
  cellAt,
  cellIndex,
  SEGMENT_COUNT,
  segmentOf,
  segmentsOfCell,
  sexCode,
} from '../../src/rankings/segments.ts';
import { tallyLists } from '../../src/rankings/tally.ts';
import { catalogOf, type RankItem, rankItem } from './ranking-world.ts';

const SEVENTEEN_YEAR_OLD_WOMAN = segmentOf(sexCode('F'), 17);

/** Tallies copies given by item number, all of one segment. */
function tally(
  items: readonly RankItem[],
  sold: Readonly<Record<number, number>>,
  options: { previous?: PreviousList | null; minSegmentCopies?: number } = {},
) {
  const catalog = catalogOf(items);
  const copiesOf = new Map(
    Object.entries(sold).map(([itemId, count]) => [catalog.findItem(Number(itemId)), count]),
  );
  const soldItems = Int32Array.from(copiesOf.keys()).sort();
  const copies = new Uint32Array(soldItems.length * SEGMENT_COUNT);
  for (const [at, item] of soldItems.entries()) {
    copies[SEVENTEEN_YEAR_OLD_WOMAN * soldItems.length + at] = copiesOf.get(item) ?? 0;
  }
  const { previous = null, minSegmentCopies = 1 } = options;
  const cells = tallyLists({
    catalog,
    sold: { items: soldItems, copies, scores: copies },
    entrants: layOutEntrants(catalog, soldItems),
    minSegmentCopies,
    previous,
  });
  const listOf = (cell: number, categoryId = 'c') =>
    entriesOf(catalog.itemIds, cells[cell], catalog.categoryIds.indexOf(categoryId));
  return { cells, listOf };
}

function entriesOf(itemIds: Float64Array, lists: CellLists | undefined, category: number) {
  assert.ok(lists);
  const range = [lists.start[category], lists.start[category + 1]] as const;
  return {
    itemIds: [...lists.items.subarray(...range)].map((item) => itemIds[item]),
    upDowns: [...lists.upDowns.subarray(...range)],
  };
}

test('a list holds the first 1,000 by copies, and the ranks of its end are decided by the order of ties', () => {
  // 1,200 items: 900 with two copies, then 300 with one, of which the latest published and lowest go first.
  const items = Array.from({ length: 1_200 }, (_, at) =>
    rankItem({ itemId: at + 1, publishDay: at + 1 > 1_150 ? 20_000 : null }),
  );
  const sold = Object.fromEntries(items.map(({ itemId }) => [itemId, itemId <= 900 ? 2 : 1]));
  const { itemIds } = tally(items, sold).listOf(0);
  const expected = [
    ...Array.from({ length: 900 }, (_, at) => at + 1),
    ...Array.from({ length: 50 }, (_, at) => at + 1_151),
    ...Array.from({ length: 50 }, (_, at) => at + 901),
  ];
  assert.deepEqual(itemIds, expected);
});

test('equal copies: later publication first, unknown publication last, then the lower item number', () => {
  const items = [
    rankItem({ itemId: 1 }),
    rankItem({ itemId: 2, publishDay: 100 }),
    rankItem({ itemId: 3, publishDay: 200 }),
    rankItem({ itemId: 4, publishDay: 200 }),
    rankItem({ itemId: 5 }),
  ];
  assert.deepEqual(tally(items, { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 }).listOf(0).itemIds, [3, 4, 2, 1, 5]);
});

test('rank change is the previous rank minus the current one, and none for an item that was not listed', () => {
  // Before: 1 2 3 4. Now: 4 first (was 4th: +3), 1 second (was 1st: -1), 5 new, 3 fourth (was 3rd: -1), 2 gone.
  const items = [1, 2, 3, 4, 5].map((itemId) => rankItem({ itemId }));
  const before = tally(items, { 1: 9, 2: 8, 3: 7, 4: 6 });
  const now = tally(items, { 4: 9, 1: 8, 5: 7, 3: 6 }, { previous: previousFromTally(before.cells) });
  assert.deepEqual(now.listOf(0), { itemIds: [4, 1, 5, 3], upDowns: [3, -1, NOT_BEFORE, -1] });
});

test('an item that keeps its place has a rank change of 0', () => {
  const items = [rankItem({ itemId: 1 })];
  const before = tally(items, { 1: 1 });
  assert.deepEqual(
    tally(items, { 1: 5 }, { previous: previousFromTally(before.cells) }).listOf(0).upDowns,
    [0],
  );
});

test('each category compares with its own list', () => {
  const items = [
    rankItem({ itemId: 1, categoryIds: ['c', 'd'] }),
    rankItem({ itemId: 2, categoryIds: ['c'] }),
  ];
  const before = tally(items, { 1: 1, 2: 2 });
  const now = tally(items, { 1: 2, 2: 1 }, { previous: previousFromTally(before.cells) });
  assert.deepEqual([now.listOf(0, 'c').upDowns, now.listOf(0, 'd').upDowns], [[1, -1], [0]]);
});

test('entries under the least number of copies are hidden by sex or age, never from the list of all', () => {
  const items = [rankItem({ itemId: 1 }), rankItem({ itemId: 2 })];
  const { listOf } = tally(items, { 1: 3, 2: 2 }, { minSegmentCopies: 3 });
  assert.deepEqual(listOf(cellIndex('A', 255)).itemIds, [1, 2]);
  assert.deepEqual(listOf(cellIndex('F', 255)).itemIds, [1]);
  assert.deepEqual(listOf(cellIndex('A', 10)).itemIds, [1]);
});

test('a copy is in the lists of its sex and age and of all, and in no other', () => {
  const { listOf } = tally([rankItem({ itemId: 1 })], { 1: 1 });
  const cells = Array.from({ length: CELL_COUNT }, (_, cell) => cell).filter(
    (cell) => listOf(cell).itemIds.length > 0,
  );
  assert.deepEqual(cells.map(cellAt), [
    { sex: 'A', age: 255 },
    { sex: 'A', age: 10 },
    { sex: 'F', age: 255 },
    { sex: 'F', age: 10 },
  ]);
});

test('unknown sex or age is in the lists of all sexes or ages only, each side on its own', () => {
  const cellsOf = (segment: number) =>
    Array.from({ length: CELL_COUNT }, (_, cell) => cell)
      .filter((cell) => segmentsOfCell(cell).includes(segment))
      .map(cellAt);
  assert.deepEqual(cellsOf(segmentOf(sexCode(null), null)), [{ sex: 'A', age: 255 }]);
  assert.deepEqual(cellsOf(segmentOf(sexCode('M'), null)), [
    { sex: 'A', age: 255 },
    { sex: 'M', age: 255 },
  ]);
  assert.deepEqual(cellsOf(segmentOf(sexCode(null), 60)), [
    { sex: 'A', age: 255 },
    { sex: 'A', age: 60 },
  ]);
});
