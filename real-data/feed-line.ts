import { Readable } from 'node:stream';
import { compactIsbn, hasValidIsbn10Check, hasValidIsbn13Check, isbn13Of } from '../src/catalog/isbn.ts';

/** Feed lines as the converters write them: docs/rules/feeds.md#records, as far as real data fills it. */
export type FeedLine = CategoryLine | AuthorLine | ItemLine | SaleFeedLine;

export interface CategoryLine {
  readonly kind: 'category';
  readonly categoryId: string;
  readonly categoryName: string;
  readonly parentId: string | null;
}

export interface AuthorLine {
  readonly kind: 'author';
  readonly authorId: number;
  readonly author: string;
  readonly birthDate: string;
  readonly deathDate: string;
  readonly details: string;
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

export interface SaleFeedLine {
  readonly kind: 'sale';
  readonly orderId: string;
  readonly lineNo: number;
  readonly itemId?: number;
  readonly isbn13?: string;
  readonly quantity: number;
  readonly soldAt: string;
  readonly sex?: 'M' | 'F';
  readonly age?: number;
  readonly buyer: string;
}

/** The lines of a feed as the bytes of a file. */
export function feedInput(lines: Iterable<FeedLine>): Readable {
  return Readable.from(feedChunks(lines));
}

/** Chunks of this many lines: one line each would cost more in stream calls than in parsing. */
const LINES_A_CHUNK = 512;

function* feedChunks(lines: Iterable<FeedLine>): Generator<Buffer> {
  let text = '';
  let count = 0;
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (++count % LINES_A_CHUNK > 0) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Both forms of a number as a source writes it; empty where it has none or its check digit is wrong. */
export function isbnPair(written: string): { readonly isbn13: string; readonly isbn10: string } {
  const isbn = compactIsbn(written);
  if (/^97[89]/.test(isbn) && hasValidIsbn13Check(isbn)) return { isbn13: isbn, isbn10: '' };
  if (hasValidIsbn10Check(isbn)) return { isbn13: isbn13Of(isbn) ?? '', isbn10: isbn };
  return { isbn13: '', isbn10: '' };
}
