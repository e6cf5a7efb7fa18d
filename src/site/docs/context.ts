import { ApiError, type ErrorCode } from '../../http/errors.ts';
import type { Language, MessageValues } from '../../messages/languages.ts';
import { type Area, messageIn } from '../../messages/messages.ts';
import type { InProcessApi, Services } from '../kit/services.ts';
import type { Words } from '../kit/words.ts';
import type { DocsTexts } from './texts.ts';

/** What pages of the documentation are written from, in one language. */
export interface DocsContext extends Pick<InProcessApi, 'bodyOf'> {
  readonly language: Language;
  /** The texts of an area. */
  words<One extends Area>(area: One): Words<One>;
  readonly texts: DocsTexts;
  readonly site: Services;
  readonly example: Example;
}

/** The product and the category that examples name. */
export interface Example {
  readonly category: string;
  readonly isbn13: string;
  readonly itemId: number;
  readonly title: string;
  /** Whether the shop sells it. */
  readonly isReal: boolean;
}

type DocsApi = Pick<InProcessApi, 'bodyOf'>;

/** For a shop that sells nothing yet. */
const NO_BOOK = { isbn13: '9788936434595', itemId: 1001, title: '' };

/** Places of the bestseller list in which a book worth showing is sought. */
const SOUGHT_MAX = 20;

/** A bestseller that has an author and a table of contents to show, or else the first one. */
export async function findExample(api: DocsApi, category: string): Promise<Example> {
  const query = `?categoryId=${encodeURIComponent(category)}&pageSize=${SOUGHT_MAX}`;
  const list = await bodyOrNull(api, `/v1/category/bestsellerMonthly${query}`);
  const items: readonly (typeof NO_BOOK)[] = JSON.parse(list ?? '{"data":{"items":[]}}').data.items;
  const books = items.filter(({ isbn13 }) => isbn13 !== '');
  const exampleOf = ({ isbn13, itemId, title }: typeof NO_BOOK, isReal: boolean) => ({
    category,
    isbn13,
    itemId,
    title,
    isReal,
  });
  for (const book of books) {
    const about = ['author', 'content'].map((name) =>
      bodyOrNull(api, `/v1/goods/${name}?searchType=ISBN13&query=${book.isbn13}`),
    );
    if (!(await Promise.all(about)).includes(null)) return exampleOf(book, true);
  }
  return exampleOf(books[0] ?? NO_BOOK, books.length > 0);
}

/** A response, whatever kept it from being made: pages show an example instead. */
export function bodyOrNull(api: DocsApi, url: string): Promise<string | null> {
  return api.bodyOf(url).catch(() => null);
}

/** Rows of a file, and entries of a list, that pages show. */
const SHOWN_MAX = 3;

/** JSON to read: long lists keep their first entries. */
export function shortened(body: unknown): string {
  return JSON.stringify(body, (_name, part) => (Array.isArray(part) ? part.slice(0, SHOWN_MAX) : part), 2);
}

/** The header row of a CSV file and its first lines. */
export function firstLines(csv: string): string {
  return csv
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(0, SHOWN_MAX + 1)
    .join('\n')
    .trimEnd();
}

/** The body of a failure, of the call itself if that fails as it should, otherwise from the code's message. */
export async function failureBody(
  code: ErrorCode,
  url: string | null,
  { bodyOf, site, language }: DocsContext,
): Promise<string> {
  const error = url === null ? null : await bodyOf(url).catch((reason: unknown) => reason);
  const values = error instanceof ApiError && error.code === code ? error.values : valuesOf(code, site);
  const message = messageIn(language, `errors.${code}`, values);
  return JSON.stringify({ success: false, message, errorCode: code, data: {} }, null, 2);
}

/** What fills the messages of failures that no single call in the process brings about. */
function valuesOf(code: ErrorCode, { tierLimits: { free: limits } }: Services): MessageValues {
  if (code === 'RATE_001') return { limit: limits.burstPerSecond, burst: limits.burst, seconds: 1 };
  if (code === 'RATE_002') return { limit: limits.dailyQuota, seconds: 32_400 };
  if (code === 'COMMON_500') return { requestId: '4f6c1f0e-2b7d-4c55-9a61-8d3be07a9c12' };
  return {};
}
