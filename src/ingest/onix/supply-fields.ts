import { message } from '../../messages/messages.ts';
import {
  FIXED_PRICE_TYPES,
  PRICE_TYPES,
  STATUS_BY_AVAILABILITY,
  STATUS_BY_OLD_AVAILABILITY,
  STATUS_BY_PUBLISHING,
} from './code-lists.ts';
import { onixDate } from './onix-date.ts';
import { childOf, childrenOf, type ElementFault, type OnixNode, textOf } from './onix-node.ts';

/**
 * Price and sales status of a product. Of several prices the one in the shop's currency that holds today is taken,
 * the fixed retail price with tax before the others. Prices in other currencies are left out with a warning.
 */
export function supplyFields(
  product: OnixNode,
  { currency, today }: { readonly currency: string; readonly today: string },
  warnings: ElementFault[],
): Record<string, unknown> {
  const details = [product, ...childrenOf(product, 'ProductSupply')].flatMap((one) =>
    childrenOf(one, 'SupplyDetail'),
  );
  const prices = details.flatMap((detail) => childrenOf(detail, 'Price')).map(readPrice);
  const known = prices.filter((price) => price !== null);
  const ours = known.filter((price) => price.currency === currency || price.currency === '');
  if (ours.length === 0 && known.length > 0) warnings.push(foreignPrices(known, currency));
  const price = ours.filter((one) => one.from <= today && today <= one.until).sort(byKind)[0];
  return {
    ...(price === undefined
      ? {}
      : { shopPrice: price.amount, fixedBookPriceYn: FIXED_PRICE_TYPES.has(price.type) ? 'Y' : 'N' }),
    ...statusField(product, details),
  };
}

interface Price {
  readonly type: string;
  readonly amount: number;
  readonly currency: string;
  /** First and last day, yyyyMMdd. */
  readonly from: string;
  readonly until: string;
}

/** Null for "unpriced" and for amounts that are none. */
function readPrice(node: OnixNode): Price | null {
  const written = textOf(node, 'PriceAmount');
  if (!/^\d{1,12}(\.\d+)?$/.test(written)) return null;
  const dayOf = (roles: readonly string[], old: string) => {
    const dated = childrenOf(node, 'PriceDate').find((one) => roles.includes(textOf(one, 'PriceDateRole')));
    const date =
      onixDate(childOf(dated ?? null, 'Date'), textOf(dated ?? null, 'DateFormat')) ??
      onixDate(childOf(node, old), '');
    return date?.replaceAll('-', '') ?? '';
  };
  return {
    type: textOf(node, 'PriceType', 'PriceTypeCode'),
    amount: Math.round(Number(written) * 100) / 100,
    currency: textOf(node, 'CurrencyCode'),
    from: dayOf(['14', '24'], 'PriceEffectiveFrom'),
    until: dayOf(['15', '25'], 'PriceEffectiveUntil').padEnd(8, '9'),
  };
}

/** The better kind first; of equal kinds the one for a shorter time, which is how ONIX states an offer. */
function byKind(a: Price, b: Price): number {
  const rank = ({ type }: Price) => {
    const at = (PRICE_TYPES as readonly string[]).indexOf(type);
    return at === -1 ? PRICE_TYPES.length : at;
  };
  return rank(a) - rank(b) || b.from.localeCompare(a.from) || a.until.localeCompare(b.until);
}

function foreignPrices(prices: readonly Price[], currency: string): ElementFault {
  const given = [...new Set(prices.map((price) => price.currency))].slice(0, 5).join(', ');
  return { element: 'Price', reason: message('feeds.otherCurrency', { given, currency }) };
}

function statusField(product: OnixNode, details: readonly OnixNode[]): Record<string, unknown> {
  for (const detail of details) {
    const status =
      STATUS_BY_AVAILABILITY.get(textOf(detail, 'ProductAvailability')) ??
      STATUS_BY_OLD_AVAILABILITY.get(textOf(detail, 'AvailabilityCode'));
    if (status !== undefined) return { itemStatus: status };
  }
  const publishing = childOf(product, 'PublishingDetail') ?? product;
  const status = STATUS_BY_PUBLISHING.get(textOf(publishing, 'PublishingStatus'));
  return status === undefined ? {} : { itemStatus: status };
}
