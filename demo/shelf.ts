import type { Deal, Item } from '../src/catalog/item.ts';
import type { KstDay } from '../src/clock.ts';
import { kstDayOf, parseKstDay } from '../src/clock.ts';
import { BUYER_CELLS } from './demand.ts';
import { createRandom, mix } from './random.ts';

/** What sales need to know about an item. */
export interface ShelfItem {
  readonly itemId: number;
  /** Second-level category of the item's main category. */
  readonly sectionId: string;
  readonly salePrice: number;
  readonly deal: Deal | null;
  /** First day on which it can be ordered. */
  readonly fromDay: KstDay;
  readonly publishDay: KstDay;
  /** Lasting popularity. Within a category the values fall like a bestseller list, about as 1 / rank. */
  readonly popularity: number;
  /** Row of `APPEALS`: the buyers it appeals to. */
  readonly appeal: number;
}

/** How well a work is known; of a known one, there are later editions. */
export type Fame = 'famous' | 'classic' | 'later';

/** Popularity ranks over which works of a fame are spread; the smaller, the nearer to the top of lists. */
const RANKS: Readonly<Record<Fame, readonly [first: number, span: number]>> = {
  famous: [2, 40],
  classic: [6, 150],
  later: [30, 400],
};

export function shelve(item: Item, fame: Fame): ShelfItem {
  const random = createRandom(mix(item.itemId, 77));
  const [first, span] = RANKS[fame];
  const rank = first + random.next() * span;
  const isSold =
    item.itemStatus === '판매중' || item.itemStatus === '예약판매' || item.itemStatus === '일시품절';
  return {
    itemId: item.itemId,
    sectionId: (item.categoryIds[0] ?? '').slice(0, 6),
    salePrice: item.salePrice,
    deal: item.deal,
    fromDay: kstDayOf(item.registeredAtMs),
    publishDay: parseKstDay(item.publishDate) ?? 0,
    popularity: rank ** -0.95 * (isSold ? 1 : 0.03),
    appeal: random.below(APPEALS.length),
  };
}

const LEANINGS = [-2, -1, 0, 0, 1, 2];
const FOCUSES = [null, null, 0, 1, 2, 3, 4, 5];

/** Whom items appeal to: for each leaning to one sex and focus on one age, a factor per buyer cell. */
export const APPEALS: readonly (readonly number[])[] = LEANINGS.flatMap((leaning) =>
  FOCUSES.map((focus) =>
    BUYER_CELLS.map((cell, place) => {
      const bySex = 1.35 ** (cell.sex === 'F' ? leaning : -leaning);
      const byAge = focus === null ? 1 : 0.6 + 1.2 * 0.45 ** Math.abs((place % 6) - focus);
      return bySex * byAge;
    }),
  ),
);

/**
 * How much an item is in demand in a month that ends on `lastDay`: popularity, its age, and the ups and downs
 * of the day. 0 before it can be ordered.
 */
export function demandIn(item: ShelfItem, month: number, lastDay: KstDay): number {
  if (item.fromDay > lastDay) return 0;
  const swing = 0.55 + (mix(item.itemId, month) / 4_294_967_296) ** 2 * 1.6;
  return item.popularity * swing * freshness(item, lastDay);
}

function freshness(item: ShelfItem, lastDay: KstDay): number {
  const ageDays = lastDay - item.publishDay;
  if (ageDays < 0) return 1.5;
  if (ageDays < 100) return 4 - ageDays / 50;
  return ageDays < 400 ? 1.4 : 1.1;
}

export function priceOn(item: ShelfItem, day: KstDay): number {
  const { deal } = item;
  return deal !== null && day >= deal.from && day <= deal.until ? deal.salePrice : item.salePrice;
}
