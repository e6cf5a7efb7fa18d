import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import { escapeText } from '../../http/html.ts';
import { curlCommand } from '../kit/calls.ts';
import type { Services } from '../kit/services.ts';
import type { DocsContext } from './context.ts';

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

export function errorLines(codes: readonly ErrorCode[], { texts }: DocsContext): string {
  const lines = codes.map((code) => {
    const link = markdownLink(code, `/docs/errors/${code}`);
    return `- ${link} ${ERROR_STATUS[code]} ${texts.errors[code].title}`;
  });
  return lines.join('\n');
}

/** Formats JSON for readers: of each list, only the first entries. */
export function shortened(body: unknown, entriesMax = 3): string {
  return JSON.stringify(body, (_, part) => (Array.isArray(part) ? part.slice(0, entriesMax) : part), 2);
}

/** Replaces placeholders such as `{{baseUrl}}`. The operator's name is inserted as plain text. */
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

/** A sample call. All programs run on the reader's server and read the key from its environment. */
export interface SampleCall {
  readonly url: string;
  readonly fileName: string | null;
  readonly hasItems: boolean;
}

const PROGRAMS = ['JavaScript', 'Python', 'Java', 'PHP', 'Go'].map((title) => {
  const name = title.toLowerCase();
  const file = join(import.meta.dirname, `../../../docs/site/programs/${name}.txt`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return { title, tag: title === 'JavaScript' ? 'js' : name, lines };
});

/** A call with curl and as a program in each language. Programs encode the query, so readers can change values freely. */
export function programs(call: SampleCall): readonly string[] {
  const curl = curlCommand(call.url, call.fileName === null ? '' : `-o ${call.fileName}`);
  const others = PROGRAMS.map(({ title, tag, lines }) => codeFence(tag, title, writeProgram(lines, call)));
  return [codeFence('sh', 'curl', curl), ...others];
}

/** The program for a call. A line `?json text` is only for calls that return JSON; `?each text` repeats for each parameter. */
function writeProgram(lines: readonly string[], { url, fileName, hasItems }: SampleCall): string {
  const [path = '', search = ''] = url.split('?');
  const query = [...new URLSearchParams(search)];
  const json = fileName === null;
  const data = json && !hasItems;
  const isOf = { file: !json, json, items: json && hasItems, data, query: query[0], plain: !query[0] };
  return lines
    .flatMap((line) => {
      const [, kind, text = line] = /^\?(\w+) (.*)$/.exec(line) ?? [];
      if (kind === 'each')
        return query.map(([name, value], at) => {
          const [sign, end] = [at === 0 ? '?' : '&', at === query.length - 1 ? ';' : ''];
          return fill(text, { name, value, sign, end });
        });
      const isUsed = kind === undefined || isOf[kind as keyof typeof isOf];
      return isUsed ? fill(text, { path, file: fileName ?? '' }) : [];
    })
    .join('\n');
}

/** Fills placeholders. A placeholder in quotes becomes a string literal, which most languages write alike. */
function fill(line: string, values: Readonly<Record<string, string>>): string {
  return line.replace(/\{\{(["']?)(\w+)\1\}\}/g, (_, quote: string, name: string) => {
    const value = values[name] ?? '';
    if (quote === '"') return JSON.stringify(value);
    return quote === '' ? value : `'${value.replace(/['\\]/g, '\\$&')}'`;
  });
}
