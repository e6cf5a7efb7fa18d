import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { before, suite, test } from 'node:test';
import type { Item } from '../../../src/catalog/item.ts';
import { type CorrectionKind, NO_FILTER, type SearchRequest } from '../../../src/search/search-index.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import { by, found, request, searchItem } from '../search-item.ts';
import {
  changeItem,
  type OpenedSearch,
  openCatalog,
  openSearch,
  putItems,
  removeItems,
  setSalePoints,
} from './search-fixture.ts';

/** A query, all that it finds, and what is asked beside it; in the order of RELATION unless it says otherwise. */
type Finds = readonly [query: string, itemIds: readonly number[], other?: Partial<SearchRequest>];

/** A query, what it is corrected to, or what is offered alone, or null for no correction, and what is asked beside it. */
type Corrects = readonly [
  query: string,
  to: readonly [kind: CorrectionKind, query: string, ...itemIds: number[]] | string | null,
  other?: Partial<SearchRequest>,
];

interface Shop {
  readonly what: string;
  readonly items: readonly Item[];
  readonly salePoints?: Readonly<Record<number, number>>;
  readonly finds?: readonly Finds[];
  readonly corrects?: readonly Corrects[];
}

const item = (itemId: number, title: string, more: Partial<Item> = {}) =>
  searchItem(itemId, { title, ...more });
const series = (...names: readonly string[]) => names.map((seriesName) => ({ seriesId: 1, seriesName }));
const DEFAULT = { sort: 'DEFAULT' } as const;
const [isbn13, isbn10] = ['9788936434595', '8936434594'];

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
    what: 'an item number finds its item, and titles with it, if it is short; with a target it is a word',
    items: [
      item(7, '1984'),
      item(1984, '다른 책'),
      item(8, '2001', { catalog: 'EBOOK' }),
      item(Number.MAX_SAFE_INTEGER, '마지막'),
    ],
    finds: [
      ['1984', [7, 1984]],
      ['1984 ', [7, 1984]],
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
  {
    what: 'a correction only where the whole of the chosen catalogue has nothing, to what the target has',
    items: [
      item(1, '하늘', { publisher: '바람', contributors: by('구름') }),
      item(2, '하눌', { catalog: 'EBOOK', withheld: true }),
      item(3, '금서', { withheld: true }),
    ],
    corrects: [
      ['하늘', null, { target: 'author' }],
      ['하늘', null, { filter: { ...NO_FILTER, inStock: true, priceFrom: 1 } }],
      // A withheld item is a hit: the operator's choice is not turned into another search. Nor does one lead to it.
      ['하눌', null],
      ['금써', null],
      // A word that another catalogue has is right here, too.
      ['하눌', null, { category: 'BOOK' }],
      ['하느', ['spelling', '하늘', 1], { category: 'BOOK' }],
      ['하느', null, { correct: false }],
      ['하느', ['spelling', '하늘', 1], { target: 'title' }],
      ['하느', null, { target: 'author' }],
      // A name alone is only offered.
      ['구룸', '구름'],
      ['구룸 하늘', ['spelling', '구름 하늘', 1]],
    ],
  },
  {
    what: 'prefix: the last word as the beginning of a word, unless a spelling adds the one letter that is missing',
    items: [
      item(1, 'The Great Gatsby'),
      item(2, 'Great Gatherings'),
      item(3, 'Great Gates'),
      item(4, 'Great Gatsbyana'),
    ],
    corrects: [
      ['the great gats', ['prefix', 'the great gats', 1]],
      ['Great Gat ', ['prefix', 'Great Gat', 3, 4, 2, 1]],
      ['gre gatsby', null],
      ['the gatsb', ['spelling', 'the gatsby', 1]],
      ['gatsb', ['prefix', 'gatsb', 1, 4]],
    ],
  },
  {
    what: 'partial: the query without a word that tells little, never without a number or half of a name',
    items: [
      item(1, '달빛 정원', { contributors: by('한별') }),
      item(2, '요리 책'),
      item(3, '그림 책', { contributors: by('Jane Doe') }),
      item(4, '정원 책'),
    ],
    corrects: [
      ['달빛 책', ['partial', '달빛', 1]],
      ['달빛 정원 홑이불', ['partial', '달빛 정원', 1]],
      ['달빛 정원 홑이불', null, { target: 'author' }],
      // What no item has tells most.
      ['달빛 홑이불', null],
      ['달빛 2', null],
      ['Jane Holloway', null],
      ['그림 정원', '그림'],
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

  for (const { what, items, salePoints = {}, finds = [], corrects = [] } of SHOPS) {
    test(what, async () => {
      clear();
      putItems(db, items);
      setSalePoints(db, salePoints);
      for (const [query, ids, other] of finds) {
        const { totalCount, itemIds } = await index.search(request(query, other));
        assert.deepEqual([itemIds, totalCount], [ids, ids.length], JSON.stringify([query, other]));
      }
      for (const [query, to, other] of corrects) {
        const asked = request(query, { correct: true, ...other });
        const { correction, suggestion, itemIds } = await index.search(asked);
        const offered = typeof to === 'string' ? suggestion : null;
        const used = correction === null ? offered : [correction.kind, correction.query, ...itemIds];
        assert.deepEqual(used, to, JSON.stringify([query, other]));
      }
    });
  }

  test('withheld items are only counted, where they pass, from the change on; nothing is found instead', async () => {
    clear();
    putItems(db, [
      item(1, '하늘'),
      item(2, '하늘', { catalog: 'EBOOK', salePrice: 900 }),
      item(1984, '제목', { withheld: true }),
      item(7, '1984'),
    ]);
    changeItem(db, 2, { withheld: true });
    const priceTo = (most: number) => ({ filter: { ...NO_FILTER, priceTo: most, priceFrom: 1 } });
    for (const [query, expected, other] of [
      ['하늘', found([1], 1)],
      ['하늘', found([1]), { category: 'BOOK' }],
      ['하늘', found([], 1), { category: 'EBOOK' }],
      ['하늘', found([], 1), priceTo(900)],
      ['하늘', found([]), priceTo(899)],
      ['1984', found([7], 1)],
    ] as const)
      assert.deepEqual(await index.search(request(query, other)), expected);
    changeItem(db, 2, { withheld: false });
    assert.deepEqual(await index.search(request('하늘')), found([1, 2]));
  });
});
