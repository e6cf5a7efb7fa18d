import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleCategory } from '../../catalog/category.ts';
import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import type { Services } from '../kit/services.ts';
import { wordsOf } from '../kit/visit.ts';

export const GUIDES = [
  'start',
  'authentication',
  'endpoints',
  'paging',
  'caching',
  'clients',
  'errors',
  'rules',
  'versions',
  'migration',
  'faq',
  'attribution',
  'changelog',
] as const;
export type Guide = (typeof GUIDES)[number];

export const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [language, textsIn(language)]),
) as Readonly<Record<Language, ReturnType<typeof textsIn>>>;

/** A text that a language lacks is taken from English. Throws if English lacks it. */
function textsIn(language: Language) {
  const files = GUIDES.map((guide) => [guide, read(guide, language)] as const);
  const guides = Object.fromEntries(files) as Readonly<Record<Guide, string>>;
  // The error guide ends with a section for each code.
  const section = /^## (?=[A-Z]+_[A-Z0-9_]+: )/m;
  const [errorGuide = '', ...own] = guides.errors.split(section);
  const [, ...english] = read('errors', 'en').split(section);
  const errors = Object.fromEntries([...english, ...own].map(readError));
  const missing = Object.keys(ERROR_STATUS).filter((code) => errors[code] === undefined);
  if (missing.length > 0) throw new Error(`docs/site/en/errors.md has no sections ${missing.join(', ')}`);
  type Errors = Readonly<Record<ErrorCode, ReturnType<typeof readError>[1]>>;
  return { guides: { ...guides, errors: errorGuide }, errors: errors as Errors };
}

function read(guide: Guide, language: Language): string {
  const folder = join(import.meta.dirname, '../../../docs/site');
  const file = join(folder, language, `${guide}.md`);
  return readFileSync(existsSync(file) ? file : join(folder, 'en', `${guide}.md`), 'utf8');
}

/** Parses the section of a code: `CODE: title`, what happened, a heading, and how to fix it. */
function readError(section: string) {
  const [, code = '', title = '', happened = '', fix = ''] =
    /^(\w+): (.+)\n\n([\s\S]+?)\n\n### .+\n\n([\s\S]+)$/.exec(section) ?? [];
  return [code, { title, happened, fix: fix.trim() }] as const;
}

export type DocsContext = Awaited<ReturnType<typeof contextOf>>;

export async function contextOf(site: Services, language: Language) {
  const t = wordsOf('docs', language);
  return { language, t, texts: TEXTS[language], site, example: await exampleIn(site) };
}

const NO_BOOK = { isbn13: '9788936434595', itemId: 1001, title: '' };

const BESTSELLERS_MAX = 20;

/** A category and a product for sample calls. They are made up while the catalogue is empty or can't be read. */
export async function exampleIn({ api, catalog }: Services) {
  const category = await catalog.listCategories().then(exampleCategory, () => exampleCategory([]));
  const ask = (url: string) => api.bodyOf(url).catch(() => null);
  const list = await ask(
    `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(category)}&pageSize=${BESTSELLERS_MAX}`,
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

export async function responseTo(url: string, { site, example }: DocsContext): Promise<string | null> {
  return example.isReal ? site.api.bodyOf(url).catch(() => null) : null;
}
