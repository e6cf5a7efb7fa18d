import { createHash } from 'node:crypto';
import { message } from '../../messages/messages.ts';
import { EXTERNAL_ID_LENGTH_MAX } from '../item-name.ts';
import { longestMatch } from '../longest-match.ts';
import type { ColumnTarget } from '../mapping.ts';
import { type Reason, show } from '../reason.ts';
import { ORDER_ID_LENGTH_MAX } from '../sale-record.ts';
import { parseAuthors } from './author-text.ts';
import { dateOf, instantOf } from './date-text.ts';
import { repairIsbn } from './isbn-repair.ts';
import { numberOf, readPrice } from './price-text.ts';
import type { CellType } from './table-fields.ts';

/** What a cell becomes. A value that can't be read goes on as its text: the checks of all formats then name it. */
export interface CellValue {
  /** Undefined = the cell says nothing. */
  readonly value: unknown;
  /** What was repaired or left out. */
  readonly warnings: readonly Reason[];
  /** Why the value is missing or can't be read, where the checks couldn't tell. */
  readonly lost?: Reason;
}

/** How many exports write an empty cell. */
const NOTHING = '-';

const EMPTY: CellValue = { value: undefined, warnings: [] };

/** Turns the text of one cell into the value of a field. */
export function cellValue(
  text: string,
  type: CellType,
  { split, values, date }: ColumnTarget,
  currency: string,
): CellValue {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === NOTHING) return EMPTY;
  const separator = split ?? (LISTS.has(type) ? DEFAULT_SEPARATOR : null);
  const parts = separator === null ? [trimmed] : partsOf(trimmed, separator);
  const warnings: Reason[] = [];
  const translated =
    values === null
      ? parts
      : parts.flatMap((part) => {
          const translation = longestMatch(values, part);
          if (translation === null) warnings.push(message('feeds.notInValues', { shown: show(part) }));
          return translation ?? [];
        });
  const [lost] = warnings;
  if (lost !== undefined && type === 'kind')
    return { value: undefined, warnings: [], lost: message('feeds.statusUnknown', { shown: show(trimmed) }) };
  if (lost !== undefined && translated.length === 0) return { value: undefined, warnings, lost };
  if (type === 'codes') return { value: translated, warnings };
  if (type === 'authors') return { value: translated.flatMap(parseAuthors), warnings };
  if (type === 'series') return { value: translated.map(seriesOfName), warnings };
  const only = translated.length === 1 ? (translated[0] ?? '') : trimmed;
  if (type === 'isbn13' || type === 'isbn10') return isbnValue(only, type, warnings);
  // Longer texts are no price and no date, whatever they hold.
  if (UNITS.has(type) && only.length > UNIT_LENGTH_MAX) return { value: only, warnings };
  if (type === 'price') return priceValue(only, currency, warnings);
  if (type === 'date' || type === 'instant') {
    const { date: value, lost: unsure } = (type === 'date' ? dateOf : instantOf)(only, date);
    return { value, warnings, ...(unsure === undefined ? {} : { lost: unsure }) };
  }
  const value = type === 'number' ? numberOf(only) : type === 'flag' ? flagOf(only) : null;
  return { value: value ?? only, warnings };
}

/** The values of a list, without empty ones. */
export function partsOf(text: string, separator = DEFAULT_SEPARATOR): string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function priceValue(text: string, currency: string, warnings: readonly Reason[]): CellValue {
  const read = readPrice(text, currency);
  if (read === null) return { value: text, warnings };
  return 'price' in read ? { value: read.price, warnings } : { value: text, warnings, lost: read.reason };
}

const UNITS: ReadonlySet<CellType> = new Set(['number', 'price', 'date', 'instant']);
const UNIT_LENGTH_MAX = 100;

/** Types whose cells hold several values. */
export const LISTS: ReadonlySet<CellType> = new Set(['codes', 'authors', 'series']);
/** Between the values of a list, where the mapping names no other separator. */
const DEFAULT_SEPARATOR = ';';

function flagOf(text: string): boolean | null {
  return /^(?:true|y|1)$/i.test(text) || (/^(?:false|n|0)$/i.test(text) ? false : null);
}

function isbnValue(text: string, type: 'isbn13' | 'isbn10', warnings: readonly Reason[]): CellValue {
  const { isbn, isRepaired } = repairIsbn(text, type === 'isbn13' ? 13 : 10);
  const repaired = isRepaired ? [message('feeds.readAs', { shown: show(text), isbn })] : [];
  return { value: isbn, warnings: [...warnings, ...repaired] };
}

/** A series that has only a name gets a number that depends on the name alone, 1 to 2^40. */
export function seriesOfName(seriesName: string) {
  const seriesId = createHash('sha256').update(seriesName.normalize('NFC')).digest().readUIntBE(0, 5) + 1;
  return { seriesId, seriesName };
}

/** Hexadecimal digits that tell long keys with the same beginning apart. */
const KEY_DIGEST_LENGTH = 16;

/** A key that is too long keeps its beginning and gets a digest of the whole: the same text gives the same key for ever. */
export function shortKey(value: unknown, field: string): unknown {
  const lengthMax = field === 'externalId' ? EXTERNAL_ID_LENGTH_MAX : ORDER_ID_LENGTH_MAX;
  if (typeof value !== 'string' || value.length <= lengthMax) return value;
  const digest = createHash('sha256').update(value).digest('hex').slice(0, KEY_DIGEST_LENGTH);
  return `${value.slice(0, lengthMax - KEY_DIGEST_LENGTH - 1).toWellFormed()}~${digest}`;
}
