import assert from 'node:assert/strict';
import { type Edition, editionCell, type ListCell, type RankedList } from '../../src/rankings/edition.ts';
import type { EditionContent } from '../../src/rankings/lists/list-writer.ts';
import { NOT_BEFORE } from '../../src/rankings/ranked-lists.ts';
import type { Publication } from '../../src/rankings/run/run-record.ts';
import { sessionsAt } from '../support/sessions-at.ts';

export interface GivenList extends RankedList {
  readonly cell: ListCell;
}

export function publicationOf(edition: Edition, ledgerRevision = 1): Publication {
  const { untilDay, publishedAtMs } = edition;
  const none = new Float64Array();
  const told = { kind: 'tally', cause: 'command', outcome: 'published' } as const;
  return {
    editions: [edition],
    tally: { salePoints: { itemIds: none, salePoints: none, gone: [] }, untilDay, ledgerRevision },
    run: { ...told, startedAtMs: publishedAtMs, elapsedMs: 1, untilDay, months: 1, editions: 1 },
    publishedAtMs,
    catalogRevision: 1,
  };
}

/** Cells that are not given are empty. */
export function editionContent(edition: Edition, lists: readonly GivenList[]): EditionContent {
  const { kind } = edition;
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
  return { ...edition, catalog: { categoryIds, itemIds: Float64Array.from(itemIds) }, cells };
}

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
