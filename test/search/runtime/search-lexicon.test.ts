import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { suite, test } from 'node:test';
import { openChangeFeed } from '../../../src/search/change-feed.ts';
import { NO_FILTER } from '../../../src/search/search-index.ts';
import { by, found, request, searchItem } from '../search-item.ts';
import {
  changeItem,
  correctionOf,
  openCatalog,
  openShop,
  putItem,
  removeItems,
  setSalePoints,
} from './search-fixture.ts';

suite('correction of a query', () => {
  test('only when the whole of the chosen catalogue has nothing for it', async (t) => {
    const { index } = await openShop(t, [
      searchItem(1, { title: '하늘', catalog: 'BOOK', publisher: '바람' }),
      searchItem(2, { title: '하눌', catalog: 'EBOOK', withheld: true }),
    ]);
    assert.equal(await correctionOf(index, '하늘', { target: 'author' }), null);
    assert.equal(
      await correctionOf(index, '하늘', { filter: { ...NO_FILTER, inStock: true, priceFrom: 1 } }),
      null,
    );
    // A withheld item is a hit: the operator's choice is not turned into another search.
    assert.equal(await correctionOf(index, '하눌'), null);
    // A word that another catalogue has is right here, too.
    assert.equal(await correctionOf(index, '하눌', { category: 'BOOK' }), null);
    assert.deepEqual(await correctionOf(index, '하느', { category: 'BOOK' }), {
      query: '하늘',
      kind: 'spelling',
      itemIds: [1],
    });
    assert.equal(await correctionOf(index, '하눌', { category: 'BOOK', correct: false }), null);
    assert.equal(await correctionOf(index, '하늣', { category: 'MUSIC' }), null);
  });

  test('to what has hits in the target', async (t) => {
    const { index } = await openShop(t, [searchItem(1, { title: '하늘', contributors: by('구름') })]);
    assert.equal((await correctionOf(index, '하눌', { target: 'title' }))?.query, '하늘');
    assert.equal(await correctionOf(index, '하눌', { target: 'author' }), null);
  });

  test('a name alone is offered, and answered with when another word agrees', async (t) => {
    const { index } = await openShop(t, [searchItem(1, { title: '하늘', contributors: by('구름') })]);
    const alone = await index.search(request('구룸', { correct: true }));
    assert.deepEqual([alone.correction, alone.suggestion, alone.totalCount], [null, '구름', 0]);
    assert.equal((await correctionOf(index, '구룸 하늘'))?.query, '구름 하늘');
  });

  test('what initial consonants stand for is offered, from the chosen catalogue', async (t) => {
    const { index } = await openShop(t, [
      searchItem(1, { title: '여행의 이유' }),
      searchItem(2, { title: '여행의 음악', catalog: 'MUSIC' }),
    ]);
    const offered = async (query: string, options = {}) =>
      (await index.search(request(query, { correct: true, ...options }))).suggestion;
    assert.equal(await offered('ㅇㅎㅇㅇㅇ'), '여행의 음악');
    assert.equal(await offered('ㅇㅎㅇㅇㅇ', { category: 'BOOK' }), '여행의 이유');
    assert.equal(await offered('여행ㅇ 이ㅇ'), '여행의 이유');
    assert.equal(await offered('ㅋㅋㅋ'), null);
    assert.equal(await offered('ㅇㅎㅇㅇㅇ', { correct: false }), null);
  });

  test('to the beginning of a word, when the last word is one', async (t) => {
    const { db, index } = await openShop(t, [
      searchItem(1, { title: 'The Great Gatsby' }),
      searchItem(2, { title: 'Great Gatherings' }),
      searchItem(3, { title: 'Great Gates' }),
    ]);
    const found = (itemIds: number[], query: string) => ({ query, kind: 'prefix', itemIds });
    assert.deepEqual(await correctionOf(index, 'the great gats'), found([1], 'the great gats'));
    assert.deepEqual(await correctionOf(index, 'Great Gat '), found([3, 2, 1], 'Great Gat'));
    assert.equal(await correctionOf(index, 'gre gatsby'), null, 'only the last word may go on');
    assert.equal(await correctionOf(index, 'x'), null);
    // One letter is missing, and nothing else begins so.
    assert.deepEqual(await correctionOf(index, 'the gatsb'), {
      query: 'the gatsby',
      kind: 'spelling',
      itemIds: [1],
    });
    putItem(db, searchItem(4, { title: 'Great Gatsbyana' }));
    assert.deepEqual((await correctionOf(index, 'gatsb'))?.itemIds, [1, 4], 'seen from the commit on');
  });

  test('to the query without a word that tells little, never without a number or half of a name', async (t) => {
    const { index } = await openShop(t, [
      searchItem(1, { title: '달빛 정원', contributors: by('한별') }),
      searchItem(2, { title: '요리 책' }),
      searchItem(3, { title: '그림 책', contributors: by('Jane Doe') }),
      searchItem(4, { title: '정원 책' }),
    ]);
    const found = (query: string, ...itemIds: number[]) => ({ query, kind: 'partial', itemIds });
    assert.deepEqual(await correctionOf(index, '달빛 책'), found('달빛', 1));
    assert.deepEqual(await correctionOf(index, '달빛 정원 홑이불'), found('달빛 정원', 1));
    assert.equal(
      await correctionOf(index, '달빛 정원 홑이불', { target: 'author' }),
      null,
      'no author is called so',
    );
    assert.equal(await correctionOf(index, '달빛 홑이불'), null, 'what no item has tells most');
    assert.equal(await correctionOf(index, '달빛 2'), null);
    assert.equal(await correctionOf(index, 'Jane Holloway'), null);
    assert.equal(await correctionOf(index, '그림 정원'), null, 'one word of two');
    assert.equal((await index.search(request('그림 정원', { correct: true }))).suggestion, '그림');
  });

  test('never to what only withheld items have', async (t) => {
    const { index } = await openShop(t, [searchItem(1, { title: '금서', withheld: true })]);
    const result = await index.search(request('금써', { correct: true }));
    assert.deepEqual(result, found([]));
  });

  test('by similar words as they are at the time of the call', async (t) => {
    let words = { revision: 1, groups: [] as string[][] };
    const { index } = await openShop(t, [searchItem(1, { title: '생텍쥐페리의 편지' })], async () => words);
    assert.equal(await correctionOf(index, 'exupery'), null);
    words = { revision: 2, groups: [['exupery', '생텍쥐페리']] };
    assert.deepEqual(await correctionOf(index, 'exupery'), {
      query: '생텍쥐페리',
      kind: 'similar',
      itemIds: [1],
    });
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

test('the best-selling items are suggested, and no more of them than asked', (t) => {
  const { path, db } = openCatalog(t);
  for (let itemId = 1; itemId <= 9; itemId++) putItem(db, searchItem(itemId, { title: `제목 ${itemId}` }));
  setSalePoints(db, { 1: 10, 2: 30, 3: 20, 4: 20, 5: 20, 6: 40 });
  changeItem(db, 2, { withheld: true });
  using source = openChangeFeed(dirname(path), 1000);
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
    const strangers = titles.filter((title) => !allowed.includes(title));
    assert.deepEqual(strangers, []);
  }
});
