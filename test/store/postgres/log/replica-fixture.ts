import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createItemOverrides } from '../../../../src/catalog/override-store.ts';
import { createFeedStore } from '../../../../src/ingest/feed-store.ts';
import { catchUp } from '../../../../src/store/postgres/log/follow.ts';
import { prepareReplica } from '../../../../src/store/postgres/log/replica.ts';
import { createSharedWrites } from '../../../../src/store/postgres/log/shared-writes.ts';
import { createCatalogDatabase } from '../../../../src/store/sqlite/catalog-database.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { beginOn } from '../../../../src/store/sqlite/long-transaction.ts';
import { catalogStoreOn } from '../../../catalog/catalog-file.ts';
import { BUYER_KEY } from '../../../rankings/ranking-world.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { postgresDatabase, type TestDatabase } from '../../../support/postgres-database.ts';
import { type Cleanup, tempDir } from '../../../support/temp-dir.ts';

/** An instance's own copy of the catalogue, and its ways to write to the catalogue of all. */
export async function replicaOf(t: Cleanup, shared: TestDatabase, dataDir = tempDir(t)) {
  const database = shared.open();
  const folder = await prepareReplica(dataDir, database);
  const path = join(folder, CATALOG_FILE);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const open: DatabaseSync[] = [];
  const connect = (file = path): DatabaseSync => {
    const db = openDatabase(file, { busyTimeoutMs: 1000 });
    open.push(db);
    return db;
  };
  t.after(() => {
    for (const db of open) db.close();
  });
  const db = connect();
  const lists = connect(join(folder, LISTS_FILE));
  const follow = (on: DatabaseSync) => catchUp({ file: 'catalog', db: on, database });
  const writes = createSharedWrites({ database, file: 'catalog', catchUp: follow });
  return {
    folder,
    path,
    clock,
    db,
    database,
    writes,
    connect,
    catalog: catalogStoreOn(connect()),
    feeds: createFeedStore({
      catalog: { begin: (begin) => beginOn(path, begin, writes) },
      clock,
      buyerKey: BUYER_KEY,
    }),
    overrides: createItemOverrides({ catalog: createCatalogDatabase(connect(), { writes }), clock }),
    async follow() {
      await catchUp({ file: 'lists', db: lists, database });
      return follow(db);
    },
    rows: () => rowsOf(db),
  };
}

/** Two instances on one database. */
export async function replicas(t: Cleanup) {
  const shared = await postgresDatabase(t);
  return { shared, one: await replicaOf(t, shared), two: await replicaOf(t, shared) };
}

/** Every row of every table. */
export function rowsOf(
  db: DatabaseSync,
  tables: readonly string[] = tableNames(db, `name NOT LIKE 'sqlite_%'`),
): Readonly<Record<string, readonly object[]>> {
  const inOrder = (rows: readonly object[]) =>
    rows.map((row) => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return Object.fromEntries(tables.map((name) => [name, inOrder(db.prepare(`SELECT * FROM ${name}`).all())]));
}

/** The tables that meet a condition. */
export function tableNames(db: DatabaseSync, condition: string): string[] {
  return db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND ${condition} ORDER BY name`)
    .all()
    .map(({ name }) => String(name));
}
