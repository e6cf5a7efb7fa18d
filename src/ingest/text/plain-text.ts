import { stripHtml } from './html.ts';

/** `line`: breaks and tabs become a blank. `lines`: they are kept (docs/rules/interface.md#text). */
export type TextShape = 'line' | 'lines';

/**
 * Plain text as answers show it (docs/rules/interface.md#text): no HTML, Unicode form NFC, no control characters, no
 * lone surrogates, nothing that turns the direction of the text around it; trimmed. Cleaning twice changes nothing
 * more.
 */
export function plainText(raw: string, shape: TextShape): string {
  if (isPlain(raw)) return raw.trim();
  const text = takeOutMarkup(raw);
  // Split and joined, because a pattern for blanks around breaks takes quadratic time on long runs of blanks.
  if (shape === 'lines') {
    const lines = text.split('\n').map((line) => line.trimEnd());
    return lines
      .join('\n')
      .trim()
      .replace(/\n{3,}/g, '\n\n');
  }
  const parts = text.split(/[\n\t]+/).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/**
 * Whether a text holds nothing that cleaning could change but blanks at its ends. Nearly all titles are such: Latin
 * letters without markup, Hangul syllables, kana and the common ideographs have only one Unicode form.
 */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === LESS_THAN || code === AMPERSAND || !isPlainCode(code)) return false;
  }
  return true;
}

/** Whether no character of a text has to go or has another form; markup, tabs and line breaks aside. */
function isWanted(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? code !== LINE_FEED && code !== TAB : !isPlainCode(code)) return false;
  }
  return true;
}

function isPlainCode(code: number): boolean {
  if (code < 0x7f) return true;
  return code < 0xac00 ? isPlainBelowHangul(code) : code <= 0xd7a3;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;

function isPlainBelowHangul(code: number): boolean {
  if (code >= 0x4e00) return code <= 0x9fff;
  if (code >= 0x3000)
    return code <= 0x3029 || (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30fa);
  return (code >= 0xa0 && code < 0x300) || (code >= 0x2010 && code <= 0x2027);
}

/** Layers of escaping that are undone; real feeds escape twice at most. */
const ROUNDS_MAX = 5;

/** Repeats until a round changes nothing, so that no tag or entity is left, however it was put together. */
function takeOutMarkup(raw: string): string {
  let current = dropUnwanted(raw);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (!/[<&]/.test(current)) return current;
    const next = dropUnwanted(stripHtml(current));
    if (next === current) return current;
    current = next;
  }
  // Only somebody who nests on purpose comes here: what makes tags and entities goes altogether.
  return current.replace(/[<&]/g, '');
}

/** One Unicode form, one kind of line break, and none of the characters that only mean harm or nothing. */
function dropUnwanted(text: string): string {
  if (isWanted(text)) return text;
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]|[\p{Cc}--[\n\t]]/gv, '')
    .normalize('NFC');
}
