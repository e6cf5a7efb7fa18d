import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { EDITIONS_FOLDER } from '../../../../src/store/files/edition-files.ts';
import { createCatchUp } from '../../../../src/store/postgres/catalog/pull-changes.ts';
import { prepareReplica, replicatedTables } from '../../../../src/store/postgres/catalog/replica.ts';
import { createSharedWrites } from '../../../../src/store/postgres/catalog/shared-writes.ts';
import { createSqliteCatalogStore } from '../../../../src/store/sqlite/catalog/catalog-store.ts';
import { createSqliteFeedStore } from '../../../../src/store/sqlite/catalog/feed-store.ts';
import { createSqliteItemOverrides } from '../../../../src/store/sqlite/catalog/item-overrides.ts';
import { CATALOG_FILE, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { BUYER_KEY } from '../../../rankings/ranking-world.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import type { TestDatabase } from '../../../support/postgres-database.ts';
import { type Cleanup, tempDir } from '../../../support/temp-dir.ts';

/** An instance's own copy of the catalogue, and its ways to write to the catalogue of all. */
export function replicaOf(t: Cleanup, shared: TestDatabase, dataDir = tempDir(t)) {
  const folder = prepareReplica(dataDir);
  const path = join(folder, CATALOG_FILE);
  const directory = join(folder, EDITIONS_FOLDER);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const database = shared.open();
  const open: DatabaseSync[] = [];
  const connect = (): DatabaseSync => {
    const db = openDatabase(path, { busyTimeoutMs: 1000 });
    open.push(db);
    return db;
  };
  t.after(() => {
    for (const db of open) db.close();
  });
  const db = connect();
  const catchUp = createCatchUp(database, directory);
  const writes = createSharedWrites({ database, directory, catchUp });
  return {
    folder,
    directory,
    path,
    clock,
    db,
    database,
    writes,
    connect,
    catalog: createSqliteCatalogStore(connect()),
    feeds: createSqliteFeedStore({ path, clock, writes, buyerKey: BUYER_KEY }),
    overrides: createSqliteItemOverrides({ db: connect(), clock, writes }),
    follow: () => catchUp(db),
    /** Every row of every table that instances share. */
    rows: () =>
      Object.fromEntries(
        replicatedTables(db).map(({ name, columns, key }) => [
          name,
          db
            .prepare(
              `SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.map((at) => at + 1).join(', ')}`,
            )
            .all()
            .map((row) => ({ ...row })),
        ]),
      ),
  };
}
