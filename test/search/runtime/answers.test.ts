import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { before, suite, test } from 'node:test';
import type { Item } from '../../../src/catalog/item.ts';
import { NO_FILTER, SEARCH_SORTS, type SearchRequest } from '../../../src/search/search-index.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { fc } from '../../support/properties.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import { by, found, request, searchItem } from '../search-item.ts';
import {
  changeItem,
  type OpenedSearch,
  openCatalog,
  openSearch,
  putItem,
  putItems,
  removeItems,
  setSalePoints,
} from './search-fixture.ts';

/** A query, all that it finds, and what is asked beside it; in the order of RELATION unless it says otherwise. */
type Finds = readonly [query: string, itemIds: readonly number[], other?: Partial<SearchRequest>];

interface Shop {
  readonly what: string;
  readonly items: readonly Item[];
  readonly salePoints?: Readonly<Record<number, number>>;
  readonly finds: readonly Finds[];
}

const item = (itemId: number, title: string, more: Partial<Item> = {}) =>
  searchItem(itemId, { title, ...more });
const series = (...names: readonly string[]) => names.map((seriesName) => ({ seriesId: 1, seriesName }));
const DEFAULT = { sort: 'DEFAULT' } as const;
/** The two spellings of one book. */
const [isbn13, isbn10] = ['9788936434595', '8936434594'];
/** Whatever a client can put into the query parameter. */
const hostileQuery = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((c) => String.fromCharCode(...c)),
  fc.array(fc.constantFrom(...'"\'*()^:{}+- \0해a', 'AND', 'NOT', 'NEAR')).map((parts) => parts.join('')),
);

const MOONLIGHT = [
  item(10, '정원', { publisher: '달빛' }),
  item(9, '바다', { series: series('달빛') }),
  item(8, '노래', { contributors: by('온 달빛') }),
  item(7, '한여름 밤의 달빛'),
  item(6, '푸른 달빛'),
  item(5, '숲', { subTitle: '달빛' }),
  item(4, '달빛 아래 모인 사람들'),
  item(3, '달빛 아래'),
  item(2, '달빛!'),
  item(1, '달 빛'),
];

/** What search owes its callers, by example (docs/search.md): what the oracle doesn't say, or says as the index does. */
const SHOPS: readonly Shop[] = [
  {
    what: 'a query without anything searchable matches nothing',
    items: [item(1, '?!')],
    finds: ['', ' ', '?!', '*', '""', '\0', '😀', '\ud800', 'ㅤ', '---', '´'].map((query) => [query, []]),
  },
  {
    what: 'an ISBN of either length, hyphens and blanks allowed, finds exactly its items',
    items: [
      item(1, '첫째', { isbn13, isbn10 }),
      item(2, `${isbn13} ${isbn10}`),
      item(3, '셋째', { isbn10: '080442957X' }),
      item(4, '넷째', { isbn13 }),
      item(5, '다섯째', { isbn10 }),
    ],
    finds: [
      ...[isbn13, ' 978-89-364-3459-5 ', isbn10, '89-364-3459-4', '９７８８９３６４３４５９５'].map(
        (query): Finds => [query, [1, 4, 5]],
      ),
      ...['080442957X', '0-8044-2957-x', '9780804429573'].map((query): Finds => [query, [3]]),
    ],
  },
  {
    what: 'an item number finds exactly its item; without such an item, or with a target, it is a word',
    items: [
      item(7, '1984'),
      item(1984, '다른 책'),
      item(8, '2001', { catalog: 'EBOOK' }),
      item(Number.MAX_SAFE_INTEGER, '마지막'),
    ],
    finds: [
      ['1984', [1984]],
      ['1984 ', [1984]],
      ['1984', [], { category: 'EBOOK' }],
      ['1984', [7], { target: 'title' }],
      ['2001', [8]],
      ['9007199254740991', [Number.MAX_SAFE_INTEGER]],
      ['마지막', [Number.MAX_SAFE_INTEGER]],
      ['9007199254740993', []],
    ],
  },
  {
    what: 'RELATION: exact title, leading title, titles, contributors, the rest; shorter titles first',
    items: MOONLIGHT,
    salePoints: { 10: 1_000_000 },
    finds: [['달빛', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]],
  },
  {
    what: 'DEFAULT: as RELATION, but what sells best comes first among equally good matches',
    items: MOONLIGHT,
    salePoints: { 2: 5, 4: 3, 7: 9, 10: 1_000_000 },
    finds: [['달빛', [2, 1, 4, 3, 7, 5, 6, 8, 10, 9], DEFAULT]],
  },
  {
    what: 'the whole of a title before its subtitle: after the exact titles, before those that go on',
    items: [
      item(1, '달빛'),
      item(2, '달빛 : 어느 긴 여름날의 기록'),
      item(3, '달빛 (큰글자도서)'),
      item(4, '달빛 / 온누리 지음'),
      item(5, '달빛 숲'),
      item(6, '달빛 숲: 하나'),
      item(7, '달빛: 2권'),
    ],
    salePoints: { 5: 1_000_000 },
    finds: [
      ['달빛', [1, 3, 4, 2, 5, 6, 7]],
      ['달빛', [1, 3, 4, 2, 5, 7, 6], DEFAULT],
    ],
  },
  {
    what: "an author's whole name: the best sellers with the exact titles, before titles that hold it",
    items: [
      item(1, 'The Life of James Joyce', { contributors: by('Ann Other') }),
      item(2, 'James Joyce', { contributors: by('Ann Other') }),
      item(3, 'Dubliners', { contributors: by('Joyce, James') }),
      item(4, 'Ulysses', { contributors: by('A. Reader', 'James Joyce') }),
      item(5, 'Other Book', { contributors: by('James Joyce Smith') }),
      item(6, '소년이 온다', { contributors: by('한강') }),
      item(7, '한강의 다리'),
      item(8, '한강'),
    ],
    salePoints: { 1: 900, 2: 5, 3: 7, 4: 9, 5: 800, 6: 3 },
    finds: [
      ['james joyce', [4, 3, 2, 1, 5], DEFAULT],
      ['JAMES  JOYCE', [4, 3, 2, 1, 5], DEFAULT],
      // The words of a name may come in any order, those of an exact title may not.
      ['Joyce James', [4, 3, 1, 2, 5], DEFAULT],
      ['한강', [6, 8, 7], DEFAULT],
      ['한강', [8, 7], { ...DEFAULT, target: 'title' }],
      ['한강', [8, 6, 7]],
    ],
  },
  {
    what: 'RELATION: the volumes of a series in order, however the title writes the number',
    items: [
      item(1, '토지 10권'),
      item(2, '토지 2권: 큰글씨'),
      item(3, '토지 1'),
      item(4, '토지'),
      item(5, '토지의 사람들'),
      item(11, 'Home (Far Sea, #3)'),
      item(12, 'The Long Way Over the Waves, Vol. 2', { series: series('Far Sea') }),
      item(13, 'Far Sea (Far Sea, #1)'),
      item(14, 'An Interlude (Far Sea, #2.5)'),
      item(15, 'A guide', { series: series('Far Sea') }),
    ],
    finds: [
      ['토지', [4, 5, 3, 2, 1]],
      ['far sea', [13, 12, 14, 11, 15]],
    ],
  },
];

