import type { Language } from '../../../src/messages/languages.ts';
import { DOCS_PAGES, GUIDES } from './docs-pages.ts';
import { endpointIn } from './endpoint-texts.ts';
import { errorPages } from './error-pages.ts';
import type { Endpoint } from './openapi.ts';
import { readMarkdown, type Span } from './read-markdown.ts';
import { wordsLike } from './search-synonyms.ts';
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
 * whose tables hold them. Case and width do not matter.
 */
export function searchDocs(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function scoreOf(entry: SearchEntry, words: readonly string[]): number {
  const title = fold(entry.title);
  const text = fold(entry.text);
  const details = fold(entry.details);
  let score = 0;
  for (const word of words) {
    const [own = 0, ...others] = wordsLike(word).map((one) => weightOf(one));
    // What was typed counts more than what means the same.
    const best = own > 0 ? own : Math.max(0, ...others) / 2;
    if (best === 0) return 0;
    score += best;
  }
  return score;

  function weightOf(word: string): number {
    if (title.includes(word)) return TITLE_WEIGHT + Number(title.startsWith(word));
    if (text.includes(word)) return TEXT_WEIGHT;
    return details.includes(word) ? 1 : 0;
  }
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function endpointEntry(endpoint: Endpoint, language: Language): SearchEntry {
  const shown = endpointIn(language, endpoint);
  const rows = [
    ...shown.parameters,
    ...shown.fields.map(({ path, description }) => ({ name: path, description })),
    ...shown.headers,
  ];
  return {
    title: shown.title,
    href: `/docs/endpoints/${endpoint.operation}`,
    where: endpoint.path,
    text: [endpoint.path, endpoint.operation, endpoint.title, shown.description].join(' '),
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
