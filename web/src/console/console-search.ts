import { OVERRIDE_LISTS } from '../../../src/catalog/item-overrides.ts';
import { asText, laterPage, numberFrom, oneOf, searchReader } from '../search-params.ts';

/** What the pages of the console show, as it stands in their addresses. */
export const readAccountsSearch = searchReader({
  text: asText,
  role: asText,
  tier: asText,
  state: asText,
  page: laterPage,
});
export type AccountsSearch = ReturnType<typeof readAccountsSearch>;

export const readQuotaSearch = searchReader({ state: oneOf(['decided']), page: laterPage });
export type QuotaSearch = ReturnType<typeof readQuotaSearch>;

export const readAuditSearch = searchReader({
  actor: asText,
  action: asText,
  account: asText,
  from: asText,
  until: asText,
  /** Shows lines older than this one. */
  older: numberFrom(1),
});
export type AuditSearch = ReturnType<typeof readAuditSearch>;

export const readShopSearch = searchReader({
  /** What was looked for. */
  text: asText,
  field: oneOf(OVERRIDE_LISTS),
  page: laterPage,
});
export type ShopSearch = ReturnType<typeof readShopSearch>;

export const SEARCH_TABS = ['blocked', 'similar', 'missed', 'corrected'] as const;

export const readSearchTermsSearch = searchReader({
  tab: oneOf(SEARCH_TABS),
  /** Groups that hold it. */
  text: asText,
  /** Put into the form, to be blocked or grouped. */
  term: asText,
  days: numberFrom(1),
  page: laterPage,
});
export type SearchTermsSearch = ReturnType<typeof readSearchTermsSearch>;

/** A product and a month, whose orders are shown first. */
export const readOrdersSearch = searchReader({ item: asText, month: asText });
