import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { INDEX_FILE } from '../../../src/search/runtime/built-index.ts';
import { SearchUnavailableError } from '../../../src/search/search-index.ts';
import { openDatabase, transaction } from '../../../src/store/sqlite/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';
import { request, searchItem } from '../search-item.ts';
import { openCatalog, openSearch, putItem, removeItems, startSearch } from './search-fixture.ts';

const REQUEST = request('하늘', { sort: 'REG_DTS' });

/** Merges all the time. */
const EAGER = { mergeAt: 3 };

test('SQLite: the search sees an item from the commit of its transaction on, and never when it is rolled back', async (t) => {
  const { path, db } = openCatalog(t);
  const index = await openSearch(t, path);
  const total = async () => (await index.search(REQUEST)).totalCount;
  transaction(db, () => putItem(db, searchItem(1, { title: '하늘' })));
  assert.equal(await total(), 1);
  db.exec('BEGIN IMMEDIATE');
  putItem(db, searchItem(2, { title: '하늘' }));
  removeItems(db, [1]);
  assert.equal(await total(), 1);
  db.exec('ROLLBACK');
  assert.deepEqual((await index.search(REQUEST)).itemIds, [1]);
});

suite('SQLite: the saved index', () => {
  const ITEMS = 50;
  /** A catalogue whose index was saved, closed. */
  async function savedCatalog(t: Cleanup) {
    const { path, db } = openCatalog(t);
    transaction(db, () => {
      for (let itemId = 1; itemId <= ITEMS; itemId++)
        putItem(db, searchItem(itemId, { title: `하늘 ${itemId}` }));
    });
    const file = join(dirname(path), INDEX_FILE);
    const index = await openSearch(t, path, EAGER);
    await eventually(() => existsSync(file));
    await index.close();
    return { path, db, file };
  }

  test('is taken up as it is when nothing changed, and never written again', async (t) => {
    const { path, file } = await savedCatalog(t);
    const before = readFileSync(file);
    const index = await openSearch(t, path, EAGER);
    assert.equal((await index.search(REQUEST)).totalCount, ITEMS);
    await index.close();
    assert.deepEqual(index.problems, []);
    assert.ok(before.equals(readFileSync(file)));
  });

  test('is caught up with what changed while nobody searched', async (t) => {
    const { path, db } = await savedCatalog(t);
    removeItems(db, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    putItem(db, searchItem(ITEMS + 1, { title: '하늘' }));
    putItem(db, searchItem(20, { title: '구름' }));
    const index = await openSearch(t, path);
    assert.equal((await index.search(REQUEST)).totalCount, ITEMS - 10);
    assert.deepEqual((await index.search(request('구름'))).itemIds, [20]);
  });

  test('answers at once when very much changed, and with all of it after a build', async (t) => {
    const { path, db } = await savedCatalog(t);
    for (let itemId = 101; itemId <= 130; itemId++) putItem(db, searchItem(itemId, { title: '하늘' }));
    const index = await openSearch(t, path, { buildAt: 5 });
    assert.ok([ITEMS, ITEMS + 30].includes((await index.search(REQUEST)).totalCount));
    await eventually(async () => (await index.search(REQUEST)).totalCount === ITEMS + 30);
  });

  test('is made again when it is damaged', async (t) => {
    const { path, file } = await savedCatalog(t);
    const whole = readFileSync(file);
    truncateSync(file, 3000);
    const index = await openSearch(t, path, EAGER);
    assert.equal((await index.search(REQUEST)).totalCount, ITEMS);
    assert.equal(index.problems.length, 1);
    await eventually(() => readFileSync(file).equals(whole));
  });

  test('of commits that a set back catalogue no longer has is not taken for its own', async (t) => {
    const { path, db } = await savedCatalog(t);
    // As after a backup to which as much was added as had been lost.
    db.exec('INSERT INTO change_token SELECT max(change_no), 1 FROM search_item');
    db.exec("UPDATE item SET data = replace(data, '하늘', '구름')");
    const index = await openSearch(t, path, EAGER);
    assert.equal((await index.search(request('구름'))).totalCount, ITEMS);
  });

  test('in memory, it is made again once its catalogue is set back', async (t) => {
    const { path, db } = await savedCatalog(t);
    const index = await openSearch(t, path, EAGER);
    assert.equal((await index.search(REQUEST)).totalCount, ITEMS);
    transaction(db, () => {
      db.exec('INSERT INTO change_token SELECT max(change_no), 1 FROM search_item');
      db.exec("UPDATE item SET data = replace(data, '하늘', '구름')");
      db.exec('UPDATE catalog_state SET revision = revision - 1');
    });
    const hits = () => index.search(request('구름')).then(({ totalCount }) => totalCount);
    await eventually(async () => (await hits().catch(() => 0)) === ITEMS);
    assert.match(String(index.problems[0]), /set back/);
  });
});

suite('SQLite: SearchUnavailableError', () => {
  test('before the thread is ready and after the search is closed', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '하늘' }));
    const index = startSearch(t, path);
    await assert.rejects(index.search(REQUEST), SearchUnavailableError);
    assert.equal(await index.whenReady(60_000), true);
    assert.equal((await index.search(REQUEST)).totalCount, 1);
    await index.close();
    await assert.rejects(index.search(REQUEST), SearchUnavailableError);
    assert.equal(await index.whenReady(1), false);
  });

  test('when the catalogue no longer tells its changes; the thread lives on', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '하늘' }));
    const index = await openSearch(t, path);
    db.exec('ALTER TABLE search_item RENAME TO elsewhere');
    await assert.rejects(index.search(REQUEST), (error) => {
      assert.ok(error instanceof SearchUnavailableError);
      assert.match(String(error.cause), /search_item/);
      return true;
    });
    db.exec('ALTER TABLE elsewhere RENAME TO search_item');
    assert.equal((await index.search(REQUEST)).totalCount, 1);
  });

  test('while the catalogue cannot be opened; the thread is started again until it can', async (t) => {
    const path = join(tempDir(t), 'catalog.db');
    writeFileSync(path, 'no database '.repeat(100));
    const index = startSearch(t, path);
    await eventually(() => index.problems.length > 0);
    await assert.rejects(index.search(REQUEST), SearchUnavailableError);
    rmSync(path);
    const db = openDatabase(path, { busyTimeoutMs: 1000 });
    putItem(db, searchItem(1, { title: '하늘' }));
    db.close();
    assert.equal(await index.whenReady(60_000), true);
    assert.equal((await index.search(REQUEST)).totalCount, 1);
  });
});
