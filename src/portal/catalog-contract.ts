import type { TestCall } from './contract.ts';

/** The call that is offered first everywhere, in a category of this shop: three books, so that the answer can be read. */
export function firstCall(categoryId: string): string {
  return `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(categoryId)}&pageSize=3`;
}

/** What the pages ask about the catalogue: part of contract.ts, whose rules hold here, too. */

/** GET /portal/api/categories?parent=001 (absent: the roots): public. */
export interface CategoriesView {
  readonly categories: readonly {
    readonly categoryId: string;
    readonly name: string;
    readonly hasChildren: boolean;
  }[];
}
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
export type ShelfList = (typeof SHELF_LISTS)[number];
/**
 * GET /portal/api/shelf?list=monthly&category=&month=2026-10&sex=A&age=255&page=1: 20 items of a list.
 * Limited by address or account, not by the API's gate, as everything here.
 */
/**
 * GET /portal/api/search?query=&category=ALL&sort=DEFAULT&page=1. Answers Shelf. The API's target,
 * inStock, publishedFrom, publishedTo, priceFrom and priceTo narrow it.
 */
export interface Shelf {
  readonly items: readonly ShelfItem[];
  readonly totalCount: number;
  /** Day or month that the list describes, empty for searches. */
  readonly edition: string;
  /** The term that the items were found by and how it came about, when the one that was typed finds nothing. */
  readonly correction: CorrectionView | null;
  /** A term to offer, which may have been meant; null when there is none. */
  readonly suggestedQuery: string | null;
  /** The API call that gives these items: endpoint, parameters for the test tool, path with query. */
  readonly call: TestCall & { readonly path: string };
}
export const CORRECTION_KINDS = ['keyboard', 'spelling', 'spacing', 'similar', 'prefix', 'partial'] as const;

/** A query in place of one that found nothing. */
export interface CorrectionView {
  readonly kind: (typeof CORRECTION_KINDS)[number];
  readonly query: string;
}
/** GET /portal/api/suggest?query=: what a search term being typed may become. */
export interface SuggestionsView {
  readonly suggestions: readonly string[];
}
export interface ShelfItem {
  readonly itemId: number;
  readonly title: string;
  readonly author: string;
  readonly publisher: string;
  readonly cover: string;
  /** Address of the product page. */
  readonly link: string;
  readonly rank: number;
  readonly upDown: number | null;
  readonly shopPrice: number;
  readonly salePrice: number;
}
/**
 * GET /portal/api/item?itemId=. NOT_FOUND for unknown and withheld items.
 * Empty and null as in the API.
 */
export interface ItemPage {
  readonly itemId: number;
  readonly title: string;
  readonly subTitle: string;
  readonly author: string;
  readonly publisher: string;
  readonly publishDate: string;
  readonly goodsType: string;
  readonly itemStatus: string;
  readonly isbn13: string;
  readonly pages: number | null;
  readonly shopPrice: number;
  readonly salePrice: number;
  readonly cover: string;
  readonly link: string;
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
