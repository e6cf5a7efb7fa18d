import { ERROR_STATUS, type ErrorCode } from '../../../src/http/errors.ts';
import type { Language } from '../../../src/messages/languages.ts';
import { type FailureMessages, failureMessage } from './failing-calls.ts';

export interface ErrorPage {
  readonly code: ErrorCode;
  readonly title: string;
  /** Markdown, as `fix`. */
  readonly happened: string;
  readonly fix: string;
  readonly status: number;
  /** Shell lines; null when no call brings the failure about. */
  readonly fails: string | null;
  readonly works: string;
  /** Body of the failing answer. */
  readonly body: string;
}

const FILES = import.meta.glob<string>('../../../docs/errors/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Messages of the API's errors and what fills them; the other messages of the server stay out of the pages. */
const ERRORS = import.meta.glob<FailureMessages['errors']>('../../../src/messages/*/errors.json', {
  import: 'default',
  eager: true,
});
const API = import.meta.glob<FailureMessages['api']>('../../../src/messages/*/api.json', {
  import: 'default',
  eager: true,
});

/** docs/errors is English and holds the calls; other languages have their texts here, or show the English. */
const TRANSLATIONS = import.meta.glob<string>('./error-texts.*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every code in the order of the server's table. Texts and calls are those of docs/errors. */
export function errorPages(language: Language): readonly ErrorPage[] {
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => errorPage(code, language));
}

/**
 * A call of docs/errors as it can be pasted: the service's address in place of `$SEOGA_URL`, and a product of its
 * catalogue for the variables that name one.
 */
export function withRealAddress(code: string, baseUrl: string): string {
  const products = [
    ['ISBN13', `'"isbn13":"[0-9]*' | cut -d'"' -f4`],
    ['ITEM', `'"itemId":[0-9]*' | cut -d: -f2`],
  ] as const;
  const lines = products.flatMap(([name, filter]) =>
    code.includes(`$${name}`)
      ? [
          `${name}=$(curl -s -H "X-Api-Key: $SEOGA_API_KEY" \\`,
          `  "${baseUrl}${BESTSELLER}" | grep -o ${filter})`,
        ]
      : [],
  );
  return [...lines, code].join('\n').replaceAll('$SEOGA_URL', baseUrl);
}

const BESTSELLER = '/v1/category/bestsellerMonthly?categoryId=001&pageSize=1';

function errorPage(code: ErrorCode, language: Language): ErrorPage {
  const file = FILES[`../../../docs/errors/${code}.md`] ?? '';
  const english = {
    title: /^# \w+: (.+)$/m.exec(file)?.[1] ?? code,
    happened: sectionOf(file, 'What happened'),
    fix: sectionOf(file, 'How to fix it'),
  };
  const errors = ERRORS[`../../../src/messages/${language}/errors.json`];
  const api = API[`../../../src/messages/${language}/api.json`];
  const message =
    errors === undefined || api === undefined ? '' : failureMessage(code, { errors, api }, language);
  return {
    code,
    status: ERROR_STATUS[code],
    ...(translated(code, language) ?? english),
    fails: codeOf(sectionOf(file, 'A call that fails')),
    works: codeOf(sectionOf(file, 'A call that works')) ?? '',
    body: JSON.stringify({ success: false, message, errorCode: code, data: {} }),
  };
}

/** The title is the heading; what to do stands behind the one below it. */
function translated(
  code: ErrorCode,
  language: Language,
): Pick<ErrorPage, 'title' | 'happened' | 'fix'> | null {
  const [, title = '', happened = '', fix = ''] =
    new RegExp(`^## ${code}: (.+)\\n\\n([^]+?)\\n\\n### .+\\n\\n([^]+?)\\n(?=\\n## |(?![^]))`, 'm').exec(
      TRANSLATIONS[`./error-texts.${language}.md`] ?? '',
    ) ?? [];
  return title === '' ? null : { title, happened, fix };
}

function sectionOf(file: string, heading: string): string {
  return file.split(`## ${heading}\n`)[1]?.split('\n## ')[0]?.trim() ?? '';
}

/** The shell lines of a section, the address on a line of its own, so that it is seen whole. */
function codeOf(section: string): string | null {
  const code = /```sh\n([\s\S]*?)\n```/.exec(section)?.[1] ?? null;
  return code?.replace(/(-H "X-Api-Key: [^"]*") (?="\$SEOGA_URL)/g, '$1 \\\n  ') ?? null;
}
