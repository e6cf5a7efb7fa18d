import { book, writer } from '../support/small-shop.ts';
import { dayText, monthStart, todayInKorea } from './calendar.ts';
import { searchItems } from './feed-items.ts';
import type { Days, FeedLine } from './feed-line.ts';
import { ALL_LISTS, listItems, listSales } from './feed-lists.ts';
import { sales } from './feed-sales.ts';
import { bareItem, fullItem } from './rows/item-fields.ts';

/** The days that the shop's records are dated by. The lists speak of yesterday, so the shop moves with the calendar. */
export function daysOf(today: number): Days {
  const yesterday = today - 1;
  return {
    today,
    yesterday,
    thisMonth: monthStart(yesterday),
    lastMonth: monthStart(yesterday, 1),
    monthBefore: monthStart(yesterday, 2),
  };
}

/** The acceptance shop as it stands on a Korean day: a pure function of the day. */
export function acceptanceFeed(today: number): readonly FeedLine[] {
  const days = daysOf(today);
  return [
    ...categories,
    ...authors,
    ...items(days),
    ...searchItems,
    ...listItems(days),
    ...sales(days),
    ...listSales(days),
    removal,
  ];
}

const categories: readonly FeedLine[] = [
  { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
  { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
  { kind: 'category', categoryId: '001001001', categoryName: '고전소설', parentId: '001001' },
  { kind: 'category', categoryId: '001002', categoryName: '빈 곳', parentId: '001' },
  { kind: 'category', categoryId: '001003', categoryName: '경제', parentId: '001' },
  { kind: 'category', categoryId: '001004', categoryName: '팔리지 않은 책', parentId: '001' },
  { kind: 'category', categoryId: '002', categoryName: '외국도서', parentId: null },
  { kind: 'category', categoryId: '003', categoryName: 'eBook', parentId: null },
  { kind: 'category', categoryId: '004', categoryName: '음반', parentId: null },
  { kind: 'category', categoryId: '005', categoryName: 'DVD', parentId: null },
  { kind: 'category', categoryId: ALL_LISTS, categoryName: '모음', parentId: null },
];

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

const removal: FeedLine = { kind: 'remove', itemId: 1007 };

// For a service elsewhere: `node test/acceptance/feed.ts > feed.jsonl`, to be imported and ranked there.
if (import.meta.main) {
  for (const line of acceptanceFeed(todayInKorea())) console.log(JSON.stringify(line));
}
