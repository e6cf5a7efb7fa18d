import { join } from 'node:path';
import { CATALOG_FILE, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { publishLists } from './edition-fixture.ts';
import { swapCells, swapItemIds } from './edition-swap.ts';

/** Publishes one edition after the other in the folder given; every item number tells its version. */
const [dataDir = '', period = '', first = '', last = ''] = process.argv.slice(2);
const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: 10_000 });
for (let version = Number(first); version <= Number(last); version++) {
  const itemIds = swapItemIds(version);
  const lists = swapCells.map((cell) => ({ cell, itemIds, upDowns: itemIds.map(() => null) }));
  publishLists(
    db,
    dataDir,
    { kind: 'monthly', period: Number(period), version, untilDay: 0, publishedAtMs: 0 },
    lists,
  );
}
db.close();
