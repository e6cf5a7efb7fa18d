import { ITEM_STATUSES } from '../../catalog/item.ts';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten } from '../reason.ts';
import { readPrice } from '../table/price-text.ts';
import {
  FIXED_PRICE_TYPES,
  OFFER_QUALIFIERS,
  OUR_TERMS,
  PRICE_TYPES,
  STATUS_BY_AVAILABILITY,
  STATUS_BY_OLD_AVAILABILITY,
  STATUS_BY_PUBLISHING,
} from './code-lists.ts';
import {
  type Above,
  childOf,
  childrenOf,
  dateOf,
  given,
  type OnixNode,
  ofCodes,
  textOf,
} from './onix-node.ts';
import { countriesOf, REACH, reachOf, territoryIn } from './territory.ts';

/** What decides which of several prices and markets are the shop's. */
export interface Shop {
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  /** The day of the import, yyyyMMdd. */
  readonly today: string;
}

interface Context extends Shop, Pick<Above, 'header'> {
  warn(element: string, reason: Reason): void;
}

/**
 * Price and sales status of a product, by docs/feeds.md#onix-prices-and-status. A known item keeps the fields in `kept`, because the
 * product says nothing that holds here and now.
 */
export function supplyFields(product: OnixNode, context: Context) {
  const countries = countriesOf(context.currency);
  const offers = [product, ...childrenOf(product, 'ProductSupply')].flatMap((supply) => {
    const markets = childrenOf(supply, 'Market');
    const market = markets.length > 0 ? marketIn(markets, countries) : null;
    const publishingStatus = textOf(childOf(supply, 'MarketPublishingDetail'), 'MarketPublishingStatus');
    return childrenOf(supply, 'SupplyDetail').map((detail) => ({
      ...readOffer(detail, market ?? marketIn([detail], countries), countries, context),
      publishingStatus,
    }));
  });
  const price = priceFields(offers, context);
  const status = statusFields(product, offers, countries, context);
  return { fields: given({ ...price.fields, ...status.fields }), kept: [...price.kept, ...status.kept] };
}

type Offer = ReturnType<typeof readOffer> & { readonly publishingStatus: string };
type Price = ReturnType<typeof readPriceOffer>;

/** Prices and markets that a report names. */
const NAMED_MAX = 5;

/** The closest of several territories, and what they are called. */
function marketIn(nodes: readonly OnixNode[], countries: readonly string[]) {
  const reach = nodes.reduce<number>((most, node) => Math.max(most, reachOf(node, countries)), REACH.foreign);
  return { reach, territory: nodes.slice(0, NAMED_MAX).map(territoryIn).join(' ') };
}

/** What one supplier says for one market: that of the `<ProductSupply>` or, in ONIX 2.1, its own. */
function readOffer(
  detail: OnixNode,
  market: ReturnType<typeof marketIn>,
  countries: readonly string[],
  context: Context,
) {
  const unpricedIn = (node: OnixNode) => textOf(node, 'UnpricedItemType');
  const nodes = childrenOf(detail, 'Price');
  const prices = nodes.flatMap((node) => {
    if (unpricedIn(node) !== '') return [];
    const ofPrice = reachOf(node, countries);
    const isOfMarket = ofPrice === REACH.unsaid || market.reach === REACH.foreign;
    return readPriceOffer(node, isOfMarket ? market.reach : ofPrice, market.territory, context);
  });
  return {
    ...{ ...market, prices },
    unpriced: [detail, ...nodes].map(unpricedIn).find((code) => code !== ''),
    /** Suppliers in closer markets come before others, those with the shop's price first. */
    rank: 2 * market.reach + Number(prices.some(({ foreign }) => foreign === undefined)),
    status:
      STATUS_BY_AVAILABILITY.get(textOf(detail, 'ProductAvailability')) ??
      STATUS_BY_OLD_AVAILABILITY.get(textOf(detail, 'AvailabilityCode')),
  };
}

