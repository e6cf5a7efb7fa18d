import type { ItemLine } from '../../real-data/feed-line.ts';
import { KDC_CLASSES, kdcCategoryId, SEOUL_ROOT } from '../../real-data/seoul-titles.ts';
import { formatKstMonth, type KstMonth } from '../../src/clock.ts';
import { AGES, type ListCell, SEXES } from '../../src/rankings/ranking-store.ts';
import { segmentOf } from '../../src/rankings/segments.ts';
import { itemsByIsbn13, type RealFeeds } from './real-shop.ts';

/** The service's age band of each published band, written down apart from the ages that orders carry. */
const SERVICE_AGE_OF_BAND: Readonly<Record<string, number>> = {
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

/** Longest list that is published (docs/rules/rankings.md#counted-copies). */
const LIST_DEPTH_MAX = 1000;

/** Item numbers of monthly lists, best first, by `cellKey`. */
export type MonthlyLists = ReadonlyMap<string, readonly number[]>;

/**
 * Item numbers of every monthly list of Korean books, best first: counted and sorted in the plainest
 * way, from the feeds alone.
 */
export function expectedMonthlyLists(feeds: RealFeeds): MonthlyLists {
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

/** Every list of Korean books: all together and by class, for each sex and age. */
export function koreanBookCells(): ListCell[] {
  const categoryIds = [SEOUL_ROOT, ...KDC_CLASSES.map((_, kdcClass) => kdcCategoryId(kdcClass))];
  return categoryIds.flatMap((categoryId) =>
    SEXES.flatMap((sex) => AGES.map((age) => ({ categoryId, sex, age }))),
  );
}

/** The key of a list in MonthlyLists. */
export function cellKey(month: KstMonth, { categoryId, sex, age }: ListCell): string {
  return `${formatKstMonth(month)} ${categoryId} ${sex} ${age}`;
}

/** Items and rank changes of a list by the independent count. */
export function expectedList(lists: MonthlyLists, month: KstMonth, cell: ListCell) {
  const itemIds = lists.get(cellKey(month, cell)) ?? [];
  const ranksBefore = new Map(
    (lists.get(cellKey(month - 1, cell)) ?? []).map((itemId, rank) => [itemId, rank]),
  );
  const upDowns = itemIds.map((itemId, rank) => {
    const before = ranksBefore.get(itemId);
    return before === undefined ? null : before - rank;
  });
  return [itemIds, upDowns];
}

/** The published matrix as copies by "segment class" of the service. */
export function publishedSegments(feeds: RealFeeds): Map<string, number> {
  const cells = new Map<string, number>();
  for (const { sex, band, loans } of feeds.matrix.rows) {
    const age = sex === null ? null : (SERVICE_AGE_OF_BAND[band] ?? Number.NaN);
    const segment = segmentOf(sex === null ? 0 : SEXES.indexOf(sex), age);
    for (const [kdcClass, count] of loans.entries()) {
      const cell = `${segment} ${kdcClass}`;
      if (count > 0) cells.set(cell, (cells.get(cell) ?? 0) + count);
    }
  }
  return cells;
}
