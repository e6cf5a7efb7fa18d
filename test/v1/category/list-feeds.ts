import { book, sales } from '../../support/small-shop.ts';

// A feed for each ranked list, whose entries tell it from every other list. It is ranked at noon of 2026-11-20 and of the 21st.

/** Everything that sells is in 001001, or below it in 001001001. */
const categories: readonly object[] = [
  { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
  { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
  { kind: 'category', categoryId: '001001001', categoryName: '고전소설', parentId: '001001' },
];

/** Lines of one copy at a moment, each a buyer of its own unless one is named. */
function copies(moment: string, itemId: number, count: number, more: object = {}): object[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'sale',
    orderId: `${moment}-${itemId}`,
    lineNo: index + 1,
    itemId,
    quantity: 1,
    soldAt: `${moment.length === 10 ? `${moment}T10:00` : moment}:00+09:00`,
    ...more,
  }));
}

/**
 * Scores by the four weeks that end on the 20th (from the 14th, 7th, October 31st and 24th) and on the 19th:
 * 2001: 4 x 3 = 12, before 0. 2002: 3 x 3 = 9, before 4 x 3 = 12. 2003: 4 x 2 = 8, before 8. 2004: 2 x 2 = 4,
 * before 3 + 2 = 5. 2005: 1 x 1 = 1, before 1. 2006: 0, before 4 x 1 = 4.
 */
export const overall: readonly object[] = [
  ...categories,
  ...[2001, 2003, 2004, 2005, 2006].map((itemId) =>
    book(itemId, `책 ${itemId}`, { publishDate: '2025-01-01' }),
  ),
  book(2002, '둘째', { publishDate: '2025-01-01', categoryIds: ['001001001'] }),
  ...sales('2026-11-20', 2001, ['F34', 'F35', 'M20']),
  ...sales('2026-11-13', 2002, ['F36', 'M45', 'M61']),
  ...copies('2026-11-14', 2003, 2),
  ...copies('2026-10-31', 2004, 1),
  ...copies('2026-11-06', 2004, 1),
  ...sales('2026-10-24', 2005, ['M22']),
  ...copies('2026-10-23', 2006, 4),
  // Today is not tallied yet.
  ...copies('2026-11-21', 2006, 9),
];

/** Of the 20th: 2101 (3 copies), 2104 (2), 2102 (1). Of the 19th: 2102 (3), 2101 (2), 2103 (1). */
export const daily: readonly object[] = [
  ...categories,
  book(2101, '첫째', { categoryIds: ['001001001'] }),
  ...[2102, 2103, 2104].map((itemId) => book(itemId, `책 ${itemId}`)),
  ...copies('2026-11-19', 2101, 2),
  ...copies('2026-11-19', 2102, 3),
  ...copies('2026-11-19', 2103, 1),
  ...copies('2026-11-20', 2101, 3),
  ...copies('2026-11-20', 2102, 1),
  ...copies('2026-11-20', 2104, 2),
  ...copies('2026-11-21', 2103, 9),
];

/**
 * At noon of the 21st a copy sold so many buckets of ten minutes before weighs round(1000 x 2^(-buckets/36)):
 * 2601: 1 bucket, 981. 2602: 120 buckets, 5 x 99 = 495. 2603: 72 buckets, 250. 2604: 108 buckets, one buyer, 125.
 * The day before: 2605 in its first bucket, 9 x 981; 2603 in its 96th, 157.
 */
export const realtime: readonly object[] = [
  ...categories,
  book(2601, '첫째', { categoryIds: ['001001001'] }),
  ...[2602, 2603, 2604, 2605].map((itemId) => book(itemId, `책 ${itemId}`)),
  ...copies('2026-11-21T11:55', 2601, 1),
  ...copies('2026-11-20T16:00', 2602, 5),
  ...copies('2026-11-21T00:00', 2603, 1),
  ...copies('2026-11-20T18:00', 2604, 3, { buyer: 'one', quantity: 3 }),
  ...copies('2026-11-20T11:59', 2605, 9),
  ...copies('2026-11-19T20:00', 2603, 1),
];

/** Copies in each of the last `weeks` weeks, on their third day before the 20th. */
function weekly(itemId: number, weeks: number, count: number): object[] {
  return Array.from({ length: weeks }, (_, week) => {
    const day = new Date(Date.UTC(2026, 10, 17 - 7 * week)).toISOString().slice(0, 10);
    return copies(day, itemId, count);
  }).flat();
}

