import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { LEXICON_FILE, SEARCH_FOLDER } from '../../../src/search/runtime/index-files.ts';
import { NO_FILTER } from '../../../src/search/search-index.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { createSqliteChangeFeed } from '../../../src/store/sqlite/search/change-feed.ts';
import { by, request } from '../../contracts/search-subject.ts';
import { searchItem } from '../search-item.ts';
import { eventually, type OpenedSearch, openCatalog, openSearch, putItem } from './search-fixture.ts';

/** More than a lexicon is made of within a query. */
const ITEMS = 2_500;

function putBooks(db: DatabaseSync): void {
  transaction(db, () => {
    for (let n = 1; n <= ITEMS; n++) putItem(db, searchItem(n, { title: `제목 ${n}` }));
    putItem(db, searchItem(9001, { title: '해리 포터', contributors: by('조앤 롤링') }));
    putItem(db, searchItem(9002, { title: '해리의 모험', publisher: '하늘' }));
    db.exec('INSERT INTO item_sale_point VALUES (9001, 10), (9002, 20)');
  });
}

async function mend(index: OpenedSearch, query: string, other: Parameters<typeof request>[1] = {}) {
  const { correction, itemIds } = await index.search(request(query, { correct: true, ...other }));
  return correction === null ? null : { ...correction, itemIds };
}

const HARRY = { query: '해리 포터', kind: 'spelling', itemIds: [9001] };

suite('mending of a query', () => {
  test('only when the whole of the chosen catalogue has nothing for it', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '하늘', catalog: 'BOOK', publisher: '바람' }));
    putItem(db, searchItem(2, { title: '하눌', catalog: 'EBOOK', withheld: true }));
    const index = await openSearch(t, path);
    assert.equal(await mend(index, '하늘', { target: 'author' }), null);
    assert.equal(await mend(index, '하늘', { filter: { ...NO_FILTER, inStock: true, priceFrom: 1 } }), null);
    // A withheld item is a hit: the operator's choice is not turned into another search.
    assert.equal(await mend(index, '하눌'), null);
    // A word that another catalogue has is right here, too.
    assert.equal(await mend(index, '하눌', { category: 'BOOK' }), null);
    assert.deepEqual(await mend(index, '하느', { category: 'BOOK' }), {
      query: '하늘',
      kind: 'spelling',
      itemIds: [1],
    });
    assert.equal(await mend(index, '하눌', { category: 'BOOK', correct: false }), null);
    assert.equal(await mend(index, '하늣', { category: 'MUSIC' }), null);
  });

  test('to what has hits in the target', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '하늘', contributors: by('구름') }));
    const index = await openSearch(t, path);
    assert.equal((await mend(index, '하눌', { target: 'title' }))?.query, '하늘');
    assert.equal(await mend(index, '하눌', { target: 'author' }), null);
  });

  test('a name alone is offered, and answered with when another word agrees', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '하늘', contributors: by('구름') }));
    const index = await openSearch(t, path);
    const alone = await index.search(request('구룸', { correct: true }));
    assert.deepEqual([alone.correction, alone.suggestion, alone.totalCount], [null, '구름', 0]);
    assert.equal((await mend(index, '구룸 하늘'))?.query, '구름 하늘');
  });

  test('to the beginning of a word, when the last word is one', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: 'The Great Gatsby' }));
    putItem(db, searchItem(2, { title: 'Great Gatherings' }));
    putItem(db, searchItem(3, { title: 'Great Gates' }));
    const index = await openSearch(t, path);
    const found = (itemIds: number[], query: string) => ({ query, kind: 'prefix', itemIds });
    assert.deepEqual(await mend(index, 'the great gats'), found([1], 'the great gats'));
    assert.deepEqual(await mend(index, 'Great Gat '), found([3, 2, 1], 'Great Gat'));
    assert.equal(await mend(index, 'gre gatsby'), null, 'only the last word may go on');
    assert.equal(await mend(index, 'x'), null);
    // One letter is missing, and nothing else begins so.
    assert.deepEqual(await mend(index, 'the gatsb'), {
      query: 'the gatsby',
      kind: 'spelling',
      itemIds: [1],
    });
    putItem(db, searchItem(4, { title: 'Great Gatsbyana' }));
    assert.deepEqual((await mend(index, 'gatsb'))?.itemIds, [1, 4], 'seen from the commit on');
  });

  test('to the query without its commonest word, never without a number or half of a name', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '달빛 정원', contributors: by('한별') }));
    putItem(db, searchItem(2, { title: '요리 책' }));
    putItem(db, searchItem(3, { title: '그림 책', contributors: by('Jane Doe') }));
    const index = await openSearch(t, path);
    const found = (query: string, ...itemIds: number[]) => ({ query, kind: 'partial', itemIds });
    assert.deepEqual(await mend(index, '달빛 책'), found('달빛', 1));
    assert.deepEqual(await mend(index, '달빛 정원 홑이불'), found('달빛 정원', 1));
    assert.equal(await mend(index, '달빛 홑이불'), null, 'what no item has tells most');
    assert.equal(await mend(index, '달빛 2'), null);
    assert.equal(await mend(index, 'Jane Holloway'), null);
  });

  test('never to what only withheld items have', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '금서', withheld: true }));
    const index = await openSearch(t, path);
    const result = await index.search(request('금써', { correct: true }));
    assert.deepEqual(result, {
      totalCount: 0,
      itemIds: [],
      withheldCount: 0,
      correction: null,
      suggestion: null,
    });
  });

  test('by similar words as they are at the time of the call', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '생텍쥐페리의 편지' }));
    let words = { revision: 1, groups: [] as string[][] };
    const index = await openSearch(t, path, undefined, async () => words);
    assert.equal(await mend(index, 'exupery'), null);
    words = { revision: 2, groups: [['exupery', '생텍쥐페리']] };
    assert.deepEqual(await mend(index, 'exupery'), { query: '생텍쥐페리', kind: 'similar', itemIds: [1] });
    words = { revision: 3, groups: [] };
    assert.equal(await mend(index, 'exupery'), null);
  });

  test('similar words that cannot be read are reported, and the search goes on', async (t) => {
    const { path, db } = openCatalog(t);
    putItem(db, searchItem(1, { title: '하늘' }));
    const index = await openSearch(t, path, undefined, () => Promise.reject(new Error('no words')));
    assert.deepEqual((await index.search(request('하늘'))).itemIds, [1]);
    assert.match(String(index.problems), /no words/);
  });
});

