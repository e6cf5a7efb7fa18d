import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import { escapeText } from '../../http/html.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import type { Services } from '../kit/services.ts';

/** The guides in reading order: files of docs/site, addresses below /docs. */
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

/** The texts of one language, as Markdown with placeholders such as `{{baseUrl}}`. */
export type DocsTexts = ReturnType<typeof textsIn>;

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'site');

/** A text that a language lacks is taken from English. Throws if English lacks it. */
function textsIn(language: Language) {
  const files = GUIDES.map((guide) => [guide, read(guide, language)] as const);
  const guides = Object.fromEntries(files) as Readonly<Record<Guide, string>>;
  const [errorGuide = '', ...own] = guides.errors.split(ERROR_SECTION);
  const [, ...english] = read('errors', 'en').split(ERROR_SECTION);
  const errors = Object.fromEntries([...english, ...own].map(readError));
  const missing = Object.keys(ERROR_STATUS).filter((code) => errors[code] === undefined);
  if (missing.length > 0) throw new Error(`docs/site/en/errors.md has no sections ${missing.join(', ')}`);
  type Errors = Readonly<Record<ErrorCode, ReturnType<typeof readError>[1]>>;
  return { guides: { ...guides, errors: errorGuide }, errors: errors as Errors };
}

function read(guide: Guide, language: Language): string {
  const file = join(FOLDER, language, `${guide}.md`);
  return readFileSync(existsSync(file) ? file : join(FOLDER, 'en', `${guide}.md`), 'utf8');
}

/** The error guide ends with a section for each code. */
const ERROR_SECTION = /^## (?=[A-Z]+_[A-Z0-9_]+: )/m;

/** Parses the section of a code: `CODE: title`, what happened, a heading, and how to fix it. */
function readError(section: string) {
  const [, code = '', title = '', happened = '', fix = ''] =
    /^(\w+): (.+)\n\n([\s\S]+?)\n\n### .+\n\n([\s\S]+)$/.exec(section) ?? [];
  return [code, { title, happened, fix: fix.trim() }] as const;
}

export const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [language, textsIn(language)]),
) as Readonly<Record<Language, DocsTexts>>;

/** Replaces placeholders with facts about this installation. The operator's name is inserted as plain text. */
export function fillFacts(text: string, site: Services): string {
  const { operatorName, tierLimits, baseUrl, logoUrl, keyPrefix } = site;
  const name = operatorName.replace(/\s+/g, ' ');
  const figure = (amount: number) => amount.toLocaleString('en-US');
  const values: Readonly<Record<string, string>> = {
    baseUrl,
    logoUrl,
    keyPrefix,
    dailyQuota: figure(tierLimits.free.dailyQuota),
    burstPerSecond: figure(tierLimits.free.burstPerSecond),
    burst: figure(tierLimits.free.burst),
    operator: name.replace(/[\\`*_[\]<>&#|~!]/g, '\\$&'),
    operatorInCode: name,
    operatorInHtml: escapeText(name),
  };
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, key: string) => values[key] ?? placeholder);
}

/** Joins the non-empty parts of a page with blank lines. */
export function paragraphs(...parts: readonly (string | false)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

export function codeFence(language: string, name: string, code: string): string {
  // A fence has to be longer than any run of backticks in the code.
  const marks = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}${language || 'text'} ${name}\n${code}\n${marks}`;
}

export function markdownLink(text: string, url: string): string {
  return `[${text}](${url})`;
}

/** Error codes with their statuses and titles, each a link to its page. */
export function errorLines(codes: readonly ErrorCode[], { errors }: DocsTexts): string {
  const lines = codes.map((code) => {
    const link = markdownLink(code, `/docs/errors/${code}`);
    return `- ${link} ${ERROR_STATUS[code]} ${errors[code].title}`;
  });
  return lines.join('\n');
}
