import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { createFileRevision, createTickReader } from '../../src/store/sqlite/tick-reader.ts';
import { feedStoreOf } from '../support/feed-store.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

/** The catalogue as a connection sees it with which nobody writes. */
export function catalogStoreOn(db: DatabaseSync) {
  const reader = createTickReader(db);
  return createCatalogStore(reader, createFileRevision(db, reader));
}

/** A new catalogue file with a reader and a writer on connections of their own, closed when the test ends. */
export function catalogFile(t: Cleanup) {
  const path = join(tempDir(t), CATALOG_FILE);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const open: DatabaseSync[] = [];
  const connect = (): DatabaseSync => {
    const db = openDatabase(path, { busyTimeoutMs: 1000 });
    open.push(db);
    return db;
  };
  t.after(() => {
    for (const db of open) db.close();
  });
  migrate(connect(), 'catalog');
  return {
    path,
    clock,
    connect,
    catalog: catalogStoreOn(connect()),
    feeds: feedStoreOf(path, clock),
  };
}
