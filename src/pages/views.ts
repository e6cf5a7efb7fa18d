import type { ItemFields } from '../catalog/fragment.ts';

/** A name with the URL of its page. */
export interface PageLink {
  readonly name: string;
  readonly url: string;
}

/** A book as a cover on a shelf. */
export interface ShelfBook extends PageLink {
  readonly author: string;
  readonly coverUrl: string;
}

/** A name on the title page. */
export interface ContributorView {
  readonly name: string;
  /** As printed, such as 지음; empty if unknown. */
  readonly role: string;
  /** Page of the author record, or null if there is none. */
  readonly url: string | null;
}

/** Everything that a product page shows. Texts are plain; empty or null = left out. */
export interface ProductView
  extends Pick<
    ItemFields,
    'title' | 'publisher' | 'publishDate' | 'goodsType' | 'itemStatus' | 'isbn13' | 'isbn10' | 'shopPrice'
  > {
  readonly subTitle: string;
  readonly originalTitle: string | null;
  readonly contributors: readonly ContributorView[];
  readonly itemFormat: string | null;
  readonly pages: number | null;
  /** Without deals. */
  readonly salePrice: number;
  /** The deal in force today; `until` is its last day, yyyy-MM-dd. */
  readonly deal: { readonly salePrice: number; readonly until: string } | null;
  /** URL of the registered or drawn picture. */
  readonly coverUrl: string;
  /** From the root to the item's main category. */
  readonly categories: readonly PageLink[];
  readonly introduction: string | null;
  readonly summary: string | null;
  /** With line breaks. */
  readonly contents: string | null;
  /** Ranks in the main category; month = yyyy-MM, in the order shown. */
  readonly ranks: readonly { readonly month: string; readonly rank: number }[];
  readonly series: readonly string[];
  readonly eBookUrl: string | null;
  readonly url: string;
}

/** Everything that an author page shows. Texts are plain; empty = left out. */
export interface AuthorView {
  readonly name: string;
  /** As in the catalogue: a year or a date. */
  readonly birthDate: string;
  readonly deathDate: string;
  readonly debutTitle: string;
  /** With line breaks. */
  readonly details: string;
  /** Books of one page of the list, the best-selling first. */
  readonly items: readonly ShelfBook[];
  /** From 1. */
  readonly page: number;
  readonly hasNext: boolean;
  /** Of the first page. */
  readonly url: string;
}

/** Everything that a category page shows. */
export interface CategoryView {
  readonly name: string;
  /** From the root to the parent; empty for a root. */
  readonly parents: readonly PageLink[];
  readonly children: readonly PageLink[];
  /** The current monthly bestsellers, first rank first; null if no list is published. Month = yyyy-MM. */
  readonly bestsellers: { readonly month: string; readonly items: readonly ShelfBook[] } | null;
  readonly url: string;
}