function readPriceOffer(
  node: OnixNode,
  reach: number,
  market: string,
  { header, currency: ours, today }: Context,
) {
  const typeNames = ['PriceType', 'PriceTypeCode'];
  const type = textOf(node, ...typeNames) || textOf(header, ...typeNames.map((name) => `Default${name}`));
  const currency = textOf(node, 'CurrencyCode') || textOf(header, 'DefaultCurrencyCode') || ours;
  const written = textOf(node, 'PriceAmount');
  const read = written.length > AMOUNT_CHARS_MAX ? null : readPrice(written, ours);
  const amount = read !== null && 'price' in read ? Math.round(read.price * 100) / 100 : 0;
  const { from, until } = daysOf(node);
  const qualifier = textOf(node, 'PriceQualifier');
  const isOffer = OFFER_QUALIFIERS.has(qualifier) && (from !== '' || until !== NEVER);
  const term = [node, ...childrenOf(node, 'PriceCondition')]
    .flatMap(({ children }) => children)
    .filter(({ name }) => !isOffer || name !== 'PriceQualifier')
    .find(({ name, text }) => OUR_TERMS.get(name)?.test(text.trim()) === false);
  const foreign = [
    currency !== ours && `CurrencyCode ${currency}`,
    reach === REACH.foreign && `Territory ${territoryIn(node) || market}`,
    term !== undefined && `${term.name} ${term.text.trim()}`,
    type !== '' && !PRICE_TYPES.includes(type) && `PriceType ${type}`,
    amount <= 0 && 'PriceAmount',
    until < today && `PriceDate -${until}`,
  ].find((one) => one !== false);
  return {
    ...{ type, amount, from, until },
    /** Why it isn't the shop's, or undefined. */
    foreign: foreign && `${shorten(written)} ${currency} (${shorten(foreign)})`,
    /** What decides between several prices, the lowest first. */
    ranks: [
      -reach,
      isOffer ? 0 : qualifier === '05' ? 1 : 2,
      type === '' ? PRICE_TYPES.length : PRICE_TYPES.indexOf(type),
      childrenOf(node, 'BatchBonus').length,
      textOf(node, 'PriceStatus') === '01' ? 1 : 0,
    ],
  };
}

/** Longer texts are no price, whatever they hold. */
const AMOUNT_CHARS_MAX = 40;
const NEVER = '99999999';

/** The first and the last day of a price, yyyyMMdd. */
function daysOf(node: OnixNode) {
  const dates = childrenOf(node, 'PriceDate');
  const dayOf = (role: string, old: string) => {
    const date = dateOf(ofCodes(dates, 'PriceDateRole', [role])[0]) ?? dateOf(node, old) ?? '';
    return /^\d{4,8}$/.exec(date.replaceAll('-', ''))?.[0] ?? '';
  };
  // A date of role 24 holds both days.
  const span = textOf(ofCodes(dates, 'PriceDateRole', ['24'])[0], 'Date');
  const [, first, last] = /^(\d{8})(\d{8})/.exec(span) ?? [];
  return {
    from: first ?? dayOf('14', 'PriceEffectiveFrom'),
    until: (last ?? dayOf('15', 'PriceEffectiveUntil')).padEnd(8, '9'),
  };
}

/** The better one first; of equal ones the one for a shorter time, which is how ONIX states an offer. */
function byRank(a: Price, b: Price): number {
  const differing = a.ranks.map((rank, at) => rank - (b.ranks[at] ?? 0)).find((one) => one !== 0);
  return differing ?? (b.from.localeCompare(a.from) || a.until.localeCompare(b.until));
}

