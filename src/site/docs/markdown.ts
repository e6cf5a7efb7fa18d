import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import type { DocsTexts } from './texts.ts';

/** The parts of a page, parted by empty lines. */
export function paragraphs(...parts: readonly string[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Code with a name to show above it. */
export function codeFence(language: string, name: string, code: string): string {
  // More backticks than the code has itself.
  const marks = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}${language || 'text'} ${name}\n${code}\n${marks}`;
}

export function markdownLink(text: string, url: string): string {
  return `[${text}](${url})`;
}

/** Error codes with their statuses and titles, each a link to its page. */
export function errorLines(codes: readonly ErrorCode[], { errors }: DocsTexts): string {
  return codes
    .map(
      (code) => `- ${markdownLink(code, `/docs/errors/${code}`)} ${ERROR_STATUS[code]} ${errors[code].title}`,
    )
    .join('\n');
}
