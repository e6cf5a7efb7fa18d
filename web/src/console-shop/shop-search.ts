import { OVERRIDE_LISTS, type OverrideList } from '../../../src/catalog/item-overrides.ts';

/** What the pages show, as it stands in the address. Empty parts are left out. */
export interface ShopSearch {
  /** What was looked for. */
  readonly text?: string;
  readonly field?: OverrideList['field'];
  readonly page?: number;
}

export const SEARCH_TABS = ['blocked', 'similar', 'missed', 'corrected'] as const;
export type SearchTab = (typeof SEARCH_TABS)[number];

export interface SearchTermsSearch {
  readonly tab?: SearchTab;
  /** Groups that hold it. */
  readonly text?: string;
  /** Put into the form, to be blocked or grouped. */
  readonly term?: string;
  readonly days?: number;
  readonly page?: number;
}

export function readShopSearch(search: Record<string, unknown>): ShopSearch {
  const field = OVERRIDE_LISTS.find((name) => name === search.field);
  return {
    ...textOf('text', search),
    ...(field === undefined ? {} : { field }),
    ...numberOf('page', search, 2),
  };
}

export function readSearchTermsSearch(search: Record<string, unknown>): SearchTermsSearch {
  const tab = SEARCH_TABS.find((name) => name === search.tab);
  return {
    ...(tab === undefined ? {} : { tab }),
    ...textOf('text', search),
    ...textOf('term', search),
    ...numberOf('days', search, 1),
    ...numberOf('page', search, 2),
  };
}

/** A product and a month, whose orders are shown first. */
export interface OrdersSearch {
  readonly item?: string;
  readonly month?: string;
}

export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return { ...textOf('item', search), ...textOf('month', search) };
}

/** Addresses hold numbers where texts look like them, such as an ISBN. */
function textOf<Name extends string>(
  name: Name,
  search: Readonly<Record<string, unknown>>,
): { readonly [One in Name]?: string } {
  const value = search[name];
  const isGiven = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isGiven ? ({ [name]: String(value) } as { readonly [One in Name]?: string }) : {};
}

function numberOf<Name extends string>(
  name: Name,
  search: Readonly<Record<string, unknown>>,
  min: number,
): { readonly [One in Name]?: number } {
  const value = Number(search[name]);
  const isGiven = Number.isInteger(value) && value >= min;
  return isGiven ? ({ [name]: value } as { readonly [One in Name]?: number }) : {};
}
