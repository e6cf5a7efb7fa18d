import { compactIsbn, hasValidIsbn10Check, hasValidIsbn13Check, isbn13Of } from '../../src/catalog/isbn.ts';

/** Feed lines as the converters write them: docs/feeds.md#records, as far as real data fills it. */
export interface CategoryLine {
  readonly kind: 'category';
  readonly categoryId: string;
  readonly categoryName: string;
  readonly parentId: string | null;
}

export interface ContributorLine {
  readonly authorId: number | null;
  readonly author: string;
  readonly authorType: string;
}

export interface ItemLine {
  readonly kind: 'item';
  readonly itemId: number;
  readonly title: string;
  readonly catalog: 'BOOK' | 'FOREIGN' | 'EBOOK' | 'DVD';
  readonly categoryIds: readonly string[];
  readonly isbn13?: string;
  readonly isbn10?: string;
  readonly subTitle?: string;
  readonly originalTitle?: string | null;
  readonly authors: readonly ContributorLine[];
  readonly publisher?: string;
  readonly publishDate?: string;
  readonly pages?: number | null;
  readonly starScore?: number;
  readonly cover?: string | null;
  readonly series?: readonly { readonly seriesId: number; readonly seriesName: string }[];
  readonly contentDetail?: {
    readonly bookIntroduction: string | null;
    readonly bookSummary: string | null;
    readonly tableOfContents: string | null;
  };
}

/** Both forms of a number as a source writes it; empty where it has none or its check digit is wrong. */
export function isbnPair(written: string): { readonly isbn13: string; readonly isbn10: string } {
  const isbn = compactIsbn(written);
  if (/^97[89]/.test(isbn) && hasValidIsbn13Check(isbn)) return { isbn13: isbn, isbn10: '' };
  if (hasValidIsbn10Check(isbn)) return { isbn13: isbn13Of(isbn) ?? '', isbn10: isbn };
  return { isbn13: '', isbn10: '' };
}
