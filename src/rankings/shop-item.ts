import type { Item } from '../catalog/item.ts';
import type { KstDay } from '../clock.ts';

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
