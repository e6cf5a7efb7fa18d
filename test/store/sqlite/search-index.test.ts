import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import type { Item } from '../../../src/catalog/item.ts';
import { CATALOGS } from '../../../src/catalog/item.ts';
import { parseKstDay } from '../../../src/clock.ts';
import { SearchUnavailableError } from '../../../src/search/search-index.ts';
import { CATALOG_FILE, migrate, openDatabase, transaction } from '../../../src/store/sqlite/database.ts';
import { createSqliteSearchIndex } from '../../../src/store/sqlite/search-index.ts';
import { createSearchWriter } from '../../../src/store/sqlite/search-writer.ts';
import { searchIndexContract } from '../../contracts/search-index-contract.ts';
import { request, type SearchSubject } from '../../contracts/search-subject.ts';
import { searchItem } from '../../search/search-item.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { tempDir } from '../../support/temp-dir.ts';

searchIndexContract('SQLite', openSubject);

const REQUEST = request('하늘', { sort: 'DEFAULT' });

suite('SQLite: what other connections see', () => {
  test('an item from the commit of its transaction on, and never when it is rolled back', async (t) => {
    const { path, db } = openCatalog(t);
    const reader = openReader(t, path);
    const index = createSqliteSearchIndex(reader);
    const total = async () => (await index.search(REQUEST)).totalCount;
    transaction(db, () => insertItem(db, searchItem(1, { title: '하늘' })));
    assert.equal(await total(), 1);
    db.exec('BEGIN IMMEDIATE');
    insertItem(db, searchItem(2, { title: '하늘' }));
    createSearchWriter(db).remove(1);
    assert.equal(await total(), 1);
    db.exec('ROLLBACK');
    assert.deepEqual(await index.search(REQUEST), {
      totalCount: 1,
      itemIds: [1],
      withheldCount: 0,
      correction: null,
    });
  });

  test('the same answers after thousands of changes, and an intact index', async (t) => {
    const { path, db } = openCatalog(t);
    const index = createSqliteSearchIndex(openReader(t, path));
    for (let round = 0; round < 5; round++) {
      transaction(db, () => {
        for (let itemId = 1; itemId <= 400; itemId++) {
          const title = `${itemId % 7 === round ? '하늘' : '구름'} ${itemId * round}`;
          insertItem(db, searchItem(itemId, { title }));
        }
      });
      const expected = Array.from({ length: 400 }, (_, i) => i + 1).filter((itemId) => itemId % 7 === round);
      const result = await index.search({ ...REQUEST, sort: 'REG_DTS', limit: 100 });
      assert.deepEqual(result.itemIds, expected);
    }
    db.exec("INSERT INTO search_index (search_index) VALUES ('integrity-check')");
  });

  test('nothing is left of a removed item in the search tables', (t) => {
    const { db } = openCatalog(t);
    insertItem(db, searchItem(1, { title: '하늘' }));
    insertItem(db, searchItem(2, { title: '하늘' }));
    createSearchWriter(db).remove(1);
    const rowids = db.prepare("SELECT rowid FROM search_index WHERE search_index MATCH '하늘'").all();
    assert.deepEqual(
      rowids.map((row) => row.rowid),
      [2],
    );
    assert.equal(db.prepare('SELECT count(*) AS n FROM search_doc').get()?.n, 1);
  });
});

suite('SQLite: SearchUnavailableError', () => {
  test('when the connection is closed, before or after the first query', async (t) => {
    const { path, db } = openCatalog(t);
    insertItem(db, searchItem(1, { title: '하늘' }));
    for (const asksFirst of [false, true]) {
      const reader = openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
      const index = createSqliteSearchIndex(reader);
      if (asksFirst) assert.equal((await index.search(REQUEST)).totalCount, 1);
      reader.close();
      await assert.rejects(index.search(REQUEST), SearchUnavailableError);
      await assert.rejects(index.search({ ...REQUEST, query: '1' }), SearchUnavailableError);
    }
  });

  test('when the file has no search tables', async (t) => {
    const db = openDatabase(join(tempDir(t), CATALOG_FILE), { busyTimeoutMs: 0 });
    t.after(() => db.close());
    await assert.rejects(createSqliteSearchIndex(db).search(REQUEST), SearchUnavailableError);
  });

  test('when the file is damaged', async (t) => {
    const { path, db } = openCatalog(t);
    transaction(db, () => {
      for (let itemId = 1; itemId <= 2000; itemId++)
        insertItem(db, searchItem(itemId, { title: `하늘 ${itemId}` }));
    });
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = 'search_index_data'").all();
    assert.ok(pages.length > 1);
    const file = openSync(path, 'r+');
    for (const { pageno } of pages)
      writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(pageno) - 1) * 4096);
    closeSync(file);
    const index = createSqliteSearchIndex(openReader(t, path));
    await assert.rejects(index.search(REQUEST), (error) => {
      assert.ok(error instanceof SearchUnavailableError);
      assert.ok(error.cause instanceof Error);
      return true;
    });
  });

  test('never for a query that has nothing searchable', async (t) => {
    const db = openDatabase(join(tempDir(t), CATALOG_FILE), { busyTimeoutMs: 0 });
    t.after(() => db.close());
    const result = await createSqliteSearchIndex(db).search({ ...REQUEST, query: '?!' });
    assert.equal(result.totalCount, 0);
  });
});

function openCatalog(t: Cleanup): { path: string; db: DatabaseSync } {
  const path = join(tempDir(t), CATALOG_FILE);
  const db = openDatabase(path, { busyTimeoutMs: 1000 });
  migrate(db, 'catalog');
  t.after(() => db.close());
  return { path, db };
}

function openReader(t: Cleanup, path: string): DatabaseSync {
  const db = openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
  t.after(() => db.close());
  return db;
}

function openSubject(t: Cleanup): SearchSubject {
  const { path, db } = openCatalog(t);
  const writer = createSearchWriter(db);
  return {
    index: createSqliteSearchIndex(openReader(t, path)),
    put: (item) => insertItem(db, item),
    remove(itemId) {
      db.prepare('DELETE FROM item WHERE item_id = ?').run(itemId);
      writer.remove(itemId);
    },
    setSalePoint(itemId, salePoint) {
      db.prepare('INSERT OR REPLACE INTO item_sale_point VALUES (?, ?)').run(itemId, salePoint);
    },
    setWithheld(itemId, withheld) {
      db.prepare('UPDATE item SET withheld = ? WHERE item_id = ?').run(withheld ? 1 : 0, itemId);
    },
    clear() {
      const known = db.prepare('SELECT item_id FROM item').all();
      transaction(db, () => {
        for (const row of known) writer.remove(Number(row.item_id));
        db.exec('DELETE FROM item; DELETE FROM item_sale_point');
      });
    },
  };
}

/** Writes an item as the importer does: its row, and the search tables beside it. */
function insertItem(db: DatabaseSync, item: Item): void {
  db.prepare(`
    INSERT OR REPLACE INTO item (item_id, isbn13, isbn10, catalog, publish_day, registered_at_ms, shop_price,
      sale_price, item_status, withheld, title, category_ids, contributors, fragment)
    VALUES (?, ?, ?, ?, ?, ?, 0, 0, '', ?, ?, '[]', '[]', x'')`).run(
    item.itemId,
    item.isbn13,
    item.isbn10,
    CATALOGS.indexOf(item.catalog),
    parseKstDay(item.publishDate),
    item.registeredAtMs,
    item.withheld ? 1 : 0,
    item.title,
  );
  createSearchWriter(db).put(item);
}
