import { createHash } from 'node:crypto';
import { message } from '../../messages/messages.ts';
import { longestMatch, partsOf, type Target } from '../mapping.ts';
import { type Reason, show } from '../reason.ts';
import { type CellType, LISTS } from '../record-fields.ts';
import { type DateFormat, dateOf, instantOf } from './date-text.ts';
import { numberOf, readPrice } from './price-text.ts';

/** The value of a cell. Unreadable text is passed on unchanged, so that all formats' checks report it. */
export interface CellValue {
  /** Undefined = the cell is empty. */
  readonly value: unknown;
  /** Repairs and dropped parts. */
  readonly warnings: readonly Reason[];
  /** Why the value is missing or unreadable, where the checks couldn't tell. */
  readonly lost?: Reason;
}

/** Ways to write an empty cell or a missing date in exports. */
const NOTHING: ReadonlySet<string> = new Set(['', '-', 'NULL', '(null)', '\\N']);
const NO_DAY = /^(?:0000-00-00|0001-01-01|0101-01-01)/;

const EMPTY: CellValue = { value: undefined, warnings: [] };

/** Our placeholder for a formula that was saved without its value. */
export const NO_VALUE = '#FORMULA!';
/** Error values of spreadsheet programs, in any language. */
const FAILED = /^(?:#N\/?A|#NV|#DIV\/0!|#[\p{Lu}_]{2,14}[!?]|#GETTING_DATA|#{3,255}|Err:\d{3})$/u;
/** An object, which no field accepts, so that the checks refuse it. */
const UNREADABLE = {};

/** How a column's cells are read. */
export interface CellReading extends Pick<Target, 'split' | 'values'> {
  /** Null = dates are read if their order is certain. */
  readonly date: DateFormat | null;
}

/** Turns the text of one cell into the value of a field. */
export function cellValue(
  text: string,
  type: CellType,
  { split, values, date }: CellReading,
  currency: string,
): CellValue {
  const trimmed = text.trim();
  if (NOTHING.has(trimmed)) return EMPTY;
  if (FAILED.test(trimmed)) {
    const lost = message(trimmed === NO_VALUE ? 'feeds.formulaOnly' : 'feeds.failedCell', {
      shown: show(trimmed),
    });
    return { value: type === 'kind' ? undefined : UNREADABLE, warnings: [], lost };
  }
  const parts = split !== undefined || LISTS.has(type) ? partsOf(trimmed, split) : [trimmed];
  const warnings: Reason[] = [];
  const translated =
    values === undefined
      ? parts
      : parts
          .flatMap((part) => {
            const translation = longestMatch(values, part);
            if (translation === null) warnings.push(message('feeds.notInValues', { shown: show(part) }));
            return translation ?? [];
          })
          .filter((part) => part !== '');
  const [lost] = warnings;
  if (lost !== undefined && type === 'kind')
    return { value: undefined, warnings: [], lost: message('feeds.statusUnknown', { shown: show(trimmed) }) };
  if (translated.length === 0) return { value: undefined, warnings, ...(lost && { lost }) };
  if (type === 'codes') return { value: translated, warnings };
  if (type === 'authors') return { value: translated.flatMap(parseAuthors), warnings };
  if (type === 'series') return { value: translated.map(seriesOfName), warnings };
  const only = translated.length === 1 ? (translated[0] ?? '') : trimmed;
  // Longer texts aren't prices or dates.
  if (UNITS.has(type) && only.length > UNIT_LENGTH_MAX) return { value: only, warnings };
  if (type === 'price') return priceValue(only, currency, warnings);
  if (type === 'date' || type === 'instant') {
    if (NO_DAY.test(only)) return EMPTY;
    const { date: value, lost: unsure } = (type === 'date' ? dateOf : instantOf)(only, date);
    return { value, warnings, ...(unsure === undefined ? {} : { lost: unsure }) };
  }
  const value = type === 'number' ? numberOf(only) : type === 'flag' ? flagOf(only) : null;
  return { value: value ?? only, warnings };
}

/**
 * A cell without the marks that make spreadsheets treat it as text: `="…"`, and ' before a number or before a text that begins
 * like a formula (but not in '68). ISBNs are left to their own parser.
 */
export function undress(cell: string, type: CellType): string {
  if (!/^['=]/.test(cell) || type === 'isbn13' || type === 'isbn10') return cell;
  const formula = /^'?=\s*"(.*)"$/s.exec(cell)?.[1]?.replaceAll('""', '"').trim();
  if (formula !== undefined) return formula;
  return (WORDED.has(type) ? /^'[=+@-](?!.*'(?!\p{Script=Latin}))/su : /^'/).test(cell)
    ? cell.slice(1)
    : cell;
}

const WORDED: ReadonlySet<CellType> = new Set(['text', 'authors', 'series']);

function priceValue(text: string, currency: string, warnings: readonly Reason[]): CellValue {
  const read = readPrice(text, currency);
  if (read === null) return { value: text, warnings };
  return 'price' in read ? { value: read.price, warnings } : { value: text, warnings, lost: read.reason };
}

const UNITS: ReadonlySet<CellType> = new Set(['number', 'price', 'date', 'instant']);
const UNIT_LENGTH_MAX = 100;

function flagOf(text: string): boolean | null {
  return /^(?:true|y|1)$/i.test(text) || (/^(?:false|n|0)$/i.test(text) ? false : null);
}

/** A series without a number gets one from a hash of its name: 1 to 2^40. */
export function seriesOfName(seriesName: string) {
  const seriesId = createHash('sha256').update(seriesName.normalize('NFC')).digest().readUIntBE(0, 5) + 1;
  return { seriesId, seriesName };
}

/** Length of the digest that distinguishes long keys with a common beginning. */
const KEY_DIGEST_LENGTH = 16;

/** A key that is too long is truncated and gets a digest of the whole, so that equal texts always give equal keys. */
export function shortKey(value: unknown, lengthMax: number): unknown {
  if (typeof value !== 'string' || value.length <= lengthMax) return value;
  const digest = createHash('sha256').update(value).digest('hex').slice(0, KEY_DIGEST_LENGTH);
  return `${value.slice(0, lengthMax - KEY_DIGEST_LENGTH - 1).toWellFormed()}~${digest}`;
}

/** A longer text isn't a list of names: it is left to the checks, which refuse it. */
const STATEMENT_LENGTH_MAX = 500;

const ROLES =
  `지음 지은이 글 그림 글·그림 글그림 옮김 옮긴이 엮음 엮은이 저 저자 역 역자 편 편저 편역 공저 공역 감수 해설 사진 글쓴이 그린이
  원작 각색 기획 감독 작곡 작사 노래 연주 출연 낭독 일러스트 만화`.split(/\s+/);
const ROLE = ROLES.map((role) => role.replace('·', '[·ㆍ]')).join('|');

const BEHIND = new RegExp(`^(.*\\S)\\s+\\[?(${ROLE})\\]?$`, 'u');
const IN_BRACKETS = new RegExp(`^(.*\\S)\\s*[([](${ROLE})[)\\]]$`, 'u');
const BEFORE = new RegExp(`^\\[?(${ROLE})\\]?\\s*:\\s*(.+)$`, 'u');

/**
 * Reads one statement of responsibility, such as "김영하 지음", "글: 이수지" or "홍길동, 이몽룡 옮김". A role after the last of several names
 * applies to all of them.
 */
function parseAuthors(statement: string) {
  if (statement.length > STATEMENT_LENGTH_MAX) return [{ author: statement, authorType: '' }];
  const { names, authorType } = splitRole(statement);
  // A comma separates names only where a role proves that the text is a statement; "Kim, Young-ha" stays one name.
  const authors = authorType === '' ? [names] : names.split(/\s*,\s*/);
  return authors.filter((author) => author !== '').map((author) => ({ author, authorType }));
}

function splitRole(statement: string): { names: string; authorType: string } {
  const before = BEFORE.exec(statement);
  if (before !== null) return { names: before[2] ?? '', authorType: before[1] ?? '' };
  const behind = IN_BRACKETS.exec(statement) ?? BEHIND.exec(statement);
  return { names: behind?.[1] ?? statement, authorType: behind?.[2] ?? '' };
}
