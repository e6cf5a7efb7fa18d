import {
  compactIsbn,
  hasValidIsbn13Check,
  isbn10Of,
  isbn13Of,
  isIsbn13Form,
  readIsbn10,
} from '../catalog/isbn.ts';
import { foldText, normaliseText } from './fold/fold-text.ts';
import { NO_NAMES, titleKey, type WholeNames, wholeNames } from './search-document.ts';
import {
  explicitVolumes,
  joinInitials,
  type QueryTerm,
  queryTerms,
  replaceVolumes,
  volumeNamedBy,
  volumeText,
  volumeToken,
} from './tokenise.ts';
import { ARTICLES, FORM_BEGINNINGS, FORM_WORDS, LINK_WORDS } from './words/known-words.ts';

/** The item number and the ISBNs that a query may mean. A number that the query can't mean is null or empty. */
export interface NamedItem {
  readonly itemId: number | null;
  readonly isbn13: string;
  readonly isbn10: string;
}

/** The alternatives for a word of a query. A document has the word if it has all terms of one alternative. */
type WordTerms = readonly (readonly QueryTerm[])[];

/** A word of a query, prepared for finding a whole title among other words (findWholeTitles). */
export interface QueryWord {
  readonly key: string;
  /** The key without a Korean particle at its end; empty if there is none. */
  readonly stem: string;
  readonly words: WordTerms;
  readonly role: 'word' | 'volume' | 'article' | 'link' | 'form';
  readonly year: number;
}

/** A parsed query: every word must match. Without words, nothing matches. */
export interface TextQuery {
  readonly words: readonly WordTerms[];
  readonly key: string;
  readonly names: WholeNames;
  /** The words for findWholeTitles; empty for a single word, and when the last word is a prefix. */
  readonly asked: readonly QueryWord[];
}

export const NO_WORDS: TextQuery = { words: [], key: '', names: NO_NAMES, asked: [] };

/**
 * Parses a text into the words that an index looks up (docs/search.md#matching). With `lastIsBeginning` the last one is a prefix.
 */
export function parseQuery(query: string, lastIsBeginning = false): TextQuery {
  const chunks = chunksOf(foldText(query));
  const words = chunks.map((chunk, at) => wordTerms(chunk, at, chunks.length, lastIsBeginning));
  return {
    words: words.flat(),
    key: titleKey(query),
    names: wholeNames(query),
    asked: lastIsBeginning || chunks.length < 2 ? [] : askedWords(chunks, words),
  };
}

/** Splits a folded query at its blanks. An explicit volume (3권, vol. 3) becomes one chunk: its volumeToken. */
function chunksOf(query: string): string[] {
  const joined = joinInitials(query);
  return replaceVolumes(joined, explicitVolumes(joined), volumeToken).trim().split(/\s+/u);
}

const IS_VOLUME = /^\p{Cc}/u;

/** The words of a chunk: none for punctuation alone, several if a sign is spelled out (c#입문 becomes csharp 입문). */
function wordTerms(chunk: string, at: number, count: number, lastIsBeginning: boolean): WordTerms[] {
  if (IS_VOLUME.test(chunk)) return [[[{ token: chunk, isPrefix: false }]]];
  const words = queryTerms(chunk, lastIsBeginning && at === count - 1);
  const [only] = words;
  const volume = words.length === 1 ? bareVolume(chunk, at, count) : null;
  return volume === null || only === undefined ? words : [[...only, volume]];
}

function askedWords(chunks: readonly string[], words: readonly (readonly WordTerms[])[]): QueryWord[] {
  const keys = chunks.map((chunk) =>
    IS_VOLUME.test(chunk) ? volumeText(Number(chunk.slice(1))) : titleKey(` ${chunk} `),
  );
  return chunks.flatMap((chunk, at): QueryWord[] => {
    const [key = '', terms = [], next = ''] = [keys[at], words[at], keys[at + 1]];
    if (key === '') return [];
    const stem = PARTICLE.test(key) ? key.replace(PARTICLE, '') : '';
    const year = /^(?:1[5-9]|20)\d\d$/.test(key) ? Number(key) : 0;
    const role = IS_VOLUME.test(chunk) ? 'volume' : roleOf(key, stem, next);
    // If a chunk has several words, all of them must match.
    const [first = []] = terms;
    const all = terms.length === 1 ? first : [terms.flatMap(([one = []]) => one)];
    const ofStem = stem === '' ? [] : (queryTerms(stem)[0] ?? []);
    return [{ key, stem, words: [...all, ...ofStem].flatMap((one) => wholeTokens(one, next)), role, year }];
  });
}

