import { book, sales as oneEach, writer } from '../support/small-shop.ts';
import { type Days, daysOf, dayText, todayInKorea } from './calendar.ts';
import { ALL_LISTS, type FeedLine, listItems, listSales, sale } from './feed-lists.ts';
import { bareItem, fullItem } from './rows/item-fields.ts';

/** The acceptance shop as it stands on a Korean day: a pure function of the day. */
export function acceptanceFeed(today: number): readonly object[] {
  const days = daysOf(today);
  return [
    ...categories,
    ...authors,
    ...items(days),
    ...searchItems,
    ...listItems(days),
    ...salesOf(days),
    ...listSales(days),
    { kind: 'remove', itemId: 1007 },
  ];
}

const categories = [
  ['001', '국내도서', null],
  ['001001', '소설', '001'],
  ['001001001', '고전소설', '001001'],
  ['001002', '빈 곳', '001'],
  ['001003', '경제', '001'],
  ['001004', '팔리지 않은 책', '001'],
  ['002', '외국도서', null],
  ['003', 'eBook', null],
  ['004', '음반', null],
  ['005', 'DVD', null],
  [ALL_LISTS, '모음', null],
].map(([categoryId, categoryName, parentId]) => ({ kind: 'category', categoryId, categoryName, parentId }));

const authors: readonly FeedLine[] = [
  writer,
  { kind: 'author', authorId: 8, author: '김살아', birthDate: '1970-02-03' },
];

/** An ISBN13 whose last digit is not the one that its others call for, as some shops give to goods. */
export const ODD_ISBN13 = '9791199900019';
/** The withheld book's. */
export const WITHHELD_ISBN13 = '9791199900042';
/** In form, and in no feed line. */
export const UNKNOWN_ISBN13 = '9791199900998';

function items(days: Days): readonly FeedLine[] {
  return [
    fullItem,
    bareItem,
    novel(1002, '구운몽', '2023-01-02', { isbn13: '9791199900011' }),
    novel(1003, '춘향전', '2022-01-02', { authors: [{ authorId: 8, author: '김살아', authorType: '지음' }] }),
    novel(1004, '심청전 특가판', '2025-01-02', {
      shopPrice: 12000,
      salePrice: 10800,
      deal: { salePrice: 6000, from: dayText(days.yesterday), until: dayText(days.today + 1) },
    }),
    novel(1005, '금서목록', '2021-01-02', {
      isbn13: WITHHELD_ISBN13,
      withheld: true,
      authors: [{ authorId: 8, author: '김살아', authorType: '지음' }],
      contentDetail: { tableOfContents: '1장' },
    }),
    novel(1006, '이상한 번호의 책', '2021-02-02', { isbn13: ODD_ISBN13 }),
    novel(1007, '사라진 책', '2021-03-02'),
    novel(1008, '박씨전', '2021-04-02', {
      deal: { salePrice: 1000, from: dayText(days.today - 9), until: dayText(days.yesterday) },
    }),
  ];
}

/** A book of category 001001 by a writer without a record. */
function novel(itemId: number, title: string, publishDate: string, more: object = {}): FeedLine {
  return book(itemId, title, { publishDate, ...more });
}

const FOREIGN = { catalog: 'FOREIGN', categoryIds: ['002'] };

/**
 * What search is asked about: 바람 in every field that counts, each with other dates; 물결 once in each
 * catalogue; a pair that differs in one word; and Latin words.
 */
const searchItems: readonly FeedLine[] = [
  found(1201, '바람', wind('2019-03-01', '2019-05-01')),
  found(1202, '바람과 함께 사라지다', wind('2019-01-01', '2019-03-01')),
  found(1203, '여행', { authors: [{ author: '바람' }], ...wind('2019-05-01', '2019-01-01') }),
  found(1204, '강가에서', { publisher: '바람출판', ...wind('2019-02-01', '2019-04-01') }),
  found(1205, '숲의 바람', wind('2019-04-01', '2019-02-01')),
  ...['BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'].map((catalog, at) =>
    found(1206 + 1000 * at, '물결', { catalog, categoryIds: [at === 0 ? '001004' : `00${at + 1}`] }),
  ),
  found(1207, '해리 포터 이야기'),
  found(1208, '해리 이야기'),
  found(2209, 'Pride and Prejudice', { ...FOREIGN, authors: [{ author: 'Jane Austen' }] }),
  found(2210, 'Prideful Days', FOREIGN),
  found(3001, '홍길동전 전자책', { catalog: 'EBOOK', categoryIds: ['003'] }),
];

function wind(publishDate: string, registered: string) {
  return { publishDate, registeredAt: `${registered}T00:00:00+09:00` };
}

function found(itemId: number, title: string, more: object = {}): FeedLine {
  return { kind: 'item', itemId, title, catalog: 'BOOK', categoryIds: ['001004'], ...more };
}

/**
 * Sales of category 001001, copies in brackets:
 * month before: 1003 (1). Last month: 1002 (5), 1001 (4), 1003 (3), 1008 (2).
 * This month: 1001 (6), 1004 (5), 1002 (3), 1008 (2), by sex and age as listed below.
 */
function salesOf(days: Days): readonly object[] {
  const { today, yesterday, thisMonth, lastMonth, monthBefore } = days;
  const sold = (day: number, itemId: number, buyers: readonly string[]) =>
    oneEach(dayText(day), itemId, buyers);
  const monthEnd = dayText(thisMonth - 1);
  return [
    ...sold(monthBefore, 1003, ['F20']),
    ...sold(lastMonth, 1002, ['F20', 'F21', 'F22', 'M23', 'M24']),
    ...sold(lastMonth, 1001, ['F20', 'F21', 'M22', 'M23']),
    ...sold(lastMonth, 1003, ['F20', 'F21', 'M22']),
    ...sold(lastMonth, 1008, ['F20']),
    // The last second of last month in Korea, and the first instant of this one.
    sale(1008, 'last-second', 1, `${monthEnd}T14:59:59Z`),
    { ...sale(1008, 'first-instant', 1, `${monthEnd}T15:00:00Z`), sex: 'F' },
    ...sold(thisMonth, 1001, ['F34', 'F25', 'M45', 'F71', 'M19']),
    sale(1001, 'yesterday', 1, `${dayText(yesterday)}T23:59:59+09:00`),
    ...sold(thisMonth, 1004, ['F31', 'F52', 'M15', 'M33', 'M28']),
    ...sold(thisMonth, 1002, ['M44', 'M30', 'F9']),
    ...sold(thisMonth, 1008, ['']),
    // Neither the withheld nor the removed book is in any list, and nothing of today is tallied.
    ...sold(thisMonth, 1005, Array(9).fill('')),
    ...sold(thisMonth, 1007, Array(9).fill('')),
    sale(1003, 'today', 1, `${dayText(today)}T00:00:00+09:00`),
  ];
}

// For a service elsewhere: `node test/acceptance/feed.ts > feed.jsonl`, to be imported and ranked there.
if (import.meta.main) {
  for (const line of acceptanceFeed(todayInKorea())) console.log(JSON.stringify(line));
}
