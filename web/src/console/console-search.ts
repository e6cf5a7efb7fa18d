import { OVERRIDE_LISTS, type OverrideList } from '../../../src/catalog/item-overrides.ts';

/** What the pages of the console show, as it stands in the address. Empty parts are left out. */
export interface AccountsSearch {
  readonly text?: string;
  readonly role?: string;
  readonly tier?: string;
  readonly state?: string;
  readonly page?: number;
}
export interface QuotaSearch {
  readonly state?: 'decided';
  readonly page?: number;
}
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly account?: string;
  readonly from?: string;
  readonly until?: string;
  /** Shows lines older than this one. */
  readonly older?: number;
}
export interface ShopSearch {
  /** What was looked for. */
  readonly text?: string;
  readonly field?: OverrideList['field'];
  readonly page?: number;
}

export const SEARCH_TABS = ['blocked', 'similar', 'missed', 'corrected'] as const;

export interface SearchTermsSearch {
  readonly tab?: (typeof SEARCH_TABS)[number];
  /** Groups that hold it. */
  readonly text?: string;
  /** Put into the form, to be blocked or grouped. */
  readonly term?: string;
  readonly days?: number;
  readonly page?: number;
}
/** A product and a month, whose orders are shown first. */
export interface OrdersSearch {
  readonly item?: string;
  readonly month?: string;
}

type Address = Readonly<Record<string, unknown>>;

export function readAccountsSearch(search: Address): AccountsSearch {
  return given({ ...texts(search, ['text', 'role', 'tier', 'state']), page: pageOf(search) });
}

export function readQuotaSearch(search: Address): QuotaSearch {
  return given({ state: search.state === 'decided' ? 'decided' : undefined, page: pageOf(search) });
}

export function readAuditSearch(search: Address): AuditSearch {
  const names = ['actor', 'action', 'account', 'from', 'until'] as const;
  return given({ ...texts(search, names), older: numberFrom(1, search.older) });
}

export function readShopSearch(search: Address): ShopSearch {
  const field = OVERRIDE_LISTS.find((name) => name === search.field);
  return given({ ...texts(search, ['text']), field, page: pageOf(search) });
}

export function readSearchTermsSearch(search: Address): SearchTermsSearch {
  const tab = SEARCH_TABS.find((name) => name === search.tab);
  const days = numberFrom(1, search.days);
  return given({ ...texts(search, ['text', 'term']), tab, days, page: pageOf(search) });
}

export function readOrdersSearch(search: Address): OrdersSearch {
  return given(texts(search, ['item', 'month']));
}

/** Addresses hold numbers where texts look like them, such as an ISBN or the number of an account. */
function texts<Name extends string>(search: Address, names: readonly Name[]) {
  const found = names.map((name) => {
    const value = search[name];
    const isGiven = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return [name, isGiven ? String(value) : undefined] as const;
  });
  return Object.fromEntries(found) as { readonly [One in Name]: string | undefined };
}

/** The first page needs no number. */
function pageOf(search: Address): number | undefined {
  return numberFrom(2, search.page);
}

function numberFrom(min: number, given: unknown): number | undefined {
  const value = Number(given);
  return Number.isInteger(value) && value >= min ? value : undefined;
}

/** The parts that are there. */
function given<Search extends object>(parts: { readonly [Name in keyof Search]: Search[Name] | undefined }) {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Search;
}
