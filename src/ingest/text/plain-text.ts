import { decodeHTMLStrict } from 'entities';

/** `line`: line breaks and tabs become blanks. `lines`: they stay. */
export type TextShape = 'line' | 'lines';

/** Cleans a text for responses (docs/api.md#text). Cleaning it again changes nothing. */
export function plainText(raw: string, shape: TextShape): string {
  if (!UNCLEAN.test(raw)) return raw.trim();
  const text = takeOutMarkup(raw);
  // Split and joined, because a pattern for blanks around line breaks takes quadratic time on long runs of blanks.
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

/** Latin letters, Hangul syllables, kana and common ideographs, which normalization to NFC leaves unchanged. */
const PLAIN = String.raw` -~\u00a0-\u02ff\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3`;
const UNCLEAN = new RegExp(`[<&]|[^${PLAIN}]`);
const UNWANTED = new RegExp(String.raw`[^\t\n${PLAIN}]`);

/** Maximum layers of escaping that are decoded; real feeds escape at most twice. */
const ROUNDS_MAX = 5;

function takeOutMarkup(raw: string): string {
  let current = dropUnwanted(raw);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (!/[<&]/.test(current)) return current;
    const next = dropUnwanted(stripHtml(current));
    if (next === current) return current;
    current = next;
  }
  // Only deliberate nesting gets here, so all characters that form tags and entities are removed.
  return current.replace(/[<&]/g, '');
}

function dropUnwanted(text: string): string {
  if (!UNWANTED.test(text)) return text;
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]|[\p{Cc}--[\n\t]]/gv, '')
    .normalize('NFC');
}

/** Removes one layer of HTML in linear time. Text that only looks like HTML stays: "a < b", "C++ <3", "List<String>", "R&D". */
function stripHtml(text: string): string {
  const shown = HIDDEN.reduce((rest, [upToLast, hidden]) => {
    // Elements are searched only up to the last end tag: beyond it, each search would scan to the end of the text.
    const head = upToLast.exec(rest)?.[0] ?? '';
    return head.replace(hidden, '') + rest.slice(head.length);
  }, text);
  return shown.replace(TAG, withoutTag).replace(ENTITY, decodeEntity);
}

/** Elements removed with their content, each after a pattern for the text up to its last end tag. */
const HIDDEN = [
  ['<script(?:\\s[^<>]*)?>', '</script[^<>]*>'],
  ['<style(?:\\s[^<>]*)?>', '</style[^<>]*>'],
  ['<!--', '-->'],
].map(([from, until]) => [RegExp(`^[^]*${until}`, 'i'), RegExp(`${from}[^]*?${until}`, 'gi')] as const);

/**
 * A tag: its name, and the rest up to the ">" outside of quotes or, if a quote never closes, up to the first ">". A match ends
 * before the next "<" and has at most a thousand attributes, which keeps the time linear.
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

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const BLOCK_TAGS = words(
  `address article aside blockquote body br center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5
  h6 head header hr html legend li main nav ol option p pre section select table tbody tfoot thead title tr ul`,
);
const INLINE_TAGS = words(
  `a abbr acronym audio b basefont bdi bdo big button caption canvas cite code col colgroup data del dfn em embed font
  i iframe img input ins kbd label link map area mark meta meter nobr noscript object o:p param picture q rb rp rt ruby
  s samp script small source span strike strong style sub sup svg td textarea th time tt u var video wbr`,
);

/** "if a <b and c> d" isn't a tag: words after a tag's name are attributes only with values or as known flags. */
function isAttributeText(text: string): boolean {
  const inner = text.trim();
  if (inner === '' || inner === '/') return true;
  if (text[0] !== '/' && !/^\s/.test(text)) return false;
  const isFlag = /^(?:nowrap|noshade|compact|hidden|controls|disabled|checked|reversed)\b/i.test(inner);
  return isFlag || inner.includes('=');
}

/** Invalid character references are removed. A no-break space becomes a blank, because it would hide words from search. */
function decodeEntity(reference: string): string {
  return decodeHTMLStrict(reference).replaceAll('\ufffd', '').replaceAll('\u00a0', ' ');
}

const ENTITY = /&(?:[a-z][a-z0-9]{1,31}|#\d{1,10}|#x[0-9a-f]{1,8});/gi;
