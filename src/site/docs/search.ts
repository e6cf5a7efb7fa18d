import { setImmediate } from 'node:timers/promises';
import MiniSearch, { type Query } from 'minisearch';
import type { Language } from '../../messages/languages.ts';
import type { Visit } from '../kit/visit.ts';
import { contextOf, type DocsContext } from './context.ts';
import { pagesOf } from './pages.ts';
import { anchorOf } from './render.ts';
import synonyms from './synonyms.json' with { type: 'json' };

/** A place in the documentation, by path and anchor. */
interface Entry {
  readonly href: string;
  readonly title: string;
  /** The page that it is on; empty for the page itself. */
  readonly where: string;
  readonly text: string;
}

/** Nobody types more; each word costs a search. */
const LENGTH_MAX = 100;
const WORDS_MAX = 8;

const PLACES_MAX = 20;

/** The places that hold every word or what means the same, best first; those that are spelled alike if there are none. */
export async function searchDocs(
  query: string,
  { services, language }: Visit,
): Promise<readonly Omit<Entry, 'text'>[]> {
  const words = wordsIn(query.slice(0, LENGTH_MAX)).slice(0, WORDS_MAX);
  if (words.length === 0) return [];
  const index = indexes.get(language) ?? contextOf(services, language).then(createIndex);
  indexes.set(language, index);
  index.catch(() => indexes.delete(language));
  const made = await index;
  // A known phrase is one thing, whatever its words.
  const things = synonymsOf(words).length > 0 ? [words] : words.map((word) => [word]);
  const exact = made.search({ combineWith: 'AND', queries: things.map(meaning) });
  const found = exact.length > 0 ? exact : made.search(words.join(' '), { combineWith: 'AND', fuzzy: 0.25 });
  return found.slice(0, PLACES_MAX).map(({ href, title, where }) => ({ href, title, where }));
}

/** Rows of words and phrases that mean the same, in both languages. */
const SYNONYMS = synonyms.map((row) => row.split(', ').map(wordsIn));

function synonymsOf(phrase: readonly string[]): readonly (readonly string[])[] {
  const key = phrase.join(' ');
  return SYNONYMS.filter((row) => row.some((words) => words.join(' ') === key)).flat();
}

function meaning(phrase: readonly string[]): Query {
  const all = (words: readonly string[], weight: number): Query => ({
    combineWith: 'AND',
    queries: [...words],
    boost: { title: 5 * weight, where: 1.5 * weight, text: weight },
  });
  return {
    combineWith: 'OR',
    queries: [all(phrase, 2), ...synonymsOf(phrase).map((words) => all(words, 1))],
  };
}

/** Made when somebody first searches in the language. */
const indexes = new Map<Language, Promise<MiniSearch<Entry>>>();

/** Entries that are added before other work has its turn. */
const CHUNK = 8;

/** An index of every section of every page. Made in pieces, because the thread that makes it answers calls. */
async function createIndex(context: DocsContext): Promise<MiniSearch<Entry>> {
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
  // Without responses, which cost time and aren't sought.
  const plain = { ...context, example: { ...context.example, isReal: false } };
  const entries: Entry[] = [];
  for (const { path: href, title, group, write } of pagesOf(context.language)) {
    await setImmediate();
    const text = withoutCode(await write(plain));
    const [head = '', ...sections] = group === 'guides' ? text.split(/^## /m) : [text];
    // The English names in paths lead to pages in every language.
    entries.push({ href, title, where: '', text: `${head} ${href}` });
    for (const section of sections) {
      const [heading = ''] = section.split('\n');
      const shown = heading.replace(/ \{#[\w-]+\}$/, '');
      entries.push({
        href: `${href}#${anchorOf({ text: heading })}`,
        title: shown,
        where: title,
        text: section,
      });
    }
  }
  return entries;
}

/** Prose alone: programs and responses would be found under nearly every word. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '').replace(/\]\([^)]*\)/g, ']');
}
