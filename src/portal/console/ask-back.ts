import { dealDoubt } from '../../catalog/deal-price.ts';
import type { OverridableItem } from '../../catalog/item-overrides.ts';
import { kstDayOf } from '../../clock.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { itemFields } from '../../pages/page-views.ts';
import { NO_FILTER, SearchUnavailableError } from '../../search/search-index.ts';
import { numberToConfirm, SEARCH_DAYS, searchesWith } from '../../search/term-reach.ts';
import { PortalError } from '../failures.ts';
import type { PortalServices } from '../services.ts';

/** Asks for the price to be typed when it is below half the list price or against a fixed price. Throws CONFIRM_NUMBER. */
export async function confirmDeal(
  item: OverridableItem,
  salePrice: number,
  typed: string | undefined,
  { catalog, links }: PortalServices,
): Promise<void> {
  const [stored] = await catalog.findItems([item.itemId]);
  const fixedBookPriceYn = stored ? (itemFields(stored, links).fixedBookPriceYn ?? 'N') : 'N';
  const doubt = dealDoubt(salePrice, { shopPrice: item.shopPrice, fixedBookPriceYn });
  const percent = Math.round((salePrice / item.shopPrice) * 100);
  if (doubt === 'fixedPrice')
    confirmNumber(salePrice, typed, message('input.fixedPrice', { salePrice, percent }));
  else if (doubt === 'low')
    confirmNumber(salePrice, typed, message('input.lowPrice', { salePrice, percent }));
}

/** Asks for the number to be typed when a blocked term would hide a lot. Throws CONFIRM_NUMBER. */
export async function confirmTerm(
  term: string,
  typed: string | undefined,
  services: PortalServices,
): Promise<void> {
  const { searchTerms, catalog, clock } = services;
  const fromDay = kstDayOf(clock.nowMs()) - SEARCH_DAYS + 1;
  const searches = searchesWith(term, await searchTerms.listQueryCounts(fromDay));
  const products = await countProducts(term, services);
  const ofAll = await catalog.countItems();
  const number = numberToConfirm({ searches, products, ofAll });
  if (number === null) return;
  confirmNumber(number, typed, message('input.termReach', { products, ofAll, searches, days: SEARCH_DAYS }));
}

async function countProducts(term: string, { search }: PortalServices): Promise<number> {
  try {
    const found = await search.search({
      query: term,
      category: 'ALL',
      sort: 'DEFAULT',
      target: 'all',
      filter: NO_FILTER,
      correct: false,
      offset: 0,
      limit: 1,
    });
    return found.totalCount;
  } catch (error) {
    if (error instanceof SearchUnavailableError) throw new PortalError('UNAVAILABLE');
    throw error;
  }
}

function confirmNumber(number: number, typed: string | undefined, detail: Texts): void {
  if (typed !== String(number)) throw new PortalError('CONFIRM_NUMBER', { confirm: String(number), detail });
}
