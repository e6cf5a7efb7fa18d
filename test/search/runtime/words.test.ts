import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { before, suite, test } from 'node:test';
import { INDEX_FILE } from '../../../src/search/runtime/built-index.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { eventually } from '../../support/eventually.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import { by, request, searchItem } from '../search-item.ts';
import {
  changeItem,
  correctionOf,
  openCatalog,
  openSearch,
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

  test('are there with the first items', async (t) => {
    const { path, db } = openCatalog(t);
    const index = await openSearch(t, path);
    assert.equal(await correctionOf(index, '해리 포타'), null, 'an empty shop has no words');
    putBooks(db);
    await eventually(async () => (await index.search(request('포터'))).totalCount > 0);
    assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY);
    assert.deepEqual(await index.suggest('해리', 10), ['해리의 모험', '해리 포터']);
    assert.deepEqual(await index.suggest('ㅈㅇㄹㄹ', 10), ['조앤 롤링']);
  });

  test('are there from the start of the next process on', async (t) => {
    const { path, index } = await savedCatalog(t);
    const saved = readFileSync(join(dirname(path), INDEX_FILE));
    assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY);
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
