import { dayText } from './calendar.ts';
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
