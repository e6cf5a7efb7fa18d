import { setImmediate } from 'node:timers/promises';
import MiniSearch, { type Query } from 'minisearch';
import type { Language } from '../../messages/languages.ts';
import type { Visit } from '../kit/visit.ts';
import { contextOf, type DocsContext } from './context.ts';
import { pagesOf } from './pages.ts';
import { anchorOf } from './render.ts';
import synonyms from './synonyms.json' with { type: 'json' };

interface Entry {
  readonly href: string;
  readonly title: string;
  readonly where: string;
  readonly text: string;
}

/** Nobody types longer queries, and each word costs a search. */
const LENGTH_MAX = 100;
const WORDS_MAX = 8;

const PLACES_MAX = 20;

/** Finds sections with all words or their synonyms, best first. If there are none, similar words or some words are enough. */
export async function searchDocs(query: string, { services, language }: Visit) {
  const words = withoutStopWords(query.slice(0, LENGTH_MAX)).slice(0, WORDS_MAX);
  if (words.length === 0) return [];
  const index = indexes.get(language) ?? contextOf(services, language).then(createIndex);
  indexes.set(language, index);
  index.catch(() => indexes.delete(language));
  const made = await index;
  // A phrase with synonyms is searched as a whole.
  const phrases = synonymsOf(words).length > 0 ? [words] : words.map((word) => [word]);
  const queries = phrases.map(phraseQuery);
  let found = made.search({ combineWith: 'AND', queries });
  if (found.length === 0) found = made.search(words.join(' '), { combineWith: 'AND', fuzzy: 0.25 });
  if (found.length === 0) found = made.search({ combineWith: 'OR', queries });
  return found.slice(0, PLACES_MAX).map(({ href, title, where }) => ({ href, title, where }));
}

/** Questions contain these words, but no page is about them. */
const STOP_WORDS = new Set(
  (
    'a an and are at be by can could do does for from how i in is it make many me much my of on or per see should the there this to use what when where ' +
    'which who why will with you your 어떻게 어디서 어디에 무엇 무엇인가요 뭐 몇 번 수 있나요 있어요 하나요 되나요 인가요 있습니까 합니까 주세요 방법 어떤 언제 왜 좀 으로 로 을 를 은 는 이 가 에 의'
  ).split(' '),
);

function withoutStopWords(text: string): string[] {
  const words = wordsIn(text);
  const others = words.filter((word) => !STOP_WORDS.has(word));
  return others.length > 0 ? others : words;
}

const SYNONYMS = synonyms.map((row) => row.split(', ').map(withoutStopWords));

function synonymsOf(phrase: readonly string[]): readonly (readonly string[])[] {
  const key = phrase.join(' ');
  return SYNONYMS.filter((row) => row.some((words) => words.join(' ') === key)).flat();
}

function phraseQuery(phrase: readonly string[]): Query {
  const all = (words: readonly string[], weight: number): Query => ({
    combineWith: 'AND',
    queries: words.map(wordQuery),
    boost: { title: 5 * weight, where: 1.5 * weight, text: weight },
  });
  return {
    combineWith: 'OR',
    queries: [all(phrase, 2), ...synonymsOf(phrase).map((words) => all(words, 1))],
  };
}

/** A Hangul word is also searched without its particle or ending: 키는, 하루에, 검색하려면. */
function wordQuery(word: string): Query {
  const isCut = (cut: string) => cut.length > 1 || PARTICLE.test(word.slice(1));
  const cuts = [1, 2, 3].map((length) => word.slice(0, -length)).filter((cut) => cut !== '' && isCut(cut));
  return { combineWith: 'OR', queries: [word, ...(/^\p{Script=Hangul}+$/u.test(word) ? cuts : [])] };
}

const PARTICLE = /^[은는이가을를에의도로와과]$/;

const indexes = new Map<Language, Promise<MiniSearch<Entry>>>();

/** Yields after every eight entries, because the same thread answers API calls. */
async function createIndex(context: DocsContext): Promise<MiniSearch<Entry>> {
  const index = new MiniSearch<Entry>({
    idField: 'href',
    fields: ['title', 'where', 'text'],
    storeFields: ['href', 'title', 'where'],
    tokenize: wordsIn,
    processTerm: (word) => word,
    searchOptions: { boost: { title: 5, where: 1.5 }, prefix: (word) => word.length > 1 },
  });
  await index.addAllAsync(await entriesOf(context), { chunkSize: 8 });
  return index;
}

function wordsIn(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.match(/\p{Script=Hangul}+|[[\p{L}\p{N}_]--\p{Script=Hangul}]+/gv) ?? [];
}

async function entriesOf(context: DocsContext): Promise<readonly Entry[]> {
  // Nobody searches for sample responses, which take long to make.
  const plain = { ...context, example: { ...context.example, isReal: false } };
  const entries: Entry[] = [];
  for (const { path: href, title, group, write } of pagesOf(context.language)) {
    await setImmediate();
    const text = withoutCode(await write(plain));
    const [head = '', ...sections] = group === 'guides' ? text.split(/^## /m) : [text];
    // The path has English words, which find a page in every language.
    entries.push({ href, title, where: '', text: `${head} ${href}` });
    for (const section of sections) {
      const [heading = ''] = section.split('\n');
      const shown = heading.replace(/ \{#[\w-]+\}$/, '');
      const anchor = anchorOf({ text: heading });
      entries.push({ href: `${href}#${anchor}`, title: shown, where: title, text: section });
    }
  }
  return entries;
}

/** Removes code blocks, because examples contain nearly every word, and the targets of links. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '').replace(/\]\([^)]*\)/g, ']');
}
