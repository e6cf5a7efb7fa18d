import { dayText } from './calendar.ts';
import { paperbackRanks } from './feed-items.ts';
import type { Days, FeedLine } from './feed-line.ts';

/**
 * Sales of category 001001, copies in brackets:
 * month before: 1003 (1). Last month: 1002 (5), 1001 (4), 1003 (3), 1008 (2).
 * This month: 1001 (6), 1004 (5), 1002 (3), 1008 (2), by sex and age as listed below.
 */
export function sales(days: Days): readonly FeedLine[] {
  const { today, yesterday, thisMonth, lastMonth, monthBefore } = days;
  return [
    ...sold(monthBefore, 1003, ['F20']),
    ...sold(lastMonth, 1002, ['F20', 'F21', 'F22', 'M23', 'M24']),
    ...sold(lastMonth, 1001, ['F20', 'F21', 'M22', 'M23']),
    ...sold(lastMonth, 1003, ['F20', 'F21', 'M22']),
    ...sold(lastMonth, 1008, ['F20']),
    // The last second of last month in Korea.
    sale(`${dayText(thisMonth - 1)}T14:59:59Z`, 'last-second', 1008, 'F', 20),
    ...sold(thisMonth, 1001, ['F34', 'F25', 'M45', 'F71', 'M19']),
    sale(`${dayText(yesterday)}T23:59:59+09:00`, 'yesterday', 1001),
    ...sold(thisMonth, 1004, ['F31', 'F52', 'M15', 'M33', 'M28']),
    ...sold(thisMonth, 1002, ['M44', 'M30', 'F9']),
    // The first instant of this month in Korea.
    sale(`${dayText(thisMonth - 1)}T15:00:00Z`, 'first-instant', 1008, 'F'),
    ...sold(thisMonth, 1008, ['']),
    // Neither the withheld nor the removed book is in any list, and nothing of today is tallied.
    ...sold(thisMonth, 1005, Array(9).fill('F40')),
    ...sold(thisMonth, 1007, Array(9).fill('F40')),
    sale(`${dayText(today)}T00:00:00+09:00`, 'today', 1003),
    ...paperbackRanks.flatMap((itemId) => sold(thisMonth, itemId, [''])),
    ...countingSales(dayText(thisMonth)),
  ];
}

/** How the sales of category 001003 count: its list is 1108, 1103, 1102, 1101, 1107. */
function countingSales(day: string): readonly FeedLine[] {
  const at = `${day}T11:00:00+09:00`;
  const bought = (orderId: string, itemId: number, more: object) => ({
    ...sale(at, orderId, itemId),
    ...more,
  });
  return [
    ...[1101, 1102, 1103, 1104, 1105, 1107, 1108].map((itemId) => ({
      kind: 'item',
      itemId,
      title: `셈하기 ${itemId}`,
      publishDate: '2018-01-01',
      catalog: 'BOOK',
      categoryIds: ['001003'],
    })),
    // One copy a buyer, however many.
    bought('c1', 1101, { quantity: 5, buyer: 'hoarder' }),
    bought('c2', 1101, { quantity: 1, buyer: 'hoarder' }),
    bought('c3', 1102, { quantity: 1, buyer: 'one' }),
    bought('c4', 1102, { quantity: 1, buyer: 'two' }),
    // A fifth of what an organisation buys, at most 20 a line; nothing of what a reseller buys.
    bought('c5', 1103, { quantity: 17, buyerType: 'organisation' }),
    bought('c6', 1104, { quantity: 50, buyerType: 'reseller' }),
    bought('c7', 1105, { quantity: 1 }),
    { kind: 'cancel', orderId: 'c7', lineNo: 1, cancelledAt: at },
    // The cancelled first purchase passes its turn to the buyer's next one.
    bought('c8', 1107, { quantity: 1, buyer: 'undecided' }),
    bought('c9', 1107, { quantity: 1, buyer: 'undecided' }),
    { kind: 'cancel', orderId: 'c8', lineNo: 1, cancelledAt: at },
    bought('c10', 1108, { quantity: 1000, buyerType: 'organisation' }),
  ];
}

/** One copy to each buyer, given as sex and age; an empty one is unknown. */
function sold(day: number, itemId: number, buyers: readonly string[]): FeedLine[] {
  const at = `${dayText(day)}T10:00:00+09:00`;
  return buyers.map((buyer, index) =>
    sale(at, `${dayText(day)}-${itemId}-${index}`, itemId, buyer.charAt(0), Number(buyer.slice(1))),
  );
}

function sale(soldAt: string, orderId: string, itemId: number, sex = '', age = 0): FeedLine {
  return {
    kind: 'sale',
    orderId,
    lineNo: 1,
    itemId,
    quantity: 1,
    soldAt,
    ...(sex === '' ? {} : { sex }),
    ...(age === 0 ? {} : { age }),
  };
}