function priceFields(offers: readonly Offer[], { currency, today, warn }: Context) {
  const prices = offers.flatMap((offer) => offer.prices);
  const ours = prices.filter(({ foreign }) => foreign === undefined);
  const holding = ours.filter(({ from }) => from <= today);
  // Before publication the next price to come is better than none, unless the item has one.
  const [next = ''] = ours.map(({ from }) => from).sort();
  const candidates = holding.length > 0 ? holding : ours.filter(({ from }) => from === next);
  const [price, other] = candidates.sort(byRank);
  if (price !== undefined) {
    if (other !== undefined && byRank(price, other) === 0 && price.amount !== other.amount)
      warn('Price', message('feeds.severalPrices', { taken: price.amount, other: other.amount }));
    const fixedBookPriceYn = FIXED_PRICE_TYPES.has(price.type) ? 'Y' : 'N';
    return {
      fields: { shopPrice: price.amount, fixedBookPriceYn },
      kept: holding.length > 0 ? [] : PRICE_FIELDS,
    };
  }
  const others = [...new Set(prices.flatMap(({ foreign }) => foreign ?? []))].slice(0, NAMED_MAX).join(', ');
  if (others !== '') warn('Price', message('feeds.otherPrices', { given: others, currency }));
  const here = offers.filter(({ reach }) => reach !== REACH.foreign);
  const code = here.map(({ unpriced }) => unpriced).find((one) => one !== undefined);
  if (code !== undefined) warn('UnpricedItemType', message('feeds.unpriced', { code: shorten(code) }));
  return code === FREE ? { fields: { shopPrice: 0 }, kept: [] } : { fields: {}, kept: PRICE_FIELDS };
}

const PRICE_FIELDS = ['shopPrice', 'salePrice', 'fixedBookPriceYn'];
/** List 57: free of charge. */
const FREE = '01';

/**
 * The status where the shop is. Of several suppliers those of the closest market count, those with the shop's price before others, and
 * of these the one that can deliver.
 */
function statusFields(
  product: OnixNode,
  offers: readonly Offer[],
  countries: readonly string[],
  { warn }: Context,
) {
  const block = childOf(product, 'PublishingDetail') ?? product;
  const here = offers.filter(({ reach }) => reach !== REACH.foreign).sort((a, b) => b.reach - a.reach);
  const rights = here[0]?.reach === REACH.own ? '' : forbiddingRights(block, countries);
  if (rights !== '' || (offers.length > 0 && here.length === 0)) {
    const markets = offers.slice(0, NAMED_MAX).map(({ territory }) => territory);
    const given = shorten(rights || markets.join(', '));
    warn(rights === '' ? 'Market' : 'SalesRights', message('feeds.notSoldHere', { given }));
    return { fields: { itemStatus: '판매중지' }, kept: rights === '' ? ['itemStatus'] : [] };
  }
  const placeOf = ({ status }: Offer) => ITEM_STATUSES.indexOf(status ?? '');
  const [best] = here
    .filter(({ status }) => status !== undefined)
    .sort((a, b) => b.rank - a.rank || placeOf(a) - placeOf(b));
  const codes = [...here.map(({ publishingStatus }) => publishingStatus), textOf(block, 'PublishingStatus')];
  const published = codes.map((code) => STATUS_BY_PUBLISHING.get(code)).find((one) => one !== undefined);
  return { fields: { itemStatus: best?.status ?? published }, kept: [] };
}

/** The sales rights (list 46) that forbid the sale in the country; empty where none do, or where a currency has several countries. */
function forbiddingRights(block: OnixNode, countries: readonly string[]): string {
  if (countries.length > 1) return '';
  const nodes = [...childrenOf(block, 'SalesRights'), ...childrenOf(block, 'NotForSale')];
  const [closest = { rights: `${textOf(block, 'ROWSalesRightsType')} ROW` }] = nodes
    .map((node) => {
      const type = node.name === 'NotForSale' ? '03' : textOf(node, 'SalesRightsType');
      return { reach: reachOf(node, countries), rights: `${type} ${territoryIn(node)}` };
    })
    .filter(({ reach }) => reach > REACH.unsaid)
    .sort((a, b) => b.reach - a.reach);
  return /^0[3-6] /.test(closest.rights) ? closest.rights : '';
}
