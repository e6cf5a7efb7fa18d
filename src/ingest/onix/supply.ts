import { ITEM_STATUSES } from '../../catalog/item.ts';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten } from '../feed-record.ts';
import { readPrice } from '../table/cell-value.ts';
import {
  type Above,
  blockOf,
  CODES,
  childOf,
  childrenOf,
  dateOf,
  given,
  type OnixNode,
  ofCodes,
  textOf,
} from './onix-node.ts';

export interface Shop {
  readonly currency: string;
  /** The day of the import, yyyyMMdd. */
  readonly today: string;
}

interface Context extends Shop, Pick<Above, 'header'> {
  warn(element: string, reason: Reason): void;
}

const NAMED_MAX = 5;

/** Price and sales status (docs/feeds.md#onix-prices-and-status). Fields in `onlyIfNew` don't change known items. */
export function supplyFields(product: OnixNode, context: Context) {
  const offers = [product, ...childrenOf(product, 'ProductSupply')].flatMap((supply) => {
    const markets = childrenOf(supply, 'Market');
    const published = textOf(childOf(supply, 'MarketPublishingDetail'), 'MarketPublishingStatus');
    return childrenOf(supply, 'SupplyDetail').map((detail) =>
      readOffer(detail, markets.length > 0 ? markets : [detail], published, context),
    );
  });
  const price = priceFields(offers, context);
  const status = statusFields(blockOf(product, 'PublishingDetail'), offers, context);
  return {
    fields: given({ ...price.fields, ...status.fields }),
    onlyIfNew: [...price.onlyIfNew, ...status.onlyIfNew],
  };
}

type Offer = ReturnType<typeof readOffer>;
type Price = ReturnType<typeof readPriceOffer>;

function readOffer(detail: OnixNode, markets: readonly OnixNode[], published: string, context: Context) {
  const reach = Math.max(...markets.map((node) => reachOf(node, context.currency)));
  const territory = markets.slice(0, NAMED_MAX).map(territoryIn).join(' ');
  const unpricedIn = (node: OnixNode) => textOf(node, 'UnpricedItemType');
  const nodes = childrenOf(detail, 'Price');
  const prices = nodes
    .filter((node) => unpricedIn(node) === '')
    .map((node) => {
      const ofPrice = reachOf(node, context.currency);
      const isOfMarket = ofPrice === REACH.unstated || reach === REACH.foreign;
      return readPriceOffer(node, isOfMarket ? reach : ofPrice, territory, context);
    });
  return {
    ...{ reach, territory, prices, published },
    unpriced: [detail, ...nodes].map(unpricedIn).find((code) => code !== ''),
    /** The highest rank wins: a supplier in a closer market, then a supplier with a price for the shop. */
    rank: 2 * reach + Number(prices.some(({ foreign }) => foreign === undefined)),
    status:
      CODES.statusByAvailability.get(textOf(detail, 'ProductAvailability')) ??
      CODES.statusByOldAvailability.get(textOf(detail, 'AvailabilityCode')),
  };
}

/** Terms of a price for a single copy and any customer. Other prices are for libraries, rentals and the like. */
const OUR_TERMS: ReadonlyMap<string, RegExp> = new Map([
  ['PriceQualifier', /^(?:00|05)?$/],
  ['MinimumOrderQuantity', /^0*1?$/],
  ['PricePer', /^(?:00)?$/],
  ['PriceConditionType', /^(?:0[0-3])?$/],
  ['ClassOfTrade', /^(?:gen.*|trade|retail|consumer)?$/i],
]);
const OFFERS: readonly string[] = ['08', '17'];
const AMOUNT_CHARS_MAX = 40;
const NEVER = '99999999';

