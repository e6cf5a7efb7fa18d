import { type Catalog, type Deal, IN_STOCK_STATUS, type Item } from '../../catalog/item.ts';
import type { KstDay } from '../../clock.ts';

/** What filters and orders need to know about an item besides its words. */
export interface DocFigures {
  readonly catalog: Catalog;
  /** Null when unknown. */
  readonly publishDay: KstDay | null;
  readonly registeredAtMs: number;
  /** Sales index, 0 before the first sale. */
  readonly salePoint: number;
  /** Selling price outside of deals, won; null when the item has none. */
  readonly price: number | null;
  readonly deal: Deal | null;
  /** On sale and in stock. */
  readonly inStock: boolean;
  readonly withheld: boolean;
}

/** What search needs from a row of the catalogue. */
export interface ItemFacts
  extends Pick<
    Item,
    'catalog' | 'registeredAtMs' | 'shopPrice' | 'salePrice' | 'deal' | 'itemStatus' | 'withheld'
  > {
  readonly publishDay: KstDay | null;
  readonly salePoint: number;
}

/** A list price and a selling price of 0 mean that the feed gave none; a free item has a list price. */
export function docFigures(facts: ItemFacts): DocFigures {
  const { catalog, publishDay, registeredAtMs, salePoint, deal, withheld } = facts;
  return {
    catalog,
    publishDay,
    registeredAtMs,
    salePoint,
    price: facts.shopPrice === 0 && facts.salePrice === 0 ? null : facts.salePrice,
    deal,
    inStock: facts.itemStatus === IN_STOCK_STATUS,
    withheld,
  };
}
