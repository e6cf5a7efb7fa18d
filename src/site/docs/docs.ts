import { setImmediate } from 'node:timers/promises';
import MiniSearch, { type Query } from 'minisearch';
import { exampleCategory } from '../../catalog/category.ts';
import { kstDayOf } from '../../clock.ts';
import type { Language } from '../../messages/languages.ts';
import { untilChanged } from '../../until-changed.ts';
import type { Services } from '../kit/services.ts';
import { wordsOf } from '../kit/words.ts';
import { type DocsContext, findExample } from './context.ts';
import { pagesOf } from './pages.ts';
import { anchorOf } from './render.ts';
import synonyms from './synonyms.json' with { type: 'json' };
import { TEXTS } from './texts.ts';

const made = new WeakMap<Services, ReturnType<typeof createDocs>>();

/** The documentation of one running service. */
export function docsOf(services: Services): ReturnType<typeof createDocs> {
  const known = made.get(services) ?? createDocs(services);
  made.set(services, known);
  return known;
}

/** Changes when pages do: responses in them show nothing that has been withheld since. */
export async function revisionOfDocs({ catalog, clock }: Services): Promise<string> {
  // The documentation stays up while the catalogue can't be read.
  const revision = await catalog.revision().catch(() => 'none');
  return `${revision} ${kstDayOf(clock.nowMs())}`;
}

function createDocs(site: Services) {
  const { api, catalog } = site;
  const indexes = new Map<Language, Promise<DocsIndex>>();
  const example = untilChanged(async (_revision: string) => {
    const category = await catalog.listCategories().then(exampleCategory, () => exampleCategory([]));
    return findExample(api, category);
  });
  /** What pages in a language are written from, as the catalogue is now. */
  const context = async (language: Language): Promise<DocsContext> => ({
    language,
    words: (area) => wordsOf(area, language),
    texts: TEXTS[language],
    site,
    bodyOf: api.bodyOf,
    example: await example(await revisionOfDocs(site)),
  });
  return {
    context,
    /** Made when somebody first searches in the language. */
    index(language: Language): Promise<DocsIndex> {
      const index = indexes.get(language) ?? context(language).then(createDocsIndex);
      indexes.set(language, index);
      index.catch(() => indexes.delete(language));
      return index;
    },
  };
}

/** A place in the documentation, by path and anchor. */
type Place = Omit<Entry, 'text'>;

interface Entry {
  readonly href: string;
  readonly title: string;
  /** The page that it is on; empty for the page itself. */
  readonly where: string;
  readonly text: string;
}

type DocsIndex = MiniSearch<Entry>;

/** Entries that are added before other work has its turn. */
const CHUNK = 8;

/** An index of every section of every page. Made in pieces, because the thread that makes it answers calls. */
async function createDocsIndex(context: DocsContext): Promise<DocsIndex> {
  const index = new MiniSearch<Entry>({
    idField: 'href',
    fields: ['title', 'where', 'text'],
    storeFields: ['href', 'title', 'where'],
    tokenize: wordsIn,
    processTerm: (word) => word,
    searchOptions: { boost: { title: 5, where: 1.5 }, prefix: (word) => word.length > 1 },
  });
  await index.addAllAsync(await entriesOf(context), { chunkSize: CHUNK });
  return index;
}

/** Letters and digits of one script: particles and compounds of Hangul stay whole, and prefixes find their beginnings. */
function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{Script=Hangul}+|[\p{L}\p{N}_]+/gu) ?? []
  );
}

async function entriesOf(context: DocsContext): Promise<readonly Entry[]> {
  // Without responses: what they hold differs from shop to shop.
  const plain = {
    ...context,
    example: { ...context.example, isReal: false },
    bodyOf: () => Promise.reject(new Error('no response is sought')),
  };
  const entries: Entry[] = [];
  for (const page of pagesOf(context.language)) {
    await setImmediate();
    const text = withoutCode(await page.write(plain));
    const { path: href, title, alias, group } = page;
    const [head = '', ...sections] = group === 'guides' ? text.split(/^## /m) : [text];
    // English names lead to pages in every language.
    entries.push({ href, title, where: '', text: `${head} ${href} ${alias}` });
    for (const section of sections) {
      const [heading = ''] = section.split('\n');
      const anchor = anchorOf({ text: heading });
      const shown = heading.replace(/ \{#[\w-]+\}$/, '');
      entries.push({ href: `${href}#${anchor}`, title: shown, where: title, text: section });
    }
  }
  return entries;
}

/** Prose alone: programs and responses would be found under nearly every word. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '').replace(/\]\([^)]*\)/g, ']');
}

/** Nobody types more; each word costs a search. */
const LENGTH_MAX = 100;
const WORDS_MAX = 8;

const PLACES_MAX = 20;

/** The places that hold every word or what means the same, best first; those that are spelled alike if there are none. */
export function searchDocs(index: DocsIndex, query: string): readonly Place[] {
  const phrase = wordsIn(query.slice(0, LENGTH_MAX)).slice(0, WORDS_MAX);
  if (phrase.length === 0) return [];
  // A known phrase is one thing, whatever its words.
  const rows = rowsWith(phrase);
  const wanted: Query =
    rows.length > 0
      ? eitherOf(phrase, rows)
      : { combineWith: 'AND', queries: phrase.map((word) => eitherOf([word], rowsWith([word]))) };
  const exact = index.search(wanted);
  const found =
    exact.length > 0 ? exact : index.search(phrase.join(' '), { combineWith: 'AND', fuzzy: 0.25 });
  return found.slice(0, PLACES_MAX).map(({ href, title, where }) => ({ href, title, where }));
}

/** Rows of words and phrases that mean the same, in both languages. */
const SYNONYMS = synonyms.map((row) => row.split(', ').map(wordsIn));

function rowsWith(phrase: readonly string[]): readonly (readonly (readonly string[])[])[] {
  const key = phrase.join(' ');
  return SYNONYMS.filter((row) => row.some((words) => words.join(' ') === key));
}

function eitherOf(phrase: readonly string[], rows: readonly (readonly (readonly string[])[])[]): Query {
  const all = (words: readonly string[], weight: number): Query => ({
    combineWith: 'AND',
    queries: [...words],
    boost: { title: 5 * weight, where: 1.5 * weight, text: weight },
  });
  return { combineWith: 'OR', queries: [all(phrase, 2), ...rows.flat().map((words) => all(words, 1))] };
}