/** One catalogue and thread for all: each test begins empty, and with whatever index the others left. */
suite('what a search answers (docs/search.md)', () => {
  const t = suiteCleanup();
  let index: OpenedSearch;
  let db: DatabaseSync;
  before(async () => {
    const catalog = openCatalog(t);
    db = catalog.db;
    index = await openSearch(t, catalog.path, { mergeAt: 8 });
  });
  const clear = () =>
    transaction(db, () => {
      db.exec('DELETE FROM item_sale_point');
      const rows = db.prepare('SELECT item_id FROM item').all();
      removeItems(
        db,
        rows.map((row) => Number(row.item_id)),
      );
    });

  for (const { what, items, salePoints = {}, finds } of SHOPS) {
    test(what, async () => {
      clear();
      putItems(db, items);
      setSalePoints(db, salePoints);
      for (const [query, ids, other] of finds) {
        const { totalCount, itemIds } = await index.search(request(query, other));
        assert.deepEqual([itemIds, totalCount], [ids, ids.length], JSON.stringify([query, other]));
      }
    });
  }

  test('withheld items are only counted, where they pass, from the change on; nothing is found instead', async () => {
    clear();
    putItem(db, searchItem(1, { title: '하늘' }));
    putItem(db, searchItem(2, { title: '하늘', catalog: 'EBOOK', salePrice: 900 }));
    putItem(db, searchItem(7, { title: '1984' }));
    putItem(db, searchItem(1984, { withheld: true }));
    changeItem(db, 2, { withheld: true });
    const search = async (other: Partial<SearchRequest>) => index.search(request('하늘', other));
    assert.deepEqual(await search({}), found([1], 1));
    assert.deepEqual(await search({ category: 'BOOK' }), found([1]));
    assert.deepEqual(await search({ category: 'EBOOK' }), found([], 1));
    const priceTo = (most: number) => search({ filter: { ...NO_FILTER, priceTo: most, priceFrom: 1 } });
    assert.deepEqual([await priceTo(900), await priceTo(899)], [found([], 1), found([])]);
    assert.deepEqual(await index.search(request('1984')), found([], 1));
    changeItem(db, 2, { withheld: false });
    assert.deepEqual(await search({}), found([1, 2]));
  });

  test('no text makes it fail', async () => {
    clear();
    putItem(db, searchItem(1, { title: '해리 AND a' }));
    await fc.assert(
      fc.asyncProperty(hostileQuery, fc.constantFrom(...SEARCH_SORTS), async (text, sort) => {
        const result = await index.search(request(text, { sort }));
        assert.ok(result.totalCount === 0 || result.totalCount === 1);
      }),
      { numRuns: 300 },
    );
  });
});
