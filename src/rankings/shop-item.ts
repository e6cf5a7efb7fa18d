import type { DayWindow, Deal } from '../catalog/item.ts';
import type { KstDay } from '../clock.ts';

/** What lists of deals and new products need to know about an item that isn't withheld. */
export interface ShopItem {
  readonly itemId: number;
  readonly title: string;
  readonly publishDay: KstDay | null;
  readonly registeredAtMs: number;
  /** List price, won. */
  readonly shopPrice: number;
  /** Selling price outside of deals, won. */
  readonly salePrice: number;
  readonly deal: Deal | null;
  readonly attention: DayWindow | null;
  readonly itemStatus: string;
}

/** Days since which an item may be of interest to those lists; a deal or attention window is when it covers one. */
export interface ShopItemsSince {
  readonly registeredDay: KstDay;
  readonly publishDay: KstDay;
  readonly windowFrom: KstDay;
  readonly windowUntil: KstDay;
}
