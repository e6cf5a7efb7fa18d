import type { Item } from '../catalog/item.ts';
import { isWithin, ON_SALE_STATUSES } from '../catalog/item.ts';
import { type KstDay, kstDayOf } from '../clock.ts';
import { NEW_PRODUCT_SORTS, type NewProductSort } from './edition.ts';
import type { RankCatalog } from './rank-catalog.ts';
import { type CellLists, layOutEntrants, listByScore, listInOrder } from './ranked-lists.ts';

/** What lists of deals and new products need to know about an item that isn't withheld. */
export interface ShopItem
  extends Pick<
    Item,
    'itemId' | 'title' | 'registeredAtMs' | 'shopPrice' | 'salePrice' | 'deal' | 'attention' | 'itemStatus'
  > {
  readonly publishDay: KstDay | null;
}

/** Days since which an item may be of interest to those lists; a deal or attention window is when it covers one. */
export interface ShopItemsSince {
  readonly registeredDay: KstDay;
  readonly publishDay: KstDay;
  readonly windowFrom: KstDay;
  readonly windowUntil: KstDay;
}

/**
 * A featured new item that no editor chose was published this recently and sold this much
 * (docs/lists.md#featured-new-products).
 */
const ATTENTION_PUBLISHED_DAYS = 60;
const ATTENTION_COPIES_MIN = 10;

/** One state of the shop. Numbers by item have one for each item of the catalogue. */
export interface Offers {
  readonly catalog: RankCatalog;
  /** All items that the lists of `today` and the day before may hold, and any others. */
  readonly shopItems: readonly ShopItem[];
  readonly today: KstDay;
  /** Days for which an item is new after its registration. */
  readonly newDays: number;
  /** Counted copies of the last seven days counted. */
  readonly weekCopies: Float64Array;
  /** 0 = none. */
  readonly salePoints: Float64Array;
}

/** What `shopItems` must at least hold. */
export function shopItemsSince(today: KstDay, newDays: number): ShopItemsSince {
  return {
    registeredDay: today - newDays,
    publishDay: today - ATTENTION_PUBLISHED_DAYS,
    windowFrom: today - 1,
    windowUntil: today,
  };
}

/** Items in a deal below list price, most copies of the week first; items without a sale are listed too. */
export function listDeals({
  catalog,
  shopItems,
  today,
  weekCopies,
}: Pick<Offers, 'catalog' | 'shopItems' | 'today' | 'weekCopies'>): CellLists {
  const items = shopItems
    .filter(({ deal, shopPrice }) => deal !== null && isWithin(deal, today) && deal.salePrice < shopPrice)
    .map(({ itemId }) => catalog.findItem(itemId))
    .filter((item) => item >= 0 && catalog.withheld[item] !== 1);
  return listByScore(catalog, Int32Array.from(items).sort(), weekCopies, { scoreMin: 0 });
}

/** Items on sale that were registered recently, in each order of NEW_PRODUCT_SORTS. */
export function listNewProducts(offers: Offers): CellLists[] {
  const { today, newDays } = offers;
  return listBySorts(offers, ({ registeredAtMs, itemStatus }) => {
    const days = today - kstDayOf(registeredAtMs);
    return days >= 0 && days <= newDays && ON_SALE_STATUSES.includes(itemStatus);
  });
}

/** Items that an editor features, or that are recent and sell well, in each order of NEW_PRODUCT_SORTS. */
export function listAttentionNew(offers: Offers): CellLists[] {
  const { today, weekCopies } = offers;
  return listBySorts(offers, ({ attention, publishDay }, item) => {
    if (attention !== null && isWithin(attention, today)) return true;
    const isLately = publishDay !== null && publishDay >= today - ATTENTION_PUBLISHED_DAYS;
    return isLately && (weekCopies[item] ?? 0) >= ATTENTION_COPIES_MIN;
  });
}

/** An item with what its sorts compare. */
interface Candidate {
  readonly shopItem: ShopItem;
  /** Index in the RankCatalog. */
  readonly item: number;
  readonly salePoint: number;
  /** The price that answers show: the deal's while it lasts. */
  readonly price: number;
}

function listBySorts(
  { catalog, shopItems, today, salePoints }: Offers,
  isEligible: (shopItem: ShopItem, item: number) => boolean,
): CellLists[] {
  const candidates: Candidate[] = [];
  for (const shopItem of shopItems) {
    const { itemId, deal, salePrice } = shopItem;
    const item = catalog.findItem(itemId);
    if (item < 0 || catalog.withheld[item] === 1 || !isEligible(shopItem, item)) continue;
    const price = deal !== null && isWithin(deal, today) ? deal.salePrice : salePrice;
    candidates.push({ shopItem, item, salePoint: salePoints[item] ?? 0, price });
  }
  const entrants = layOutEntrants(
    catalog,
    Int32Array.from(candidates, ({ item }) => item),
  );
  return NEW_PRODUCT_SORTS.map((sort) => {
    const compare = COMPARE[sort];
    const order = [...candidates.entries()]
      .sort(([, a], [, b]) => compare(a, b) || a.shopItem.itemId - b.shopItem.itemId)
      .map(([at]) => at);
    return listInOrder(entrants, Int32Array.from(order));
  });
}

const collator = new Intl.Collator('ko');

const COMPARE: Readonly<Record<NewProductSort, (a: Candidate, b: Candidate) => number>> = {
  RegDate: (a, b) => b.shopItem.registeredAtMs - a.shopItem.registeredAtMs,
  Sales: (a, b) => b.salePoint - a.salePoint,
  New: (a, b) => publishedOn(b) - publishedOn(a),
  LowPrice: (a, b) => a.price - b.price,
  HighPrice: (a, b) => b.price - a.price,
  Name: (a, b) => collator.compare(a.shopItem.title, b.shopItem.title),
};

/** The day of publication, unknown before any known one. */
function publishedOn({ shopItem }: Candidate): KstDay {
  return shopItem.publishDay ?? Number.MIN_SAFE_INTEGER;
}