suite('the words of a small catalogue', () => {
  test('follow every commit', async (t) => {
    const { path, db } = openCatalog(t);
    const index = await openSearch(t, path);
    for (const [itemId, title] of [
      [1, '하늘'],
      [2, '구름'],
      [3, '바람'],
    ] as const) {
      putItem(db, searchItem(itemId, { title }));
      assert.deepEqual(await index.suggest(title.slice(0, 1), 10), [title]);
      assert.equal((await mend(index, `${title}ㅣ`))?.query, title);
    }
    db.exec('UPDATE item SET withheld = 1 WHERE item_id = 3');
    assert.deepEqual(await index.suggest('바', 10), []);
    db.exec('DELETE FROM item WHERE item_id = 2');
    assert.deepEqual(await index.suggest('구', 10), []);
  });
});

test('the best-selling items are suggested, and no more of them than asked', (t) => {
  const { db } = openCatalog(t);
  for (let itemId = 1; itemId <= 9; itemId++) putItem(db, searchItem(itemId, { title: `제목 ${itemId}` }));
  db.exec(`INSERT INTO item_sale_point VALUES (1, 10), (2, 30), (3, 20), (4, 20), (5, 20), (6, 40);
    UPDATE item SET withheld = 1 WHERE item_id = 2`);
  const source = createSqliteChangeFeed(db);
  const suggested = (most: number) =>
    [...source.eachEntry(most)].filter(({ isSuggested }) => isSuggested).map(({ texts }) => texts.title);
  assert.equal([...source.eachEntry(0)].length, 9);
  const cases: readonly [most: number, sure: number[], others: number[], count: number][] = [
    [0, [], [], 0],
    [1, [6], [], 1],
    // Those with 20 are as good as each other; the one withheld takes a place of its own at most.
    [4, [6], [3, 4, 5], 3],
    [5, [6, 3, 4, 5], [], 4],
    [7, [6, 3, 4, 5, 1], [7, 8, 9], 6],
    [100, [6, 3, 4, 5, 1, 7, 8, 9], [], 8],
  ];
  for (const [most, sure, others, count] of cases) {
    const titles = suggested(most);
    assert.equal(titles.length, count, `${most}`);
    for (const itemId of sure) assert.ok(titles.includes(`제목 ${itemId}`), `${itemId} of ${most}`);
    const allowed = [...sure, ...others].map((itemId) => `제목 ${itemId}`);
    assert.deepEqual(
      titles.filter((title) => !allowed.includes(title)),
      [],
    );
  }
});

