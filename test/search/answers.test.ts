import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../src/catalog/item.ts';
import { type CorrectionKind, NO_FILTER, type SearchRequest } from '../../src/search/search-index.ts';
import { by, searchItem } from './search-item.ts';
import { openItems } from './small-index.ts';

/** A query, all that it finds, and what is asked beside it; in the order of RELATION unless it says otherwise. */
type Finds = readonly [
  query: string,
  itemIds: readonly number[],
  other?: Partial<SearchRequest>,
  withheld?: number,
];

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
  {
    what: 'withheld items are only counted, where they pass',
    items: [
      item(1, '하늘'),
      item(2, '하늘', { catalog: 'EBOOK', salePrice: 900, withheld: true }),
      item(1984, '제목', { withheld: true }),
      item(7, '1984'),
    ],
    finds: [
      ['하늘', [1], {}, 1],
      ['하늘', [1], { category: 'BOOK' }],
      ['하늘', [], { category: 'EBOOK' }, 1],
      ['하늘', [], { filter: { ...NO_FILTER, priceFrom: 1, priceTo: 900 } }, 1],
      ['하늘', [], { filter: { ...NO_FILTER, priceFrom: 1, priceTo: 899 } }],
      ['1984', [7], {}, 1],
    ],
  },
  {
    what: 'spelling and spacing: names that sound alike, titles without "and" and particles',
    items: [
      item(1, '햄릿', { contributors: by('윌리엄 셰익스피어') }),
      item(2, '빨간 머리 앤'),
      item(3, '로미오와 줄리엣'),
      item(4, '죄와 벌', { contributors: by('표도르 도스토옙스키') }),
      item(5, '야간 비행', { contributors: by('앙투안 드 생텍쥐페리') }),
      item(6, '로켓의 역사'),
    ],
    corrects: [
      ['섹스피어', ['spelling', '셰익스피어', 1]],
      ['세익스피어 햄릿', ['spelling', '셰익스피어 햄릿', 1]],
      ['빨강머리앤', ['spelling', '빨간머리앤', 2]],
      ['로미오줄리엣', ['spacing', '로미오 줄리엣', 3]],
      ['로미오 줄리엣', null],
      ['생떽쥐베리 야간비행', ['spelling', '생텍쥐페리 야간비행', 5]],
      ['셰익슈필', null],
    ],
  },
  {
    what: 'partial: the query without what links or describes, then without a subtitle or a series; volumes stay',
    items: [
      item(1, 'Salt Harbour', { contributors: by('Ida Quill'), publishDate: '2019-01-01' }),
      item(2, 'Kite Year', { contributors: by('John Marlow'), series: series('Night Walks') }),
      item(3, '소금 항구', { contributors: by('윤하루') }),
      item(4, '표해록 1', { contributors: by('최부') }),
      item(5, '海圖'),
    ],
    corrects: [
      ['books by Ida Quill', ['partial', 'Ida Quill', 1]],
      ['john p. marlow', ['partial', 'john marlow', 2]],
      ['Salt Harbour (2015)', ['partial', 'Salt Harbour', 1]],
      ['salt harbour, 2nd edition', ['partial', 'salt harbour', 1]],
      ['윤하루를', ['partial', '윤하루', 3]],
      ['Salt Harbour: A Tale of the North', ['partial', 'Salt Harbour', 1]],
      ['소금 항구 - 어느 겨울의 이야기', ['partial', '소금 항구', 3]],
      ['소금 항구(바다 이야기)', ['partial', '소금 항구', 3]],
      ['Kite Year (Day Walkers Book 4)', null],
      ['Kite Year (Kite Year, #1)', null],
      ['표해록 (2권)', null],
      ['표해록 2권', null],
      ['Salt Harbour [eBock]', ['partial', 'Salt Harbour', 1]],
    ],
  },
];

for (const { what, items, salePoints = {}, finds = [], corrects = [] } of SHOPS)
  test(what, async () => {
    const search = openItems(items, salePoints);
    for (const [query, ids, other, withheld = 0] of finds) {
      const { totalCount, itemIds, withheldCount } = await search(query, other);
      const expected = [ids, ids.length, withheld];
      assert.deepEqual([itemIds, totalCount, withheldCount], expected, JSON.stringify([query, other]));
    }
    for (const [query, to, other] of corrects) {
      const { correction, suggestion, itemIds } = await search(query, { correct: true, ...other });
      const offered = typeof to === 'string' ? suggestion : null;
      const used = correction === null ? offered : [correction.kind, correction.query, ...itemIds];
      assert.deepEqual(used, to, JSON.stringify([query, other]));
    }
  });
