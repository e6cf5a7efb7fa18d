import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { curlCommand } from '../kit/calls.ts';
import { codeFence } from './texts.ts';

/** A sample call. All programs run on the reader's server and read the key from its environment. */
export interface SampleCall {
  readonly url: string;
  /** Name of the file that the response is saved as; null for JSON. */
  readonly fileName: string | null;
  readonly hasItems: boolean;
}

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'site', 'programs');

/** The programs: the tag of their code blocks, the language's name, and the text from docs/site/programs. */
const PROGRAMS = [
  ['js', 'JavaScript'],
  ['python', 'Python'],
  ['java', 'Java'],
  ['php', 'PHP'],
  ['go', 'Go'],
].map(([language = '', title = '']) => {
  const text = readFileSync(join(FOLDER, `${title.toLowerCase()}.txt`), 'utf8');
  return { language, title, lines: text.trimEnd().split('\n') };
});

/** A call as curl and in every language. Programs encode the query themselves, so that a changed value works, too. */
export function codeSamples(call: SampleCall) {
  const save = call.fileName === null ? '' : `-o ${call.fileName}`;
  const curl = { language: 'sh', title: 'curl', code: curlCommand(call.url, save) };
  return [curl, ...PROGRAMS.map(({ lines, ...names }) => ({ ...names, code: writeProgram(lines, call) }))];
}

export function programs(call: SampleCall): readonly string[] {
  return codeSamples(call).map(({ language, title, code }) => codeFence(language, title, code));
}

/** The program for a call. A line `?kind text` is only for calls of that kind; `?each text` repeats for each parameter. */
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
      return kind === undefined || isOf[kind as keyof typeof isOf]
        ? fill(text, { path, file: fileName ?? '' })
        : [];
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
