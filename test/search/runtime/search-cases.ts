import type { Item } from '../../../src/catalog/item.ts';
import { parseKstDay } from '../../../src/clock.ts';
import { NO_FILTER, type SearchFilter, type SearchRequest } from '../../../src/search/search-index.ts';
import { TODAY } from '../search-arbitraries.ts';
import { by, searchItem } from '../search-item.ts';
import { ISBN_PAIR } from '../search-oracle.ts';

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
const where = (filter: Partial<SearchFilter>) => ({ filter: { ...NO_FILTER, ...filter } });
const day = (text: string) => parseKstDay(text) ?? 0;
const DEFAULT = { sort: 'DEFAULT' } as const;
const { isbn13, isbn10 } = ISBN_PAIR;

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
const PRINCE = ['어린왕자', '여우', 'petit', '생텍쥐페리', '김하나', '새벽별', '세계문학'];

/** What search owes its callers, by example: docs/search.md. */
export const SHOPS: readonly Shop[] = [
  {
    what: 'every field is searched, and words may stand in different ones',
    items: [
      item(1, '어린 왕자', {
        subTitle: '여우의 비밀',
        originalTitle: 'Le Petit Prince',
        contributors: by('생텍쥐페리', '김하나'),
        publisher: '새벽별',
        series: series('세계문학선'),
      }),
    ],
    finds: [...PRINCE, ...PRINCE.map((one) => `${one} 왕자`)]
      .map((query): Finds => [query, [1]])
      .concat([['왕자 없는말', []]]),
  },
  {
    what: 'no word is made of the end of one field and the start of the next',
    items: [
      item(1, '가나', {
        subTitle: '다라',
        originalTitle: '마바',
        contributors: by('사아', '자차'),
        publisher: '카타',
        series: series('파하', '거너'),
      }),
    ],
    finds: ['나다', '라마', '바사', '아자', '차카', '타파', '하거'].map((query) => [query, []]),
  },
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
    what: 'a match that needs a weaker field for one of its words ranks by that field',
    items: [
      item(1, '나무', { publisher: '바람' }),
      item(2, '나무', { contributors: by('바람') }),
      item(3, '아주 긴 제목 바람 나무'),
    ],
    finds: [['나무 바람', [3, 2, 1]]],
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
    what: 'RECENT: newest publication first, unknown dates last; REG_DTS: newest registration first',
    items: [
      item(1, '강', { publishDate: '', registeredAtMs: 5 }),
      item(2, '강', { publishDate: '1955-01-01', registeredAtMs: 7 }),
      item(3, '강', { publishDate: '2024-01-01', registeredAtMs: 6 }),
      item(5, '강', { publishDate: '2024-01-01', registeredAtMs: -1 }),
      item(4, '강', { publishDate: '2024-01-01', registeredAtMs: 7 }),
    ],
    finds: [
      ['강', [3, 4, 5, 2, 1], { sort: 'RECENT' }],
      ['강', [2, 4, 3, 1, 5], { sort: 'REG_DTS' }],
    ],
  },
  {
    what: 'a target names the one field that must hold every word',
    items: [
      item(1, '달빛', { subTitle: '정원', originalTitle: 'Moonlight' }),
      item(2, '바다', { contributors: by('달빛', '정원') }),
      item(3, '정원', { publisher: '달빛' }),
      item(4, '숲', { series: series('달빛') }),
    ],
    finds: [
      ['달빛', [1], { target: 'title' }],
      ['moonlight', [1], { target: 'title' }],
      ['달빛', [2], { target: 'author' }],
      ['달빛', [3], { target: 'publisher' }],
      ['달빛 정원', [1], { target: 'title' }],
      ['달빛 정원', [], { target: 'publisher' }],
    ],
  },
  {
    what: 'inStock leaves out what is sold out or only ordered ahead',
    items: ['판매중', '예약판매', '일시품절', '절판', '품절'].map((itemStatus, at) =>
      item(at + 1, '강', { itemStatus }),
    ),
    finds: [['강', [1], where({ inStock: true })]],
  },
  {
    what: 'days and prices bound on both sides, bounds included; unknown ones never pass',
    items: [
      item(1, '강', { publishDate: '2024-01-01', salePrice: 1000 }),
      item(2, '강', { publishDate: '2024-01-02', salePrice: 1000.5 }),
      item(3, '강', { publishDate: '2024-01-03', salePrice: 1001 }),
      item(4, '강', { publishDate: '', salePrice: 0 }),
      item(5, '강', { shopPrice: 9000, salePrice: 0 }),
    ],
    finds: [
      ['강', [2, 3], where({ publishedFrom: day('2024-01-02') })],
      ['강', [1, 2], where({ publishedTo: day('2024-01-02') })],
      ['강', [2], where({ publishedFrom: day('2024-01-02'), publishedTo: day('2024-01-02') })],
      ['강', [3], where({ priceFrom: 1001 })],
      ['강', [1, 5], where({ priceTo: 1000 })],
      ['강', [1, 2, 3], where({ priceFrom: 1000, priceTo: 1001 })],
      ['강', [1, 2, 3, 5], where({ priceFrom: 0 })],
      ['강', [5], where({ priceTo: 0 })],
    ],
  },
  {
    what: 'the selling price is that of the deal while it lasts',
    items: [
      [0, 0],
      [1, 2],
      [-2, -1],
    ].map(([from = 0, until = 0], at) =>
      item(at + 1, '강', {
        salePrice: 900,
        deal: { salePrice: 500, from: TODAY + from, until: TODAY + until },
      }),
    ),
    finds: [['강', [1], where({ priceTo: 899 })]],
  },
];
