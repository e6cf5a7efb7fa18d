import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { before, suite, test } from 'node:test';
import { createChangeFeed } from '../../../src/search/change-feed.ts';
import { INDEX_FILE } from '../../../src/search/runtime/built-index.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { openCatalogDatabase } from '../../../src/store/sqlite/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import { by, request, searchItem } from '../search-item.ts';
import {
  changeItem,
  correctionOf,
  openCatalog,
  openSearch,
  openShop,
  putItem,
  putItems,
  removeItems,
  setSalePoints,
} from './search-fixture.ts';

/** More than words are gathered of within a query. */
const ITEMS = 2_500;

function putBooks(db: DatabaseSync): void {
  transaction(db, () => {
    putItems(
      db,
      Array.from({ length: ITEMS }, (_, at) => searchItem(at + 1, { title: `제목 ${at + 1}` })),
    );
    putItem(db, searchItem(9001, { title: '해리 포터', contributors: by('조앤 롤링') }));
    putItem(db, searchItem(9002, { title: '해리의 모험', publisher: '하늘' }));
    setSalePoints(db, { 9001: 10, 9002: 20 });
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
  async function savedCatalog(t: Parameters<typeof openCatalog>[0]) {
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
    removeItems(db, [9002]);
    assert.deepEqual(await index.suggest('해리', 10), []);
  });

  test('take in what came since, and correct at every moment until then', async (t) => {
    const { db, index } = await savedCatalog(t);
    putItem(db, searchItem(9003, { title: '새벽별' }));
    await eventually(async () => {
      assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY);
      return (await correctionOf(index, '새벽벌')) !== null;
    });
    assert.deepEqual(await index.suggest('새벽', 10), ['새벽별']);
  });
});

test('a query is corrected by similar words as they are at the time of the call', async (t) => {
  let words = { revision: 1, groups: [] as string[][] };
  const { index } = await openShop(t, [searchItem(1, { title: '생텍쥐페리의 편지' })], async () => words);
  assert.equal(await correctionOf(index, 'exupery'), null);
  words = { revision: 2, groups: [['exupery', '생텍쥐페리']] };
  const similar = { query: '생텍쥐페리', kind: 'similar', itemIds: [1] };
  assert.deepEqual(await correctionOf(index, 'exupery'), similar);
  words = { revision: 3, groups: [] };
  assert.equal(await correctionOf(index, 'exupery'), null);
});

test('similar words that cannot be read are reported, and the search goes on', async (t) => {
  const { index } = await openShop(t, [searchItem(1, { title: '하늘' })], () =>
    Promise.reject(new Error('no words')),
  );
  assert.deepEqual((await index.search(request('하늘'))).itemIds, [1]);
  assert.match(String(index.problems), /no words/);
});

suite('the words of a small catalogue', () => {
  test('follow every commit', async (t) => {
    const { db, index } = await openShop(t, []);
    for (const [itemId, title] of [
      [1, '하늘'],
      [2, '구름'],
      [3, '바람'],
    ] as const) {
      putItem(db, searchItem(itemId, { title }));
      assert.deepEqual(await index.suggest(title.slice(0, 1), 10), [title]);
      assert.equal((await correctionOf(index, `${title}ㅣ`))?.query, title);
    }
    changeItem(db, 3, { withheld: true });
    assert.deepEqual(await index.suggest('바', 10), []);
    removeItems(db, [2]);
    assert.deepEqual(await index.suggest('구', 10), []);
  });
});

test('the best-selling items are suggested, and no more of them than asked', async (t) => {
  const { path, db } = openCatalog(t);
  for (let itemId = 1; itemId <= 9; itemId++) putItem(db, searchItem(itemId, { title: `제목 ${itemId}` }));
  setSalePoints(db, { 1: 10, 2: 30, 3: 20, 4: 20, 5: 20, 6: 40 });
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
