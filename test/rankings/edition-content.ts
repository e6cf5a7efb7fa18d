import assert from 'node:assert/strict';
import type { Edition, ListCell, RankedList } from '../../src/rankings/edition.ts';
import { editionCell } from '../../src/rankings/edition.ts';
import type { EditionContent } from '../../src/rankings/lists/list-writer.ts';
import { NOT_BEFORE } from '../../src/rankings/ranked-lists.ts';
import type { Publication } from '../../src/rankings/run/run-record.ts';
import { sessionsAt } from '../support/sessions-at.ts';

/** A list as a test gives it. */
export interface GivenList extends RankedList {
  readonly cell: ListCell;
}

/** What a tally that made one edition publishes. */
export function publicationOf(edition: Edition, ledgerRevision = 1): Publication {
  const { untilDay, publishedAtMs } = edition;
  const none = new Float64Array();
  return {
    editions: [edition],
    tally: { salePoints: { itemIds: none, salePoints: none, gone: [] }, untilDay, ledgerRevision },
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
      upDowns: Int32Array.from(changes, (change) => change ?? NOT_BEFORE),
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

/** Publishes lists made by hand as a ranking run does. */
export async function publishLists(
  dataDir: string,
  edition: Edition,
  lists: readonly GivenList[],
): Promise<void> {
  const session = await sessionsAt(dataDir)(10_000);
  assert.ok(session !== null);
  await session.writeEdition(editionContent(edition, lists));
  await session.publish(publicationOf(edition));
  await session.close();
}

/** The lists that the swap test publishes. */
export const swapCells: readonly ListCell[] = ['001', '002', '003'].flatMap((categoryId) => [
  { categoryId, sex: 'A', age: 255 } as const,
  { categoryId, sex: 'F', age: 60 } as const,
]);

/** The items of all lists of one version: none is in any other version, and their number differs too. */
export function swapItemIds(version: number): number[] {
  return Array.from({ length: 100 + (version % 7) }, (_, at) => version * 1_000 + at);
}