function readPriceOffer(node: OnixNode, reach: number, market: string, context: Context) {
  const { header, currency: ours, today } = context;
  const typeNames = ['PriceType', 'PriceTypeCode'];
  const type = textOf(node, ...typeNames) || textOf(header, ...typeNames.map((name) => `Default${name}`));
  const currency = textOf(node, 'CurrencyCode') || textOf(header, 'DefaultCurrencyCode') || ours;
  const written = textOf(node, 'PriceAmount');
  const { price } = readPrice(written.slice(0, AMOUNT_CHARS_MAX), ours);
  const amount = written.length > AMOUNT_CHARS_MAX ? 0 : Math.round((price ?? 0) * 100) / 100;
  const { from, until } = daysOf(node);
  const qualifier = textOf(node, 'PriceQualifier');
  const isOffer = OFFERS.includes(qualifier) && (from !== '' || until !== NEVER);
  const term = [node, ...childrenOf(node, 'PriceCondition')]
    .flatMap(({ children }) => children)
    .filter(({ name }) => !isOffer || name !== 'PriceQualifier')
    .find(({ name, text }) => OUR_TERMS.get(name)?.test(text.trim()) === false);
  const foreign = [
    currency !== ours && `CurrencyCode ${currency}`,
    reach === REACH.foreign && `Territory ${territoryIn(node) || market}`,
    term !== undefined && `${term.name} ${term.text.trim()}`,
    type !== '' && !CODES.priceTypes.includes(type) && `PriceType ${type}`,
    amount <= 0 && 'PriceAmount',
    until < today && `PriceDate -${until}`,
  ].find((one) => one !== false);
  return {
    ...{ type, amount, from, until },
    /** The price, and the reason why the shop can't use it; undefined for a usable price. */
    foreign: foreign && `${shorten(written)} ${currency} (${shorten(foreign)})`,
    /** Sort keys for several prices, the lowest first. */
    ranks: [
      -reach,
      isOffer ? 0 : qualifier === '05' ? 1 : 2,
      type === '' ? CODES.priceTypes.length : CODES.priceTypes.indexOf(type),
      childrenOf(node, 'BatchBonus').length,
      textOf(node, 'PriceStatus') === '01' ? 1 : 0,
    ],
  };
}

/** The first and the last day of a price, as yyyyMMdd. */
function daysOf(node: OnixNode) {
  const ofRole = (role: string) => ofCodes(childrenOf(node, 'PriceDate'), 'PriceDateRole', role)[0];
  const dayOf = (role: string, old: string) => {
    const date = dateOf(ofRole(role)) ?? dateOf(node, old) ?? '';
    return /^\d{4,8}$/.exec(date.replaceAll('-', ''))?.[0] ?? '';
  };
  const [, first, last] = /^(\d{8})(\d{8})/.exec(textOf(ofRole('24'), 'Date')) ?? [];
  return {
    from: first ?? dayOf('14', 'PriceEffectiveFrom'),
    until: (last ?? dayOf('15', 'PriceEffectiveUntil')).padEnd(8, '9'),
  };
}

/** Sorts the better price first. With equal ranks, a price that begins later or ends earlier is a special offer. */
function byRank(a: Price, b: Price): number {
  const differing = a.ranks.map((rank, at) => rank - (b.ranks[at] ?? 0)).find((one) => one !== 0);
  return differing ?? (b.from.localeCompare(a.from) || a.until.localeCompare(b.until));
}

const PRICE_FIELDS = ['shopPrice', 'salePrice', 'fixedBookPriceYn'];

function priceFields(offers: readonly Offer[], { currency, today, warn }: Context) {
  const prices = offers.flatMap((offer) => offer.prices);
  const ours = prices.filter(({ foreign }) => foreign === undefined);
  const holding = ours.filter(({ from }) => from <= today);
  // If no price is valid yet, a new item gets the next future price.
  const [next = ''] = ours.map(({ from }) => from).sort();
  const candidates = holding.length > 0 ? holding : ours.filter(({ from }) => from === next);
  const [price, other] = candidates.sort(byRank);
  if (price !== undefined) {
    if (other !== undefined && byRank(price, other) === 0 && price.amount !== other.amount)
      warn('Price', message('feeds.severalPrices', { taken: price.amount, other: other.amount }));
    const fixedBookPriceYn = CODES.fixedPriceTypes.has(price.type) ? 'Y' : 'N';
    const fields = { shopPrice: price.amount, fixedBookPriceYn };
    return { fields, onlyIfNew: holding.length > 0 ? [] : PRICE_FIELDS };
  }
  const others = [...new Set(prices.flatMap(({ foreign }) => foreign ?? []))].slice(0, NAMED_MAX).join(', ');
  if (others !== '') warn('Price', message('feeds.otherPrices', { given: others, currency }));
  const here = offers.filter(({ reach }) => reach !== REACH.foreign);
  const code = here.map(({ unpriced }) => unpriced).find((one) => one !== undefined);
  if (code !== undefined) warn('UnpricedItemType', message('feeds.unpriced', { code: shorten(code) }));
  // Free of charge (code list 57)
  if (code === '01') return { fields: { shopPrice: 0 }, onlyIfNew: [] };
  return { fields: {}, onlyIfNew: PRICE_FIELDS };
}

