import type { QueryTerm } from './tokenise.ts';
import { normaliseText, queryTerms, textKey } from './tokenise.ts';

/**
 * A query as an index runs it: items named by number first, words when there is none (docs/rules/search.md#matching).
 */
export interface ParsedQuery {
  readonly named: NamedItem | null;
  readonly text: TextQuery | null;
}

/** The numbers by which a query may name an item. Empty or null where it can't be one. */
export interface NamedItem {
  readonly itemId: number | null;
  readonly isbn13: string;
  readonly isbn10: string;
}

/** Words to find: every one must match, by at least one of its alternatives. */
export interface TextQuery {
  readonly words: readonly (readonly (readonly QueryTerm[])[])[];
  /** Compared with SearchDocument.titleKey for exact and leading matches. */
  readonly key: string;
}

/** Reads any text. Both sides are null when it has nothing searchable. */
export function parseQuery(query: string): ParsedQuery {
  const words = queryTerms(query);
  return { named: parseNamedItem(query), text: words.length === 0 ? null : { words, key: textKey(query) } };
}

/**
 * A number may be an item number, an ISBN or just a word of a title, such as 1984: the caller looks for the item
 * first. An ISBN names the item in either length, whichever of the two the shop registered. Zeros in front
 * are for titles (007): no item number is written with them.
 */
function parseNamedItem(query: string): NamedItem | null {
  const text = normaliseText(query).trim();
  const itemId = /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
  const code = text.replace(/[\s\-‐-―−]/gu, '').toUpperCase();
  if (/^\d{13}$/.test(code)) return { itemId, isbn13: code, isbn10: isbn10Of(code) };
  if (/^\d{9}[\dX]$/.test(code)) return { itemId, isbn13: isbn13Of(code), isbn10: code };
  return itemId === null ? null : { itemId, isbn13: '', isbn10: '' };
}

/** The ISBN10 of an ISBN13 whose check digit is right and that has one; else empty. */
function isbn10Of(isbn13: string): string {
  const body = isbn13.slice(3, 12);
  return isbn13 === `978${body}${checkDigit13(`978${body}`)}` ? body + checkDigit10(body) : '';
}

/** The ISBN13 of an ISBN10 whose check digit is right; else empty. */
function isbn13Of(isbn10: string): string {
  const body = isbn10.slice(0, 9);
  return isbn10 === body + checkDigit10(body) ? `978${body}${checkDigit13(`978${body}`)}` : '';
}

function checkDigit13(digits: string): string {
  const sum = Array.from(digits, Number).reduce(
    (total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

function checkDigit10(digits: string): string {
  const sum = Array.from(digits, Number).reduce((total, digit, i) => total + digit * (10 - i), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}
