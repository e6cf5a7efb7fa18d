import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { before, suite, test } from 'node:test';
import { createChangeFeed } from '../../../src/search/change-feed.ts';
import { INDEX_FILE } from '../../../src/search/runtime/built-index.ts';
import { SearchUnavailableError } from '../../../src/search/search-index.ts';
import { openDatabase, transaction } from '../../../src/store/sqlite/database.ts';
import { openCatalogDatabase } from '../../../src/store/sqlite/databases.ts';
import { removeStored, storeItems, storeSalePoints } from '../../catalog/stored-items.ts';
import { eventually } from '../../support/eventually.ts';
import { type Cleanup, suiteCleanup, tempDir } from '../../support/temp-dir.ts';
import { by, request, searchItem } from '../search-item.ts';
import {
  changeItem,
  correctionOf,
  openCatalog,
  openSearch,
  openShop,
  startSearch,
} from './search-fixture.ts';

const REQUEST = request('하늘', { sort: 'REG_DTS' });

/** Merges all the time. */
const EAGER = { limits: { mergeAt: 3 } };

test('SQLite: the search sees an item from the commit of its transaction on, and never when it is rolled back', async (t) => {
  const { path, db } = openCatalog(t);
  const index = await openSearch(t, path);
  const total = async () => (await index.search(REQUEST)).totalCount;
  transaction(db, () => storeItems(db, [searchItem(1, { title: '하늘' })]));
  assert.equal(await total(), 1);
  db.exec('BEGIN IMMEDIATE');
  storeItems(db, [searchItem(2, { title: '하늘' })]);
  removeStored(db, [1]);
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
        storeItems(db, [searchItem(itemId, { title: `하늘 ${itemId}` })]);
    });
    const file = join(dirname(path), INDEX_FILE);
    const index = await openSearch(t, path, EAGER);
    await eventually(() => existsSync(file));
    await index.close();
    return { path, db, file };
  }

  test('is caught up with what changed while nobody searched', async (t) => {
    const { path, db } = await savedCatalog(t);
    removeStored(db, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    storeItems(db, [searchItem(ITEMS + 1, { title: '하늘' })]);
    storeItems(db, [searchItem(20, { title: '구름' })]);
    const index = await openSearch(t, path);
    assert.equal((await index.search(REQUEST)).totalCount, ITEMS - 10);
    assert.deepEqual((await index.search(request('구름'))).itemIds, [20]);
  });

  test('answers at once when very much changed, and with all of it after a build', async (t) => {
    const { path, db } = await savedCatalog(t);
    for (let itemId = 101; itemId <= 130; itemId++) storeItems(db, [searchItem(itemId, { title: '하늘' })]);
    const index = await openSearch(t, path, { limits: { buildAt: 5 } });
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
    storeItems(db, [searchItem(1, { title: '하늘' })]);
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
    storeItems(db, [searchItem(1, { title: '하늘' })]);
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
    storeItems(db, [searchItem(1, { title: '하늘' })]);
    db.close();
    assert.equal(await index.whenReady(60_000), true);
    assert.equal((await index.search(REQUEST)).totalCount, 1);
  });
});

/** More than words are gathered of within a query. */
const WORDS_ITEMS = 2_500;

function putBooks(db: DatabaseSync): void {
  transaction(db, () => {
    storeItems(
      db,
      Array.from({ length: WORDS_ITEMS }, (_, at) => searchItem(at + 1, { title: `제목 ${at + 1}` })),
    );
    storeItems(db, [searchItem(9001, { title: '해리 포터', contributors: by('조앤 롤링') })]);
    storeItems(db, [searchItem(9002, { title: '해리의 모험', publisher: '하늘' })]);
    storeSalePoints(db, { 9001: 10, 9002: 20 });
  });
}

const HARRY = { query: '해리 포터', kind: 'spelling', itemIds: [9001] };

