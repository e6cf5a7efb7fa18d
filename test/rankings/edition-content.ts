import { editionCell } from '../../src/rankings/edition-cells.ts';
import { NOT_BEFORE } from '../../src/rankings/ranked-lists.ts';
import type { EditionContent, Publication } from '../../src/rankings/ranking-repository.ts';
import type { Edition, ListCell, RankedList } from '../../src/rankings/ranking-store.ts';

/** A list as a test gives it. */
export interface GivenList extends RankedList {
  readonly cell: ListCell;
}

/** What a tally that made one edition publishes. */
export function publicationOf(edition: Edition, ledgerRevision = 1): Publication {
  const { untilDay, publishedAtMs } = edition;
  return {
    editions: [edition],
    tally: { itemIds: new Float64Array(0), salePoints: new Float64Array(0), untilDay, ledgerRevision },
    run: {
      kind: 'tally',
      cause: 'command',
      outcome: 'published',
      startedAtMs: publishedAtMs,
      elapsedMs: 1,
      untilDay,
      months: 1,
      editions: 1,
    },
    publishedAtMs,
    catalogRevision: 1,
  };
}

/** The content of an edition made from plain lists; the cells that are not given are empty. */
export function editionContent(edition: Edition, lists: readonly GivenList[]): EditionContent {
  const { kind, period, untilDay, publishedAtMs } = edition;
  const categoryIds = [...new Set(lists.map((list) => list.cell.categoryId))];
  const itemIds = [...new Set(lists.flatMap((list) => list.itemIds))];
  const cellCount = Math.max(0, ...lists.map((list) => editionCell(kind, list.cell))) + 1;
  const cells = Array.from({ length: cellCount }, (_, cell) => {
    const ofCell = categoryIds.map((categoryId) =>
      lists.find((one) => one.cell.categoryId === categoryId && editionCell(kind, one.cell) === cell),
    );
    const start = new Uint32Array(categoryIds.length + 1);
    ofCell.forEach((list, at) => {
      start[at + 1] = (start[at] ?? 0) + (list?.itemIds.length ?? 0);
    });
    const entries = ofCell.flatMap((list) => list?.itemIds ?? []);
    const changes = ofCell.flatMap((list) => list?.upDowns ?? []);
    return {
      start,
      items: Int32Array.from(entries, (itemId) => itemIds.indexOf(itemId)),
      upDowns: Int16Array.from(changes, (change) => change ?? NOT_BEFORE),
    };
  });
  return {
    kind,
    period,
    untilDay,
    publishedAtMs,
    catalog: { categoryIds, itemIds: Float64Array.from(itemIds) },
    cells,
  };
}
