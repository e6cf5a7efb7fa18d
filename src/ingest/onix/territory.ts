import type { OnixNode } from './onix-node.ts';

/** The countries (list 91) of the euro area, and its own code (list 49). */
const EURO_AREA = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK ECZ'.split(' ');

/** Elements that name countries or regions, those of ONIX 2.1 last. */
const INCLUDED = new Set(
  `CountriesIncluded RegionsIncluded CountryCode Territory SupplyToCountry SupplyToTerritory SupplyToRegion MarketCountry
  MarketTerritory RightsCountry RightsTerritory RightsRegion`.split(/\s+/),
);
const EXCLUDED = new Set(
  `CountriesExcluded RegionsExcluded CountryExcluded TerritoryExcluded SupplyToCountryExcluded
  MarketCountryExcluded`.split(/\s+/),
);
/** 000 is the world in the older lists of regions (47, 52). */
const WORLD = ['WORLD', 'ROW', '000'];

/** How closely a territory matches the shop's. */
export const REACH = { foreign: 0, unsaid: 1, world: 2, own: 3 } as const;

/**
 * How closely an element's territory matches the shop's country, which is derived from the currency's first two letters, except
 * for the euro. A part of a country doesn't count as the country.
 */
export function reachOf(node: OnixNode, currency: string): number {
  const countries = currency === 'EUR' ? EURO_AREA : [currency.slice(0, 2)];
  const excluded = codesIn(node, EXCLUDED);
  if (countries.every((country) => country === 'ECZ' || excluded.includes(country))) return REACH.foreign;
  const included = codesIn(node, INCLUDED);
  if (included.some((code) => countries.includes(code))) return REACH.own;
  if (included.length === 0) return excluded.length === 0 ? REACH.unsaid : REACH.world;
  return included.some((code) => WORLD.includes(code)) ? REACH.world : REACH.foreign;
}

/** An element's territory, for reports. */
export function territoryIn(node: OnixNode): string {
  return [...codesIn(node, INCLUDED), ...codesIn(node, EXCLUDED).map((code) => `-${code}`)].join(' ');
}

/** In ONIX 3.0 a composite has the name of an element of 2.1. */
function codesIn(node: OnixNode, elements: ReadonlySet<string>): string[] {
  const inside = node.children.filter(({ name }) => name === 'Territory');
  return [...node.children, ...inside.flatMap(({ children }) => children)]
    .filter(({ name }) => elements.has(name))
    .flatMap(({ text }) => text.trim().split(/\s+/))
    .filter((code) => code !== '');
}
