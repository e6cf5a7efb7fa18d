import { errorPages } from './error-pages.ts';
import type { Endpoint } from './openapi.ts';
import { readMarkdown, type Span } from './read-markdown.ts';
import { translateTerm } from './terms-ko.ts';
import faqEn from './text/en/faq.md?raw';
import rulesEn from './text/en/rules.md?raw';
import startEn from './text/en/start.md?raw';
import faqKo from './text/ko/faq.md?raw';
import rulesKo from './text/ko/rules.md?raw';
import startKo from './text/ko/start.md?raw';

/** A place in the documentation, with the words that lead to it. */
export interface SearchEntry {
  readonly title: string;
  readonly href: string;
  readonly text: string;
}

const TEXTS = {
  ko: [
    ['/docs', startKo],
    ['/docs/rules', rulesKo],
    ['/docs/faq', faqKo],
  ],
  en: [
    ['/docs', startEn],
    ['/docs/rules', rulesEn],
    ['/docs/faq', faqEn],
  ],
} as const;

/** All places. English names of endpoints and parameters lead to them in Korean, too. */
export function searchEntries(endpoints: readonly Endpoint[], language: 'ko' | 'en'): readonly SearchEntry[] {
  return [
    ...endpoints.map((endpoint) => endpointEntry(endpoint, language)),
    ...errorPages(language).map((page) => ({
      title: `${page.code} ${page.title}`,
      href: `/docs/errors#${page.code}`,
      text: `${page.status} ${page.happened} ${page.mend}`,
    })),
    ...TEXTS[language].flatMap(([path, text]) => sectionEntries(path, text)),
  ];
}

const RESULTS_MAX = 8;
const TITLE_WEIGHT = 10;

/** The places that hold every word, those with the words in their title first. Case and width do not matter. */
export function searchDocs(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS_MAX)
    .map(({ entry }) => entry);
}

function scoreOf(entry: SearchEntry, words: readonly string[]): number {
  const title = fold(entry.title);
  const text = fold(entry.text);
  let score = 0;
  for (const word of words) {
    const inTitle = title.includes(word);
    if (!inTitle && !text.includes(word)) return 0;
    score += inTitle ? TITLE_WEIGHT + Number(title.startsWith(word)) : 1;
  }
  return score;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function endpointEntry(endpoint: Endpoint, language: 'ko' | 'en'): SearchEntry {
  const names = [
    ...endpoint.parameters.map(({ name }) => name),
    ...endpoint.fields.map(({ path }) => path),
    ...endpoint.headers.map(({ name }) => name),
  ];
  return {
    title: translateTerm(endpoint.title, language),
    href: `/docs/endpoints/${endpoint.operation}`,
    text: [
      endpoint.path,
      endpoint.operation,
      endpoint.title,
      translateTerm(endpoint.description, language),
      ...names,
    ].join(' '),
  };
}

/** One entry for each heading of a text, with what stands below it. */
function sectionEntries(path: string, text: string): readonly SearchEntry[] {
  const entries: { title: string; href: string; text: string }[] = [];
  for (const block of readMarkdown(text)) {
    if (block.kind === 'heading') {
      entries.push({ title: plain(block.spans), href: `${path}#${block.anchor}`, text: '' });
      continue;
    }
    const last = entries.at(-1);
    if (last === undefined) continue;
    if (block.kind === 'code') last.text += ` ${block.text}`;
    else if (block.kind === 'paragraph') last.text += ` ${plain(block.spans)}`;
    else last.text += block.items.map((item) => ` ${plain(item.spans)}`).join('');
  }
  return entries;
}

function plain(spans: readonly Span[]): string {
  return spans.map((span) => span.text).join('');
}
