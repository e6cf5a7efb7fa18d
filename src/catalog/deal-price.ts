/** The share of the list price that the fixed-price law requires: 10 % off, and 5 % in other benefits. */
export const FIXED_PRICE_SHARE = 0.85;
/** Below this share of the list price, a deal is usually a typo. */
const LOW_SHARE = 0.5;

/** What makes a deal doubtful. Operators confirm such deals, and feeds get a warning (docs/feeds.md#warnings). */
export function dealDoubt(
  dealPrice: number,
  { shopPrice, fixedBookPriceYn }: { readonly shopPrice: number; readonly fixedBookPriceYn: string },
): 'aboveList' | 'fixedPrice' | 'low' | null {
  if (shopPrice <= 0) return null;
  if (dealPrice >= shopPrice) return 'aboveList';
  if (fixedBookPriceYn === 'Y' && dealPrice < shopPrice * FIXED_PRICE_SHARE) return 'fixedPrice';
  return dealPrice < shopPrice * LOW_SHARE ? 'low' : null;
}
