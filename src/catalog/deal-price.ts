/** What the fixed-price law leaves of the list price: 10 % off, and 5 % in other benefits. */
const FIXED_PRICE_SHARE = 0.85;
/** Below this share of the list price a deal is more often a typing error. */
const LOW_SHARE = 0.5;

/** What makes a deal doubtful; whoever decides on it confirms it, and a feed warns of it (docs/rules/feeds.md#warnings). */
export function dealDoubt(
  dealPrice: number,
  { shopPrice, fixedBookPriceYn }: { readonly shopPrice: number; readonly fixedBookPriceYn: string },
): 'aboveList' | 'fixedPrice' | 'low' | null {
  if (shopPrice <= 0) return null;
  if (dealPrice >= shopPrice) return 'aboveList';
  if (fixedBookPriceYn === 'Y' && dealPrice < shopPrice * FIXED_PRICE_SHARE) return 'fixedPrice';
  return dealPrice < shopPrice * LOW_SHARE ? 'low' : null;
}
