import { stripHtml } from './html.ts';

/** `line`: breaks and tabs become a blank. `lines`: they are kept (docs/api.md#text). */
export type TextShape = 'line' | 'lines';

/**
 * Plain text as answers show it (docs/api.md#text): no HTML, Unicode form NFC, no control characters, no
 * lone surrogates, nothing that turns the direction of the text around it; trimmed. Cleaning twice changes nothing
 * more.
 */
export function plainText(raw: string, shape: TextShape): string {
  if (!UNCLEAN.test(raw)) return raw.trim();
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
 * Latin letters, Hangul syllables, kana and the common ideographs, which have only one Unicode form: nearly all titles
 * consist of them.
 */
const PLAIN = String.raw` -~\u00a0-\u02ff\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3`;
/** What cleaning could change: markup, and whatever isn't plain. */
const UNCLEAN = new RegExp(`[<&]|[^${PLAIN}]`);
/** The same without markup, tabs and line breaks. */
const UNWANTED = new RegExp(String.raw`[^\t\n${PLAIN}]`);

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
  if (!UNWANTED.test(text)) return text;
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]|[\p{Cc}--[\n\t]]/gv, '')
    .normalize('NFC');
}