suite('the words of a large catalogue', () => {
  let template = '';
  const t = suiteCleanup();
  before(async () => {
    const { path, db } = openCatalog(t);
    putBooks(db);
    const index = await openSearch(t, path);
    await eventually(() => existsSync(join(dirname(path), INDEX_FILE)));
    await index.close();
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    template = dirname(path);
  });

  /** A catalogue whose words were gathered and saved by a process before. */
  async function savedCatalog(t: Cleanup) {
    const { path, db } = openCatalog(t, template);
    return { path, db, index: await openSearch(t, path) };
  }

  test('are there from the start of the next process on', async (t) => {
    const { path, index } = await savedCatalog(t);
    const saved = readFileSync(join(dirname(path), INDEX_FILE));
    assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY);
    assert.deepEqual(await index.suggest('해리', 10), ['해리의 모험', '해리 포터']);
    assert.deepEqual(await index.suggest('ㅈㅇㄹㄹ', 10), ['조앤 롤링']);
    assert.deepEqual(index.problems, []);
    await index.close();
    assert.ok(readFileSync(join(dirname(path), INDEX_FILE)).equals(saved));
  });

  test('lead nowhere that is withheld or gone, though they were gathered before', async (t) => {
    const { db, index } = await savedCatalog(t);
    changeItem(db, 9001, { withheld: true });
    assert.deepEqual(await index.suggest('해리', 10), ['해리의 모험']);
    assert.equal(await correctionOf(index, '해리 포타'), null);
    removeStored(db, [9002]);
    assert.deepEqual(await index.suggest('해리', 10), []);
  });

  test('take in what came since, and correct at every moment until then', async (t) => {
    const { db, index } = await savedCatalog(t);
    storeItems(db, [searchItem(9003, { title: '새벽별' })]);
    await eventually(async () => {
      assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY);
      return (await correctionOf(index, '새벽벌')) !== null;
    });
    assert.deepEqual(await index.suggest('새벽', 10), ['새벽별']);
  });
});

test('a query is corrected by similar words as they are at the time of the call', async (t) => {
  let words = async () => ({ revision: 1, groups: [] as string[][] });
  const items = [searchItem(1, { title: '생텍쥐페리의 편지' })];
  const { index } = await openShop(t, items, { similarWords: () => words() });
  assert.equal(await correctionOf(index, 'exupery'), null);
  words = async () => ({ revision: 2, groups: [['exupery', '생텍쥐페리']] });
  const similar = { query: '생텍쥐페리', kind: 'similar', itemIds: [1] };
  assert.deepEqual(await correctionOf(index, 'exupery'), similar);
  words = () => Promise.reject(new Error('no words'));
  assert.deepEqual(await correctionOf(index, 'exupery'), similar, 'those that the thread has');
  assert.match(String(index.problems), /no words/);
  words = async () => ({ revision: 3, groups: [] });
  assert.equal(await correctionOf(index, 'exupery'), null);
});

suite('the words of a small catalogue', () => {
  test('follow every commit', async (t) => {
    const { db, index } = await openShop(t, []);
    for (const [itemId, title] of [
      [1, '하늘'],
      [2, '구름'],
      [3, '바람'],
    ] as const) {
      storeItems(db, [searchItem(itemId, { title })]);
      assert.deepEqual(await index.suggest(title.slice(0, 1), 10), [title]);
      assert.equal((await correctionOf(index, `${title}ㅣ`))?.query, title);
    }
    changeItem(db, 3, { withheld: true });
    assert.deepEqual(await index.suggest('바', 10), []);
    removeStored(db, [2]);
    assert.deepEqual(await index.suggest('구', 10), []);
  });
});

test('the best-selling items are suggested, and no more of them than asked', async (t) => {
  const { path, db } = openCatalog(t);
  for (let itemId = 1; itemId <= 9; itemId++)
    storeItems(db, [searchItem(itemId, { title: `제목 ${itemId}` })]);
  storeSalePoints(db, { 1: 10, 2: 30, 3: 20, 4: 20, 5: 20, 6: 40 });
  changeItem(db, 2, { withheld: true });
  using database = openCatalogDatabase(path);
  const read = (most: number) =>
    createChangeFeed(database).snapshot(async ({ entries }) =>
      (await Array.fromAsync(entries(most))).flatMap((portion) => [...portion]),
    );
  assert.equal((await read(0)).length, 9);
  for (const [most, ...expected] of [
    [0],
    [1, 40],
    // Those with 20 are as good as each other; the one withheld takes a place of its own at most.
    [4, 40, 20, 20],
    [5, 40, 20, 20, 20],
    [7, 40, 20, 20, 20, 10, 0],
    [100, 40, 20, 20, 20, 10, 0, 0, 0],
  ] as const) {
    const salePoints = (await read(most)).flatMap((one) => (one.isSuggested ? [one.salePoint] : []));
    salePoints.sort((a, b) => b - a);
    assert.deepEqual(salePoints, expected, `${most}`);
  }
});