/**
 * The 36th best week of 52: 2301 two copies; 2303 and 2302 one, of 45 and 40 in all; 2304 none (35 weeks); 2305 is
 * young.
 */
export const steady: readonly object[] = [
  ...categories,
  book(2301, '첫째', { publishDate: '2020-01-01', categoryIds: ['001001001'] }),
  book(2302, '둘째', { publishDate: '2025-10-01' }),
  book(2303, '셋째', { publishDate: '2020-01-01' }),
  book(2304, '서른다섯 주', { publishDate: '2020-01-01' }),
  book(2305, '아직 한 해가 안 된 책', { publishDate: '2026-01-01' }),
  ...weekly(2301, 36, 2),
  ...weekly(2302, 40, 1),
  ...weekly(2303, 40, 1),
  ...copies('2026-11-18', 2303, 5),
  ...weekly(2304, 35, 9),
  ...weekly(2305, 40, 9),
];

const offer = (from: string, until: string, salePrice = 6000) => ({ deal: { salePrice, from, until } });

/**
 * Copies of the seven days to the 20th among deals that last on the 21st: 2201 (3), 2202 (1), 2203 (0).
 * The day before: 2201 (3), 2204 (2), 2203 (0, the later publication), 2202 (0).
 */
export const deal: readonly object[] = [
  ...categories,
  book(2201, '첫째', { ...offer('2026-11-01', '2026-11-30'), categoryIds: ['001001001'] }),
  book(2202, '둘째', { ...offer('2026-11-01', '2026-11-21', 7000), publishDate: '2024-01-01' }),
  book(2203, '셋째', { ...offer('2026-11-01', '2026-11-30', 100), publishDate: '2025-01-01' }),
  book(2204, '어제까지', offer('2026-11-01', '2026-11-20')),
  book(2205, '내일부터', offer('2026-11-22', '2026-11-30')),
  book(2206, '정가 그대로', offer('2026-11-01', '2026-11-30', 10000)),
  book(2207, '특가 아님'),
  ...copies('2026-11-14', 2201, 3),
  ...copies('2026-11-20', 2202, 1),
  // Eight days ago, and today.
  ...copies('2026-11-12', 2203, 9),
  ...copies('2026-11-21', 2203, 9),
  ...[2204, 2205, 2206, 2207].flatMap((itemId) => copies('2026-11-15', itemId, 2)),
];

/** A book registered at noon of a day and published on another. */
function fresh(itemId: number, registered: string, publishDate: string, more: object = {}): object {
  return book(itemId, `책 ${itemId}`, { registeredAt: `${registered}T12:00:00+09:00`, publishDate, ...more });
}

/** 2404 was registered more than three months ago, 2405 is out of print. */
export const newProduct: readonly object[] = [
  ...categories,
  fresh(2401, '2026-11-01', '2026-10-01', { categoryIds: ['001001001'] }),
  fresh(2402, '2026-10-01', '2026-11-10'),
  fresh(2403, '2026-11-10', '2026-12-15', { itemStatus: '예약판매' }),
  fresh(2404, '2026-07-01', '2026-11-11'),
  fresh(2405, '2026-11-12', '2026-11-12', { itemStatus: '절판' }),
  ...copies('2026-11-12', 2404, 9),
];

const attention = (from: string, until: string) => ({ attention: { from, until } });

/** 2501 is featured today; 2502 and 2503 are young or yet to come, with ten copies in seven days. */
export const attentionNew: readonly object[] = [
  ...categories,
  fresh(2501, '2020-11-01', '2020-10-01', {
    categoryIds: ['001001001'],
    ...attention('2026-11-21', '2026-11-21'),
  }),
  fresh(2502, '2026-11-01', '2026-11-01'),
  fresh(2503, '2026-10-01', '2026-12-24', { itemStatus: '예약판매' }),
  fresh(2504, '2026-11-02', '2026-11-01'),
  fresh(2505, '2026-11-03', '2026-01-01'),
  fresh(2506, '2026-11-04', '2020-10-01', attention('2026-11-01', '2026-11-20')),
  ...copies('2026-11-18', 2501, 20),
  ...copies('2026-11-18', 2502, 10),
  ...copies('2026-11-14', 2503, 11),
  ...copies('2026-11-18', 2504, 9),
  ...copies('2026-11-13', 2504, 9),
  ...copies('2026-11-18', 2505, 30),
];
