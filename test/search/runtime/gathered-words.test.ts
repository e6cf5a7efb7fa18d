import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { before, suite, test } from 'node:test';
import { LEXICON_FILE, SEARCH_FOLDER } from '../../../src/search/runtime/index-files.ts';
import { SearchUnavailableError } from '../../../src/search/search-index.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { by, request } from '../../contracts/search/search-subject.ts';
import { eventually } from '../../support/eventually.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import { searchItem } from '../search-item.ts';
import {
  changeItem,
  correctionOf,
  flip,
  openCatalog,
  openSearch,
  putItem,
  putItems,
  removeItems,
  setSalePoints,
  WAIT_MAX_MS,
} from './search-fixture.ts';

/** More than a lexicon is made of within a query. */
const ITEMS = 2_500;

function plainBooks(count = ITEMS) {
  return Array.from({ length: count }, (_, at) => searchItem(at + 1, { title: `제목 ${at + 1}` }));
}

function putBooks(db: DatabaseSync): void {
  transaction(db, () => {
    putItems(db, plainBooks());
    putItem(db, searchItem(9001, { title: '해리 포터', contributors: by('조앤 롤링') }));
    putItem(db, searchItem(9002, { title: '해리의 모험', publisher: '하늘' }));
    setSalePoints(db, { 9001: 10, 9002: 20 });
  });
}

const HARRY = { query: '해리 포터', kind: 'spelling', itemIds: [9001] };

suite('the words of a large catalogue', () => {
  const fileOf = (path: string) => join(dirname(path), SEARCH_FOLDER, LEXICON_FILE);

  let template = '';
  const t = suiteCleanup();
  before(async () => {
    const { path, db } = openCatalog(t);
    putBooks(db);
    const cleanUps: (() => void | Promise<void>)[] = [];
    const index = await openSearch({ after: (clean) => cleanUps.unshift(clean) }, path);
    await index.whenGathered(WAIT_MAX_MS);
    for (const clean of cleanUps) await clean();
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    template = dirname(path);
  });

  /** A catalogue whose words were gathered by a process before. */
  async function savedCatalog(t: Parameters<typeof openCatalog>[0]) {
    const { path, db } = openCatalog(t, template);
    const index = await openSearch(t, path);
    await index.whenGathered(WAIT_MAX_MS);
    return { path, db, index, file: fileOf(path) };
  }

  test('are gathered aside; searches are answered before', async (t) => {
    const { path, db } = openCatalog(t);
    putBooks(db);
    const index = await openSearch(t, path);
    assert.deepEqual((await index.search(request('포터', { correct: true }))).itemIds, [9001]);
    assert.deepEqual((await index.search(request('해리 포타', { correct: false }))).itemIds, []);
    await index.whenGathered(WAIT_MAX_MS);
    assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY);
    assert.deepEqual(await index.suggest('해리', 10), ['해리의 모험', '해리 포터']);
    assert.deepEqual(await index.suggest('ㅈㅇㄹㄹ', 10), ['조앤 롤링']);
  });

  test('a query without a hit is never said to find nothing before its words were gathered', async (t) => {
    const { path, db } = openCatalog(t);
    const index = await openSearch(t, path);
    assert.equal(await correctionOf(index, '해리 포타'), null, 'an empty shop has no words');
    putBooks(db);
    await eventually(async () => (await index.search(request('포터'))).totalCount > 0);
    await eventually(async () => {
      try {
        assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY);
        return true;
      } catch (error) {
        if (!(error instanceof SearchUnavailableError)) throw error;
        return false;
      }
    });
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

  test('take in what came since without gathering the others again', async (t) => {
    const { db, index, file } = await savedCatalog(t);
    const saved = readFileSync(file);
    putItem(db, searchItem(9003, { title: '새벽별' }));
    putItem(db, searchItem(9002, { title: '해리의 모험', publisher: '하늘' }));
    setSalePoints(db, { 9003: 15 });
    putItem(db, searchItem(9003, { title: '해리와 새벽별' }));
    await eventually(async () => (await correctionOf(index, '새벽벌')) !== null);
    assert.deepEqual(await correctionOf(index, '해리 포타'), HARRY, 'words from before, too');
    assert.deepEqual(await index.suggest('해리', 10), ['해리의 모험', '해리와 새벽별', '해리 포터']);
    assert.ok(readFileSync(file).equals(saved), 'the whole was not built again');
  });

  test('are gathered whole again once a tenth has changed', async (t) => {
    const { path, db, index, file } = await savedCatalog(t);
    const saved = readFileSync(file);
    await index.close();
    transaction(db, () => {
      putItems(
        db,
        plainBooks(ITEMS / 5).map(({ itemId }) => searchItem(itemId, { title: `새벽별 ${itemId}` })),
      );
    });
    const next = await openSearch(t, path);
    await eventually(() => !readFileSync(file).equals(saved));
    await eventually(async () => (await correctionOf(next, '새벽벌')) !== null);
    assert.deepEqual(await correctionOf(next, '해리 포타'), HARRY);
  });

  test('are there from the start of the next process on', async (t) => {
    const { path, index } = await savedCatalog(t);
    await index.close();
    const next = await openSearch(t, path);
    assert.deepEqual(await correctionOf(next, '해리 포타'), HARRY);
    assert.deepEqual(next.problems, []);
  });

  const DAMAGES: readonly [string, (file: string) => void][] = [
    ['missing', (file) => rmSync(file)],
    ['cut off', (file) => truncateSync(file, 3000)],
    ['changed', (file) => flip(file, -20)],
  ];
  for (const [title, damage] of DAMAGES) {
    test(`are gathered again when their file is ${title}`, async (t) => {
      const { path, index, file } = await savedCatalog(t);
      await index.close();
      const whole = readFileSync(file);
      damage(file);
      const next = await openSearch(t, path);
      assert.equal(next.problems.length, title === 'missing' ? 0 : 1);
      await eventually(() => existsSync(file) && readFileSync(file).equals(whole));
      await next.whenGathered(WAIT_MAX_MS);
      assert.deepEqual(await correctionOf(next, '해리 포타'), HARRY);
    });
  }

  test('of another catalogue are not taken for its own', async (t) => {
    const { file } = await savedCatalog(t);
    const other = openCatalog(t);
    transaction(other.db, () => {
      putItems(other.db, plainBooks());
    });
    const first = await openSearch(t, other.path);
    await eventually(() => existsSync(fileOf(other.path)));
    await first.close();
    writeFileSync(fileOf(other.path), readFileSync(file));
    const index = await openSearch(t, other.path);
    assert.deepEqual(await index.suggest('해리', 10), []);
  });
});
