import type { Language } from '../../../src/messages/languages.ts';
import { DOCS_PAGES, GUIDES } from './docs-pages.ts';
import { endpointIn } from './endpoint-texts.ts';
import { errorPages } from './error-pages.ts';
import type { Endpoint } from './openapi.ts';
import { readMarkdown, type Span } from './read-markdown.ts';
import { KNOWN_WORDS, wordsLike } from './search-synonyms.ts';
import { rawText } from './texts.ts';

/** A place in the documentation, with the words that lead to it. */
export interface SearchEntry {
  readonly title: string;
  readonly href: string;
  /** The page that it is on, or what a call of it begins with. */
  readonly where: string;
  readonly text: string;
  /** What only tables hold: names and meanings of parameters, fields and headers. */
  readonly details: string;
}

/** A page of the documentation, named and described in the language in use. */
export interface DocsPage {
  readonly title: string;
  readonly text: string;
}

/** Pages that are found by their names, by their addresses. */
export type DocsPages = Readonly<Record<(typeof DOCS_PAGES)[number]['to'], DocsPage>>;

/** All places. English names of endpoints and parameters lead to them in Korean, too. */
export function searchEntries(
  endpoints: readonly Endpoint[],
  pages: DocsPages,
  language: Language,
): readonly SearchEntry[] {
  return [
    ...DOCS_PAGES.map(({ to }) => ({ ...pages[to], href: to, where: '', details: '' })),
    ...endpoints.map((endpoint) => endpointEntry(endpoint, language)),
    ...errorPages(language).map((page) => ({
      title: `${page.code} ${page.title}`,
      href: `/docs/errors/${page.code}`,
      where: pages['/docs/errors'].title,
      text: `${page.status} ${page.happened} ${page.fix}`,
      details: '',
    })),
    ...sectionEntries('/docs', pages['/docs'].title, rawText('start', language)),
    ...sectionEntries('/docs/errors', pages['/docs/errors'].title, rawText('errors', language)),
    ...GUIDES.flatMap((guide) =>
      sectionEntries(`/docs/${guide}`, pages[`/docs/${guide}`].title, rawText(guide, language)),
    ),
  ];
}

const TITLE_WEIGHT = 100;
const TEXT_WEIGHT = 10;

/**
 * The places that hold every word: those with the words in their title first, then those that tell of them, last those
 * whose tables hold them. Case, width and endings do not matter. A query that finds nothing is read with one wrong key.
 */
export function searchDocs(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const phrase = fold(query).trim().replace(/\s+/g, ' ');
  if (phrase === '') return [];
  const folded = entries.map((entry) => ({
    entry,
    title: fold(entry.title),
    text: fold(entry.text),
    details: fold(entry.details),
  }));
  const find = (words: readonly string[]) =>
    folded
      .map((one) => ({ entry: one.entry, score: scoreOf(one, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry);
  const words = phrase.split(' ');
  const found = find(wordsLike(phrase).length > 1 ? [phrase] : words);
  if (found.length > 0) return found;
  const vocabulary = new Set([
    ...KNOWN_WORDS,
    ...folded.flatMap(({ title, text }) => `${title} ${text}`.split(/[^\p{L}\p{N}_-]+/u)),
  ]);
  return find(words.map((word) => nearestOf(word, vocabulary)));
}

type Folded = { readonly [Part in 'title' | 'text' | 'details']: string };

function scoreOf(entry: Folded, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const [own = 0, ...others] = formsOf(word).map((form) => weightOf(form, entry));
    // What was typed counts more than what means the same.
    const best = Math.max(own, ...others.map((weight) => weight / 2));
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

function weightOf(word: string, { title, text, details }: Folded): number {
  if (title.includes(word)) return TITLE_WEIGHT + Number(title.startsWith(word));
  if (text.includes(word)) return TEXT_WEIGHT;
  return details.includes(word) ? 1 : 0;
}

/** The word, what means the same, and both without their endings. */
function formsOf(word: string): readonly string[] {
  const stem = stemOf(word);
  return [...new Set([...wordsLike(word), stem, ...wordsLike(stem)])];
}

/** Enough for words of this documentation: sorting, errors, queries; 오류코드, 기본값. */
function stemOf(word: string): string {
  const korean = /^(\p{Script=Hangul}{2,}?)(?:코드|값|목록|방법|하기|은|는|이|가|을|를|의)$/u.exec(word)?.[1];
  if (korean !== undefined) return korean;
  if (/^[a-z]{3,}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /^([a-z]{3,}?)(?:ing|ed|es|s)$/.exec(word)?.[1] ?? word;
}

/** The word itself where it is known, else one that a single wrong, missing, doubled or swapped key tells from it. */
function nearestOf(word: string, vocabulary: ReadonlySet<string>): string {
  const known = [...vocabulary];
  if (formsOf(word).some((form) => known.some((other) => other.includes(form)))) return word;
  // Taken apart, a wrong vowel is one key of a syllable.
  const keys = word.normalize('NFD');
  if (keys.length < KEYS_MIN) return word;
  return known.find((other) => isOneKeyOff(keys, other.normalize('NFD'))) ?? word;
}

/** Shorter words are one key away from too many. */
const KEYS_MIN = 5;

function isOneKeyOff(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  const isSame = (skipTyped: number, skipMeant: number) =>
    typed.slice(at + skipTyped) === meant.slice(at + skipMeant);
  const isSwapped = typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && isSame(2, 2);
  return isSame(1, 1) || isSame(1, 0) || isSame(0, 1) || isSwapped;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function endpointEntry(endpoint: Endpoint, language: Language): SearchEntry {
  const shown = endpointIn(language, endpoint);
  const values = [endpoint, shown].flatMap(({ parameters, fields, headers }) =>
    [...parameters, ...fields, ...headers].flatMap((one) => one.values),
  );
  const rows = [
    ...endpoint.parameters,
    ...shown.parameters,
    ...shown.fields.map(({ path, description }) => ({ name: path, description })),
    ...shown.headers,
    ...values.map(({ value, meaning }) => ({ name: value, description: meaning })),
  ];
  return {
    title: shown.title,
    href: `/docs/endpoints/${endpoint.operation}`,
    where: endpoint.path,
    text: [
      endpoint.path,
      endpoint.operation,
      endpoint.title,
      shown.description,
      ...endpoint.parameters.map(({ name }) => name),
    ].join(' '),
    details: rows.map(({ name, description }) => `${name} ${description}`).join(' '),
  };
}

/** One entry for each heading of a text, with what stands below it. */
function sectionEntries(path: string, where: string, text: string): readonly SearchEntry[] {
  const entries: { title: string; href: string; where: string; text: string; details: string }[] = [];
  for (const block of readMarkdown(text)) {
    if (block.kind === 'heading') {
      const href = `${path}#${block.anchor}`;
      entries.push({ title: plain(block.spans), href, where, text: '', details: '' });
      continue;
    }
    const last = entries.at(-1);
    if (last === undefined) continue;
    if (block.kind === 'code') last.text += ` ${block.text}`;
    else if (block.kind === 'paragraph') last.text += ` ${plain(block.spans)}`;
    else if (block.kind === 'table')
      last.text += block.rows
        .flat()
        .map((cell) => ` ${plain(cell)}`)
        .join('');
    else last.text += block.items.map((item) => ` ${plain(item.spans)}`).join('');
  }
  return entries;
}

function plain(spans: readonly Span[]): string {
  return spans.map((span) => span.text).join('');
}
