import type { ItemFields } from '../../catalog/item-answer.ts';
import { AGES, SEXES } from '../../rankings/ranking-store.ts';
import { type Correction, SEARCH_CATEGORIES, SEARCH_SORTS } from '../../search/search-index.ts';
import { integer, optional, or, typed, word } from './fields.ts';
import type { TestCall } from './own-service.ts';
import { answers } from './path.ts';

/** The lists that shelves show. */
export const SHELF_LISTS = [
  'overall',
  'monthly',
  'daily',
  'realtime',
  'steady',
  'deal',
  'new',
  'attention',
] as const;

/** The page of a list. */
export const PAGE = or(integer(1, 999_999), 1);

/** A filter of searches, which the API alone checks. */
const filter = optional(typed(0, 40));

/** The catalogue, read without signing in. */
export const catalogPaths = {
  /** The children of a category, or the roots. */
  'GET /categories': answers<CategoriesView>().taking({ parent: or(typed(0, 100), '') }),
  /** 20 items of a list; `month` is yyyy-MM. */
  'GET /shelf': answers<Shelf>().taking({
    list: or(word(SHELF_LISTS), 'overall'),
    category: optional(typed(0, 100)),
    month: optional(typed(0, 7)),
    sex: or(word(SEXES), 'A'),
    age: or(word(AGES.map(String)), '255'),
    page: PAGE,
  }),
  /** Its parameters are named as in the API. */
  'GET /search': answers<Shelf>().taking({
    query: typed(1, 400),
    category: or(word(SEARCH_CATEGORIES), 'ALL'),
    sort: or(word(SEARCH_SORTS), 'DEFAULT'),
    page: PAGE,
    target: filter,
    inStock: filter,
    publishedFrom: filter,
    publishedTo: filter,
    priceFrom: filter,
    priceTo: filter,
    correct: filter,
  }),
  /** Completions of a search term. */
  'GET /suggest': answers<SuggestionsView>().taking({ query: or(typed(0, 400), '') }),
  /** NOT_FOUND for unknown and withheld items. Empty and null as in the API. */
  'GET /item': answers<ItemPage>().taking({ itemId: or(typed(0, 16), '') }),
  /** From the service's own checks. */
  'GET /status': answers<StatusView>().taking({}),
} as const;

/** The first call in all examples, in a category of this shop: three books, so that the response stays readable. */
export function firstCall(categoryId: string): string {
  return `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(categoryId)}&pageSize=3`;
}

export interface CategoriesView {
  readonly categories: readonly {
    readonly categoryId: string;
    readonly name: string;
    readonly hasChildren: boolean;
  }[];
}

export type ShelfList = (typeof SHELF_LISTS)[number];

export interface Shelf {
  readonly items: readonly ShelfItem[];
  readonly totalCount: number;
  /** Day or month that the list describes, empty for searches. */
  readonly edition: string;
  /** The corrected query that found the items, and why, if the one typed found nothing. */
  readonly correction: Correction | null;
  /** A query that may have been meant; null if there is none. */
  readonly suggestedQuery: string | null;
  /** The API call that gives these items: endpoint, parameters for the test tool, path with query. */
  readonly call: TestCall & { readonly path: string };
}

export interface SuggestionsView {
  readonly suggestions: readonly string[];
}

export interface ShelfItem
  extends Pick<
    ItemFields,
    'itemId' | 'title' | 'author' | 'publisher' | 'cover' | 'link' | 'shopPrice' | 'salePrice'
  > {
  readonly rank: number;
  readonly upDown: number | null;
}

export interface ItemPage extends Omit<ShelfItem, 'rank' | 'upDown'> {
  readonly subTitle: string;
  readonly publishDate: string;
  readonly goodsType: string;
  readonly itemStatus: string;
  readonly isbn13: string;
  readonly pages: number | null;
  readonly introduction: string | null;
  readonly contents: string | null;
  /** From the root to the item's main category. */
  readonly categories: readonly { readonly categoryId: string; readonly name: string }[];
  /** Monthly ranks, oldest first, in the main category and in the root above it; months yyyy-MM. */
  readonly ranks: readonly RankView[];
  readonly rootRanks: readonly RankView[];
  /** The API calls that give these data. */
  readonly detailCall: TestCall & { readonly path: string };
  readonly historyCall: TestCall & { readonly path: string };
}

export interface RankView {
  readonly month: string;
  readonly rank: number;
}

export interface StatusView {
  readonly checks: readonly {
    readonly name: 'api' | 'catalogue' | 'rankings' | 'search' | 'mail';
    readonly ok: boolean;
    /** The operator hasn't set it up; that isn't a fault. */
    readonly off: boolean;
    readonly detail: string;
  }[];
  readonly editions: readonly {
    readonly kind: string;
    readonly period: string;
    readonly publishedAtMs: number;
  }[];
}
