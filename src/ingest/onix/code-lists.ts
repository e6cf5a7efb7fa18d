import lists from './code-lists.json' with { type: 'json' };

/** A map from codes to meanings, made from each meaning's list of codes. */
function byCode<Meaning extends string>(
  codes: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
  const entries = Object.entries<string>(codes) as [Meaning, string][];
  return new Map(entries.flatMap(([meaning, list]) => list.split(' ').map((code) => [code, meaning])));
}

/** Translations of ONIX codes. docs/feeds.md#onix-fields shows the same tables, with EDItEUR's numbers of the code lists. */
export const CODES = {
  notificationTypes: byCode(lists.notificationTypes),
  /** By the first letter of the product form. */
  catalogsByForm: byCode(lists.catalogsByForm),
  formats: byCode(lists.formats),
  roles: byCode(lists.roles),
  statusByAvailability: byCode(lists.statusByAvailability),
  /** Of ONIX 2.1. */
  statusByOldAvailability: byCode(lists.statusByOldAvailability),
  /** Publishing status, and that of a market: used when no availability is given. */
  statusByPublishing: byCode(lists.statusByPublishing),
  measures: byCode(lists.measures),
  /** In millimetres or grams. */
  units: new Map(Object.entries(lists.units)),
  /** Retail prices: the first one in this order is used. Other types are what the shop pays. */
  priceTypes: lists.priceTypes.split(' '),
  /** Prices that a publisher has fixed. */
  fixedPriceTypes: new Set(lists.fixedPriceTypes.split(' ')),
} as const;
