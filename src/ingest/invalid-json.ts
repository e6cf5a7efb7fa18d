import { type Reason, show } from './reason.ts';

/** The reason of a line that JSON.parse refuses: in English in the words of the parser. */
export function invalidJson(error: unknown): Reason {
  const message = error instanceof Error ? error.message : '';
  return { en: `is not JSON: ${show(message).en}`, ko: `JSON이 아닙니다. ${koreanPlace(message)}`.trim() };
}

/** Where the parser came to a halt, as far as its message tells. Other words than these say nothing of it. */
function koreanPlace(message: string): string {
  if (/^Unexpected end|^Unterminated string/.test(message)) return '내용이 끝나기 전에 줄이 끊겼습니다.';
  const position = / at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return `${Number(position) + 1}번째 글자부터 잘못됐습니다.`;
  const token = /^Unexpected token '(.)', /su.exec(message)?.[1];
  return token === undefined ? '' : `있을 수 없는 자리에 ${show(token).ko} 글자가 있습니다.`;
}
