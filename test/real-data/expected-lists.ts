import type { ItemLine } from './feed-line.ts';
import { itemsByIsbn13, type RealFeeds } from './real-shop.ts';
import { SEOUL_ROOT } from './seoul-titles.ts';

/** The service's age band of each published band, written down apart from the ages that orders carry. */
export const SERVICE_AGE_OF_BAND: Readonly<Record<string, number>> = {
  '아동(0-13)': 10,
  '청소년(14-19)': 10,
  '20대': 20,
  '30대': 30,
  '40대': 40,
  '50~64세': 50,
  '65~69세': 60,
  '70~79세': 60,
  '80대 이상': 60,
};

/** Longest list that is published (decisions 3). */
const LIST_DEPTH_MAX = 1000;

/**
 * Item numbers of every monthly list of Korean books, best first, by "month categoryId sex age": counted and
 * sorted in the plainest way, from the feeds alone.
 */
export function expectedMonthlyLists(feeds: RealFeeds): Map<string, readonly number[]> {
  const categoryOf = new Map(feeds.items.map((item) => [item.itemId, categoryIdOf(item)]));
  const isbns = itemsByIsbn13(feeds.items);
  const counts = new Map<string, Map<number, number>>();
  for (const { itemId, isbn13 = '', soldAt, sex, age } of feeds.orders()) {
    const item = itemId ?? isbns.get(isbn13)?.[0] ?? 0;
    const ages = age === undefined ? [255] : [255, Math.min(60, Math.max(10, age - (age % 10)))];
    for (const categoryId of [SEOUL_ROOT, categoryOf.get(item)]) {
      for (const listSex of sex === undefined ? ['A'] : ['A', sex]) {
        for (const listAge of ages) {
          const key = `${soldAt.slice(0, 7)} ${categoryId} ${listSex} ${listAge}`;
          const list = counts.get(key) ?? new Map<number, number>();
          counts.set(key, list.set(item, (list.get(item) ?? 0) + 1));
        }
      }
    }
  }
  return new Map([...counts].map(([key, list]) => [key, ranked(list)]));
}

function categoryIdOf(item: ItemLine): string {
  return item.categoryIds[0] ?? '';
}

/** No publication date is known exactly, so ties go to the lower item number. */
function ranked(copies: ReadonlyMap<number, number>): number[] {
  return [...copies]
    .sort(([itemA, copiesA], [itemB, copiesB]) => copiesB - copiesA || itemA - itemB)
    .slice(0, LIST_DEPTH_MAX)
    .map(([itemId]) => itemId);
}
