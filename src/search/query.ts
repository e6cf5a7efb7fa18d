import { compactIsbn, isbn10Of, isbn13Of, isIsbn13Form, readIsbn10 } from '../catalog/isbn.ts';
import { foldText, normaliseText } from './fold/fold-text.ts';
import { titleKey, type WholeNames, wholeNames } from './search-document.ts';
import { type QueryTerm, queryTerms } from './tokenise.ts';
import { replaceVolumes, volumeMarks, volumeNamedBy, volumeToken } from './volume.ts';

/** The numbers by which a query may name an item. Empty or null where it can't be one. */
interface NamedItem {
  readonly itemId: number | null;
  readonly isbn13: string;
  readonly isbn10: string;
}

/** Words to find: every one must match, by at least one of its alternatives. Without any, nothing does. */
export interface TextQuery {
  readonly words: readonly (readonly (readonly QueryTerm[])[])[];
  /** Compared with SearchDocument.titleKey for exact and leading matches, and with headToken. */
  readonly key: string;
  /** The query as the whole name of a contributor or a series. */
  readonly names: WholeNames;
}

/**
 * Reads any text as an index runs it: items named by number first, words when there is none (docs/search.md#matching).
 * With `lastIsBeginning` the last word is the beginning of one, and no item is named.
 */
export function parseQuery(query: string, lastIsBeginning = false) {
  return {
    named: lastIsBeginning ? null : parseNamedItem(query),
    text: {
      words: queryWords(foldText(query), lastIsBeginning),
      key: titleKey(query),
      names: wholeNames(query),
    },
  };
}

/** What each word of a folded query asks for. A volume that says so is one word, and only that volume matches it. */
function queryWords(query: string, lastIsBeginning: boolean): QueryTerm[][][] {
  const spaced = replaceVolumes(
    query,
    volumeMarks(query).filter(({ isExplicit }) => isExplicit),
    volumeToken,
  );
  return spaced
    .trim()
    .split(/\s+/u)
    .flatMap((chunk, at, chunks) => {
      if (/^\p{Cc}/u.test(chunk)) return [[[{ token: chunk, isPrefix: false }]]];
      const words = queryTerms(chunk, lastIsBeginning && at === chunks.length - 1);
      const [only] = words;
      const volume = words.length === 1 ? bareVolume(chunk, at, chunks.length) : null;
      return volume === null || only === undefined ? words : [[...only, volume]];
    });
}

/**
 * The volume that a word of a query may mean besides what it says: 03, II, and 하 at the end; also with the title before it
 * (파친코2). A plain number matches that of a volume as it is.
 */
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
 * A number may be an item number, an ISBN or just a word of a title, such as 1984: the caller looks for the item
 * first. An ISBN names the item in either length, whichever of the two the shop registered, however it is written. Zeros in front are for titles (007): no item number is written with them.
 */
function parseNamedItem(query: string): NamedItem | null {
  const text = normaliseText(query).trim();
  const itemId = /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
  const isbn = compactIsbn(text);
  if (isIsbn13Form(isbn)) return { itemId, isbn13: isbn, isbn10: isbn10Of(isbn) ?? '' };
  const isbn10 = isbn.length >= 10 - LOST_ZEROS_MAX ? readIsbn10(isbn) : null;
  if (isbn10 !== null) return { itemId, isbn13: isbn13Of(isbn10) ?? '', isbn10 };
  return itemId === null ? null : { itemId, isbn13: '', isbn10: '' };
}

/** Spreadsheets drop zeros in front of an ISBN10. With more of them lost, the number may be a year or a product number. */
const LOST_ZEROS_MAX = 2;
