import { exampleCategory } from '../../catalog/category.ts';
import type { Language } from '../../messages/languages.ts';
import type { Services } from '../kit/services.ts';
import { wordsOf } from '../kit/words.ts';
import { TEXTS } from './texts.ts';

/** The data from which documentation pages are written, in one language. */
export type DocsContext = Awaited<ReturnType<typeof contextOf>>;

export async function contextOf(site: Services, language: Language) {
  return {
    language,
    t: wordsOf('docs', language),
    texts: TEXTS[language],
    site,
    bodyOf: site.api.bodyOf,
    example: await exampleIn(site),
  };
}

/** The product and the category that examples name. */
export type Example = Awaited<ReturnType<typeof exampleIn>>;

/** The example of a shop that sells nothing yet. */
const NO_BOOK = { isbn13: '9788936434595', itemId: 1001, title: '' };

/** Number of bestsellers among which an example is sought. */
const SOUGHT_MAX = 20;

/**
 * A bestseller with an author and a table of contents, otherwise the first one. The documentation stays up while the catalogue
 * can't be read: its examples then name made-up books.
 */
export async function exampleIn({ api, catalog }: Services) {
  const category = await catalog.listCategories().then(exampleCategory, () => exampleCategory([]));
  const ask = (url: string) => api.bodyOf(url).catch(() => null);
  const list = await ask(
    `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(category)}&pageSize=${SOUGHT_MAX}`,
  );
  const items: readonly (typeof NO_BOOK)[] = list === null ? [] : JSON.parse(list).data.items;
  const books = items.filter(({ isbn13 }) => isbn13 !== '');
  const [first = NO_BOOK] = books;
  for (const book of books) {
    const about = ['author', 'content'].map((name) =>
      ask(`/v1/goods/${name}?searchType=ISBN13&query=${book.isbn13}`),
    );
    if (!(await Promise.all(about)).includes(null)) return { ...book, category, isReal: true };
  }
  return { ...first, category, /** Whether the shop sells it. */ isReal: first !== NO_BOOK };
}

/** A sample response, or null if the shop has nothing to show or the call fails. */
export async function responseTo(url: string, { bodyOf, example }: DocsContext): Promise<string | null> {
  return example.isReal ? bodyOf(url).catch(() => null) : null;
}

const SHOWN_MAX = 3;

/** Formats JSON for readers: of each list, only the first entries. */
export function shortened(body: unknown): string {
  return JSON.stringify(body, (_name, part) => (Array.isArray(part) ? part.slice(0, SHOWN_MAX) : part), 2);
}

/** The header row of a CSV file and its first lines. */
export function firstLines(csv: string): string {
  const lines = csv.replace('\uFEFF', '').split('\r\n', SHOWN_MAX + 1);
  return lines.join('\n').trimEnd();
}