/** Replaces a prefix term: its single syllable is the last of a text, or makes a token with the first unit of the next word. */
function wholeTokens(terms: readonly QueryTerm[], next: string): (readonly QueryTerm[])[] {
  const [{ token = '', isPrefix = false } = {}] = terms;
  if (!isPrefix || terms.length > 1) return [terms];
  const beside = /^[a-z0-9]+|^./u.exec(next)?.[0] ?? '';
  return [token, token + beside].map((one) => [{ token: one, isPrefix: false }]);
}

const PARTICLE = /(?<=^[가-힣]+)(?:[은는이가을를의와과도]|에서|으로|이라는|라는)$/u;

function roleOf(key: string, stem: string, next: string): QueryWord['role'] {
  if (ARTICLES.has(key)) return 'article';
  if (LINK_WORDS.has(key) || LINK_WORDS.has(stem) || /^[a-z]$/.test(key)) return 'link';
  if (FORM_WORDS.has(key) || FORM_WORDS.has(stem)) return 'form';
  return FORM_BEGINNINGS.has(key) && FORM_WORDS.has(next) ? 'form' : 'word';
}

/** A word as a volume: 03, II, a final 하, 파친코2. Null for a plain number, because volumes are indexed as plain numbers, too. */
function bareVolume(chunk: string, at: number, count: number): QueryTerm[] | null {
  const [, title = '', number = ''] = BARE_VOLUME.exec(chunk) ?? [];
  const isAlone = title === '';
  if (number === '' || (isAlone && at === 0) || (/^[상중하上中下]$/.test(number) && at < count - 1))
    return null;
  const volume = volumeNamedBy(number);
  if (volume === null || (isAlone && /^[1-9]/.test(number))) return null;
  const [[terms = []] = []] = isAlone ? [] : queryTerms(title);
  return [...terms, { token: volumeToken(volume), isPrefix: false }];
}

const BARE_VOLUME = /^[([]?(?:(\p{L}{2,})(?=\d)|)(\d{1,3}|[ivx]{2,}|[상중하上中下])[)\].,]?$/u;

/**
 * Null if a query can't name an item. A number may also be a word of a title, such as 1984. An ISBN names the item in either
 * length. Numbers with leading zeros are titles (007), never item numbers.
 */
export function parseNamedItem(query: string): NamedItem | null {
  const text = normaliseText(query).trim();
  const itemId = /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
  const isbn = compactIsbn(text);
  if (isIsbn13Form(isbn)) return { itemId, isbn13: isbn, isbn10: isbn10Of(isbn) ?? '' };
  const isbn10 = isbn.length >= 10 - LOST_ZEROS_MAX ? readIsbn10(isbn) : null;
  if (isbn10 !== null) return { itemId, isbn13: isbn13Of(isbn10) ?? '', isbn10 };
  for (const [written] of text.matchAll(BESIDE_WORDS)) {
    const beside = compactIsbn(written);
    if (hasValidIsbn13Check(beside)) return { itemId: null, isbn13: beside, isbn10: isbn10Of(beside) ?? '' };
    const isbn13 = isbn13Of(beside);
    if (isbn13 !== null) return { itemId: null, isbn13, isbn10: beside };
  }
  return itemId === null ? null : { itemId, isbn13: '', isbn10: '' };
}

/** A possible ISBN among other words; the caller checks its check digit. */
const BESIDE_WORDS =
  /(?<![\p{L}\p{N}-])(?:97[89](?:[ -]?\d){10}|\d(?:[ -]?\d){8}[ -]?[\dx])(?![\p{L}\p{N}-])/gu;

/** Leading zeros of an ISBN10 that a spreadsheet may have dropped. A shorter number may be a year or a product number. */
const LOST_ZEROS_MAX = 2;
