import { type Days, dayText } from './calendar.ts';

export type FeedLine = Readonly<Record<string, unknown>>;

/** The category whose items stand in every list that there is. */
export const ALL_LISTS = '006';

const COUNT = 45;
const INDICES = Array.from({ length: COUNT }, (_, index) => index);
/** The steady sellers are those of 36 weeks of a year. */
const WEEKS = 36;

/** Every value from 0 to 44 once, in another order for each step; 45 has no divisor in common with a step. */
const shuffled = (index: number, step: 2 | 4 | 7 | 11) => (index * step) % COUNT;

/** Old books, registered lately, on a deal, pointed out by an editor; none of the orders is that of the numbers. */
export function listItems({ today, yesterday }: Days): readonly FeedLine[] {
  const window = { from: dayText(yesterday), until: dayText(today + 1) };
  return INDICES.map((index) => ({
    kind: 'item',
    itemId: 7001 + index,
    title: `모음 ${String(shuffled(index, 11)).padStart(2, '0')}`,
    // From January 1st on.
    publishDate: `2020-${index < 30 ? '01' : '02'}-${String((index % 30) + 1).padStart(2, '0')}`,
    catalog: 'BOOK',
    categoryIds: [ALL_LISTS],
    shopPrice: 10_000,
    salePrice: 9000 + shuffled(index, 7),
    deal: { salePrice: 5000 + shuffled(index, 7), ...window },
    attention: window,
    registeredAt: `${dayText(today - 2 - shuffled(index, 2))}T12:00:00+09:00`,
  }));
}

/**
 * One copy a week for 36 weeks, and for each place above the last one in the last second of yesterday and one in the
 * first of today: the realtime list has one or both of them at any time of the day.
 */
export function listSales({ today, yesterday }: Days): readonly FeedLine[] {
  return INDICES.flatMap((index) => {
    const itemId = 7001 + index;
    const weeks = Array.from({ length: WEEKS }, (_, week) => {
      const day = dayText(yesterday - 3 - 7 * week);
      return sale(itemId, `${day}-${itemId}`, 1, `${day}T10:00:00+09:00`);
    });
    const last = Array.from({ length: 1 + shuffled(index, 4) }, (_, line) => [
      sale(itemId, `last-${itemId}`, line + 1, `${dayText(yesterday)}T23:59:59+09:00`),
      sale(itemId, `first-${itemId}`, line + 1, `${dayText(today)}T00:00:00+09:00`),
    ]);
    return [...weeks, ...last.flat()];
  });
}

export function sale(itemId: number, orderId: string, lineNo: number, soldAt: string): FeedLine {
  return { kind: 'sale', orderId, lineNo, itemId, quantity: 1, soldAt };
}

function ordered(key: (index: number) => number): readonly number[] {
  return [...INDICES].sort((a, b) => key(a) - key(b)).map((index) => 7001 + index);
}

/** The item numbers by their sales: the order of every bestseller list of the category. */
export const bySales = ordered((index) => -shuffled(index, 4));

/** The item numbers by every sort of the new-product lists. */
export const bySort: Readonly<Record<string, readonly number[]>> = {
  RegDate: ordered((index) => shuffled(index, 2)),
  Sales: bySales,
  New: ordered((index) => -index),
  LowPrice: ordered((index) => shuffled(index, 7)),
  HighPrice: ordered((index) => -shuffled(index, 7)),
  Name: ordered((index) => shuffled(index, 11)),
};
