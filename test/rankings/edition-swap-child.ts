import { publishLists, swapCells, swapItemIds } from './edition-content.ts';

/** Publishes one edition after the other in the folder given; every item number tells its version. */
const [dataDir = '', period = '', first = '', last = ''] = process.argv.slice(2);
for (let version = Number(first); version <= Number(last); version++) {
  const itemIds = swapItemIds(version);
  const lists = swapCells.map((cell) => ({ cell, itemIds, upDowns: itemIds.map(() => null) }));
  const edition = {
    kind: 'monthly',
    period: Number(period),
    version,
    untilDay: 0,
    publishedAtMs: 0,
  } as const;
  await publishLists(dataDir, edition, lists);
}