function statusFields(block: OnixNode, offers: readonly Offer[], { currency, warn }: Context) {
  const here = offers.filter(({ reach }) => reach !== REACH.foreign).sort((a, b) => b.reach - a.reach);
  const rights = here[0]?.reach === REACH.own ? '' : forbiddingRights(block, currency);
  if (rights !== '' || (offers.length > 0 && here.length === 0)) {
    const markets = offers.slice(0, NAMED_MAX).map(({ territory }) => territory);
    const given = shorten(rights || markets.join(', '));
    warn(rights === '' ? 'Market' : 'SalesRights', message('feeds.notSoldHere', { given }));
    return { fields: { itemStatus: '판매중지' }, onlyIfNew: rights === '' ? ['itemStatus'] : [] };
  }
  const rankOf = ({ status }: Offer) => ITEM_STATUSES.indexOf(status ?? '');
  const [best] = here
    .filter(({ status }) => status !== undefined)
    .sort((a, b) => b.rank - a.rank || rankOf(a) - rankOf(b));
  const codes = [...here.map(({ published }) => published), textOf(block, 'PublishingStatus')];
  const published = codes.map((code) => CODES.statusByPublishing.get(code)).find((one) => one !== undefined);
  return { fields: { itemStatus: best?.status ?? published }, onlyIfNew: [] };
}

/** The sales rights (code list 46) that forbid selling in the shop's country; empty for the euro, which has many countries. */
function forbiddingRights(block: OnixNode, currency: string): string {
  if (currency === 'EUR') return '';
  const nodes = [...childrenOf(block, 'SalesRights'), ...childrenOf(block, 'NotForSale')];
  const [closest = { rights: `${textOf(block, 'ROWSalesRightsType')} ROW` }] = nodes
    .map((node) => {
      const type = node.name === 'NotForSale' ? '03' : textOf(node, 'SalesRightsType');
      return { reach: reachOf(node, currency), rights: `${type} ${territoryIn(node)}` };
    })
    .filter(({ reach }) => reach > REACH.unstated)
    .sort((a, b) => b.reach - a.reach);
  return /^0[3-6] /.test(closest.rights) ? closest.rights : '';
}

/** The countries of the euro area (code list 91), and the code of the area itself (49). */
const EURO_AREA = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK ECZ'.split(' ');

const INCLUDED = new Set(
  `CountriesIncluded RegionsIncluded CountryCode Territory SupplyToCountry SupplyToTerritory SupplyToRegion MarketCountry
  MarketTerritory RightsCountry RightsTerritory RightsRegion`.split(/\s+/),
);
const EXCLUDED = new Set(
  `CountriesExcluded RegionsExcluded CountryExcluded TerritoryExcluded SupplyToCountryExcluded
  MarketCountryExcluded`.split(/\s+/),
);
/** 000 is the world in older code lists (47, 52). */
const WORLD = ['WORLD', 'ROW', '000'];

const REACH = { foreign: 0, unstated: 1, world: 2, own: 3 } as const;

/** The first two letters of a currency are its country, except for the euro. A part of a country doesn't count. */
function reachOf(node: OnixNode, currency: string): number {
  const countries = currency === 'EUR' ? EURO_AREA : [currency.slice(0, 2)];
  const excluded = codesIn(node, EXCLUDED);
  if (countries.every((country) => country === 'ECZ' || excluded.includes(country))) return REACH.foreign;
  const included = codesIn(node, INCLUDED);
  if (included.some((code) => countries.includes(code))) return REACH.own;
  if (included.length === 0) return excluded.length === 0 ? REACH.unstated : REACH.world;
  return included.some((code) => WORLD.includes(code)) ? REACH.world : REACH.foreign;
}

function territoryIn(node: OnixNode): string {
  return [...codesIn(node, INCLUDED), ...codesIn(node, EXCLUDED).map((code) => `-${code}`)].join(' ');
}

/** `Territory` has elements in ONIX 3.0, and codes in ONIX 2.1. */
function codesIn(node: OnixNode, elements: ReadonlySet<string>): string[] {
  const inside = node.children.filter(({ name }) => name === 'Territory');
  return [...node.children, ...inside.flatMap(({ children }) => children)]
    .filter(({ name }) => elements.has(name))
    .flatMap(({ text }) => text.trim().split(/\s+/))
    .filter((code) => code !== '');
}
