import { dealDoubt } from '../../catalog/deal-price.ts';
import type { OverridableItem } from '../../catalog/item-overrides.ts';
import { kstDayOf } from '../../clock.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { numberToConfirm, SEARCH_DAYS, searchesWith } from '../../search/term-reach.ts';
import { PortalError } from '../failures.ts';
import { searchPlainly } from '../plain-search.ts';
import type { PortalServices } from '../services.ts';

/** Asks for the price to be typed when it is below half the list price or against a fixed price. Throws CONFIRM_NUMBER. */
export function confirmDeal(item: OverridableItem, salePrice: number, typed: string | undefined): void {
  const doubt = dealDoubt(salePrice, item);
  const percent = Math.round((salePrice / item.shopPrice) * 100);
  if (doubt === 'fixedPrice')
    confirmNumber(salePrice, typed, message('input.fixedPrice', { salePrice, percent }));
  else if (doubt === 'low')
    confirmNumber(salePrice, typed, message('input.lowPrice', { salePrice, percent }));
}

/** Prices that change by more than this factor are more often typing errors; brakes of feeds say so, too. */
const JUMP = 2;

/** Asks for the selling price to be typed when it would be above the list price, or jump. Throws CONFIRM_NUMBER. */
export function confirmPrice(before: Prices, after: Prices, typed: string | undefined): void {
  const { shopPrice, salePrice } = after;
  const jumps = (from: number, to: number) => from > 0 && (to > from * JUMP || to * JUMP < from);
  if (jumps(before.shopPrice, shopPrice) || jumps(before.salePrice, salePrice)) {
    const from = `${before.shopPrice} / ${before.salePrice}`;
    confirmNumber(salePrice, typed, message('input.priceJump', { from, to: `${shopPrice} / ${salePrice}` }));
  } else if (shopPrice > 0 && salePrice > shopPrice && salePrice !== before.salePrice)
    confirmNumber(salePrice, typed, message('input.aboveList', { salePrice, shopPrice }));
}

type Prices = Pick<OverridableItem, 'shopPrice' | 'salePrice'>;

/** Asks for the number to be typed when a blocked term would hide a lot. Throws CONFIRM_NUMBER. */
export async function confirmTerm(
  term: string,
  typed: string | undefined,
  services: PortalServices,
): Promise<void> {
  const { searchTerms, catalog, clock } = services;
  const fromDay = kstDayOf(clock.nowMs()) - SEARCH_DAYS + 1;
  const searches = searchesWith(term, await searchTerms.listQueryCounts(fromDay));
  const { totalCount: products } = await searchPlainly(term, 1, services);
  const ofAll = await catalog.countItems();
  const number = numberToConfirm({ searches, products, ofAll });
  if (number === null) return;
  confirmNumber(number, typed, message('input.termReach', { products, ofAll, searches, days: SEARCH_DAYS }));
}

/** Asks for a number to be typed. Throws CONFIRM_NUMBER. */
export function confirmNumber(number: number, typed: string | undefined, detail: Texts): void {
  if (typed !== String(number)) throw new PortalError('CONFIRM_NUMBER', { confirm: String(number), detail });
}
