import { SHELF_LISTS } from '../../../src/portal/contract/catalogue.ts';
import { SEARCH_CATEGORIES, SEARCH_SORTS } from '../../../src/search/search-index.ts';
import { AGES, SEXES, type ShelfChoice } from '../landing/shelf-choice.ts';
import { asText, laterPage, oneOf, searchReader } from '../search-params.ts';

/** Filters of a search, named like the API's parameters. The address holds their values as typed. */
export const FILTERS = ['target', 'inStock', 'publishedFrom', 'publishedTo', 'priceFrom', 'priceTo'] as const;
export type FilterName = (typeof FILTERS)[number];

const readSearch = searchReader({
  list: oneOf(SHELF_LISTS),
  category: asText,
  month: asText,
  sex: oneOf(SEXES),
  age: oneOf(AGES),
  query: asText,
  catalog: oneOf(SEARCH_CATEGORIES),
  sort: oneOf(SEARCH_SORTS),
  /** N: the query is searched as it was typed. */
  correct: oneOf(['N']),
  target: asText,
  inStock: asText,
  publishedFrom: asText,
  publishedTo: asText,
  priceFrom: asText,
  priceTo: asText,
  page: laterPage,
});

/** What the explorer shows, as it stands in the address: a list, or the results of a query. */
export type ExplorerSearch = ReturnType<typeof readSearch>;
/** Filters in force. */
export type Filters = Pick<ExplorerSearch, FilterName>;

/** Reads an address. Defaults count as left out. */
export function readExplorerSearch(search: Record<string, unknown>): ExplorerSearch {
  return withoutDefaults(readSearch(search));
}

/** The list that an address names, complete. */
export function choiceOf({
  list = 'overall',
  category = '',
  month = '',
  sex = 'A',
  age = '255',
}: ExplorerSearch): ShelfChoice {
  return { list, category, month, sex, age };
}

/** The address of a list. */
export function searchOf(choice: ShelfChoice): ExplorerSearch {
  return withoutDefaults({ ...choice });
}

export function filtersOf(search: ExplorerSearch): Filters {
  const { target, inStock, publishedFrom, publishedTo, priceFrom, priceTo } = search;
  return withoutDefaults({ target, inStock, publishedFrom, publishedTo, priceFrom, priceTo });
}

/** The same search with other filters, from the first page. */
export function withFilters(search: ExplorerSearch, filters: Readonly<Record<FilterName, string>>) {
  return withoutDefaults({ ...search, page: undefined, ...filters });
}

const DEFAULTS: Readonly<Record<string, unknown>> = {
  list: 'overall',
  category: '',
  month: '',
  sex: 'A',
  age: '255',
  query: '',
  catalog: 'ALL',
  sort: 'DEFAULT',
  target: 'all',
  inStock: 'N',
  publishedFrom: '',
  publishedTo: '',
  priceFrom: '',
  priceTo: '',
};

function withoutDefaults(search: ExplorerSearch): ExplorerSearch {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value === DEFAULTS[name] ? undefined : value]),
  );
}
