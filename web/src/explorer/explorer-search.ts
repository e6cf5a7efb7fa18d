import { SHELF_LISTS, type ShelfList } from '../../../src/portal/contract/catalogue.ts';
import { AGES, SEXES, type ShelfChoice } from '../landing/shelf-choice.ts';

export const CATALOGS = ['ALL', 'BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'] as const;
export const SORTS = ['DEFAULT', 'RELATION', 'RECENT', 'REG_DTS'] as const;

export const TARGETS = ['all', 'title', 'author', 'publisher'] as const;
/** What narrows a search further: names of the API's parameters, whose values stand in the address as they were typed. */
export const FILTERS = ['target', 'inStock', 'publishedFrom', 'publishedTo', 'priceFrom', 'priceTo'] as const;
export type FilterName = (typeof FILTERS)[number];

/** What the explorer shows, as it stands in the address: a list, or the results of a query. */
export interface ExplorerSearch extends Partial<Readonly<Record<FilterName, string>>> {
  readonly list?: ShelfList;
  readonly category?: string;
  readonly month?: string;
  readonly sex?: ShelfChoice['sex'];
  readonly age?: ShelfChoice['age'];
  readonly query?: string;
  readonly catalog?: (typeof CATALOGS)[number];
  readonly sort?: (typeof SORTS)[number];
  /** N: the query is searched as it was typed. */
  readonly correct?: 'N';
  readonly page?: number;
}

/** Reads an address. What it does not know is left out, and so are defaults. */
export function readExplorerSearch(search: Record<string, unknown>): ExplorerSearch {
  const page = Number(search.page);
  return withoutDefaults({
    list: SHELF_LISTS.find((list) => list === search.list),
    category: asText(search.category),
    month: asText(search.month),
    sex: SEXES.find((sex) => sex === search.sex),
    age: AGES.find((age) => age === asText(search.age)),
    query: asText(search.query),
    catalog: CATALOGS.find((catalog) => catalog === search.catalog),
    sort: SORTS.find((sort) => sort === search.sort),
    correct: search.correct === 'N' ? 'N' : undefined,
    ...Object.fromEntries(FILTERS.map((name) => [name, asText(search[name])])),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  });
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

/** The filters of an address, none of those that ask for nothing. */
export function filtersOf(search: ExplorerSearch): Partial<Readonly<Record<FilterName, string>>> {
  const { target, inStock, publishedFrom, publishedTo, priceFrom, priceTo } = search;
  return withoutDefaults({ target, inStock, publishedFrom, publishedTo, priceFrom, priceTo });
}

/** The same search cut by other filters. It begins at its first page. */
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

function withoutDefaults(search: { [Name in keyof ExplorerSearch]: ExplorerSearch[Name] | undefined }) {
  const entries = Object.entries(search).filter(
    ([name, value]) => value !== undefined && value !== DEFAULTS[name],
  );
  return Object.fromEntries(entries) as ExplorerSearch;
}

/** Addresses hold numbers where texts look like them, such as a category 001 or an age. */
function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
