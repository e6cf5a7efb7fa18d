import { decodeHTMLStrict } from 'entities';

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

/**
 * Removes one layer of HTML from a text: known tags go (block tags become a line break, ends of cells a tab), comments,
 * scripts and styles go with their content, entities become characters. What only looks like HTML stays: "a < b",
 * "C++ <3", "List<String>", "R&D". Time grows linearly with the text.
 */
function stripHtml(text: string): string {
  const shown = HIDDEN.reduce((rest, [upToLast, hidden]) => {
    // Behind the last end, every search for one would run to the end of the text.
    const head = upToLast.exec(rest)?.[0] ?? '';
    return head.replace(hidden, '') + rest.slice(head.length);
  }, text);
  return decodeEntities(shown.replace(TAG, withoutTag));
}

/** What goes with its content, each with a pattern of everything up to the last place where it ends. */
const HIDDEN = [
  ['<script(?:\\s[^<>]*)?>', '</script[^<>]*>'],
  ['<style(?:\\s[^<>]*)?>', '</style[^<>]*>'],
  ['<!--', '-->'],
].map(([from, until]) => [RegExp(`^[^]*${until}`, 'i'), RegExp(`${from}[^]*?${until}`, 'gi')] as const);

/**
 * A tag: its name, and what stands behind it up to the ">" outside of quotes or, where a quote never closes, up to the first one.
 * Nothing reaches beyond the next "<", which keeps the whole linear; a tag of real feeds has no thousand attributes.
 */
const TAG =
  /<(\/?[a-z][a-z0-9:]{0,9})(?![a-z0-9:])(?:([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*){0,1000})>|([^<>]*)>)/gi;

function withoutTag(whole: string, name: string, quoted = '', unquoted = ''): string {
  const tag = name.toLowerCase();
  const element = tag.replace('/', '');
  const isBlock = BLOCK_TAGS.has(element);
  if (!(isBlock || INLINE_TAGS.has(element)) || !isAttributeText(quoted || unquoted)) return whole;
  return isBlock ? '\n' : tag === '/td' || tag === '/th' ? '\t' : '';
}

/** Block tags, which separate lines. */
const BLOCK_TAGS: ReadonlySet<string> = new Set(
  `address article aside blockquote body br center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5
  h6 head header hr html legend li main nav ol option p pre section select table tbody tfoot thead title tr ul`.split(
    /\s+/,
  ),
);

const INLINE_TAGS: ReadonlySet<string> = new Set(
  `a abbr acronym audio b basefont bdi bdo big button caption canvas cite code col colgroup data del dfn em embed font
  i iframe img input ins kbd label link map area mark meta meter nobr noscript object o:p param picture q rb rp rt ruby
  s samp script small source span strike strong style sub sup svg td textarea th time tt u var video wbr`.split(
    /\s+/,
  ),
);

/** "if a <b and c> d" isn't a tag: words after a tag's name are attributes when they have values or are known flags. */
function isAttributeText(text: string): boolean {
  const inner = text.trim();
  if (inner === '' || inner === '/') return true;
  if (text[0] !== '/' && !/^\s/.test(text)) return false;
  return (
    inner.includes('=') ||
    /^(?:nowrap|noshade|compact|hidden|controls|disabled|checked|reversed)\b/i.test(inner)
  );
}

/** Character references with their semicolon. What they can't stand for goes; a no-break space would hide words from search. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (reference) =>
    decodeHTMLStrict(reference).replaceAll('\ufffd', '').replaceAll('\u00a0', ' '),
  );
}

const ENTITY = /&(?:[a-z][a-z0-9]{1,31}|#\d{1,10}|#x[0-9a-f]{1,8});/gi;