suite('the words of a large catalogue', () => {
  const fileOf = (path: string) => join(dirname(path), SEARCH_FOLDER, LEXICON_FILE);

  async function savedCatalog(t: Parameters<typeof openCatalog>[0]) {
    const { path, db } = openCatalog(t);
    putBooks(db);
    const index = await openSearch(t, path);
    await eventually('the words', async () => (await mend(index, '해리 포타')) !== null);
    return { path, db, index, file: fileOf(path) };
  }

  test('are gathered aside; searches are answered before', async (t) => {
    const { path, db } = openCatalog(t);
    putBooks(db);
    const index = await openSearch(t, path);
    assert.deepEqual((await index.search(request('포터', { correct: true }))).itemIds, [9001]);
    await eventually('the words', async () => (await mend(index, '해리 포타')) !== null);
    assert.deepEqual(await mend(index, '해리 포타'), HARRY);
    assert.deepEqual(await index.suggest('해리', 10), ['해리의 모험', '해리 포터']);
    assert.deepEqual(await index.suggest('ㅈㅇㄹㄹ', 10), ['조앤 롤링']);
  });

  test('lead nowhere that is withheld or gone, though they were gathered before', async (t) => {
    const { db, index } = await savedCatalog(t);
    db.exec('UPDATE item SET withheld = 1 WHERE item_id = 9001');
    assert.deepEqual(await index.suggest('해리', 10), ['해리의 모험']);
    assert.equal(await mend(index, '해리 포타'), null);
    db.exec('DELETE FROM item WHERE item_id = 9002');
    assert.deepEqual(await index.suggest('해리', 10), []);
  });

  test('take in what came since', async (t) => {
    const { db, index } = await savedCatalog(t);
    putItem(db, searchItem(9003, { title: '새벽별' }));
    await eventually('the new word', async () => (await mend(index, '새벽벌')) !== null);
    assert.deepEqual(await index.suggest('새벽', 10), ['새벽별']);
  });

  test('are there from the start of the next process on', async (t) => {
    const { path, index } = await savedCatalog(t);
    await index.close();
    const next = await openSearch(t, path);
    assert.deepEqual(await mend(next, '해리 포타'), HARRY);
    assert.deepEqual(next.problems, []);
  });

  const DAMAGES: readonly [string, (file: string) => void][] = [
    ['missing', (file) => rmSync(file)],
    ['cut off', (file) => truncateSync(file, 3000)],
    ['changed', (file) => flipLast(file)],
  ];
  for (const [title, damage] of DAMAGES) {
    test(`are gathered again when their file is ${title}`, async (t) => {
      const { path, index, file } = await savedCatalog(t);
      await index.close();
      const whole = readFileSync(file);
      damage(file);
      const next = await openSearch(t, path);
      assert.equal(next.problems.length, title === 'missing' ? 0 : 1);
      await eventually('a new file', () => existsSync(file) && readFileSync(file).equals(whole));
      await eventually('the words', async () => (await mend(next, '해리 포타')) !== null);
    });
  }

  test('of another catalogue are not taken for its own', async (t) => {
    const { file } = await savedCatalog(t);
    const other = openCatalog(t);
    transaction(other.db, () => {
      for (let n = 1; n <= ITEMS; n++) putItem(other.db, searchItem(n, { title: `제목 ${n}` }));
    });
    const first = await openSearch(t, other.path);
    await eventually('its own file', () => existsSync(fileOf(other.path)));
    await first.close();
    writeFileSync(fileOf(other.path), readFileSync(file));
    const index = await openSearch(t, other.path);
    assert.deepEqual(await index.suggest('해리', 10), []);
  });
});

function flipLast(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length - 20;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
